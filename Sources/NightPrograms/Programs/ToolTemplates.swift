package import NightCore

/// Converts the templates in another tool's configuration to descriptions of programs.
///
/// matugen's `config.toml` and noctalia's `user-templates.toml` have a table `templates`, and the
/// configuration of noctalia 5 has `theme.templates.user`. In these tables, each template has a
/// name, an `input_path`, one or more paths in `output_path`, and perhaps a command in `post_hook`.
package enum ToolTemplates {
  /// A description made from one template.
  package struct Description: Equatable, Sendable {
    /// The program's name: the tool's name, a hyphen, and the template's name.
    package let name: String
    /// The tool's name.
    package let tool: String
    /// The name of the tool's configuration file.
    let fileName: String
    let root: JSONNode
    let dialect: Template.Dialect
    /// The custom colours that the tool's configuration defines.
    let colors: [MaterialColors.Custom]
    /// The path of each template; the keys are the names that the description uses for the
    /// templates.
    package let inputs: [String: String]
  }

  /// A tool whose templates nightd can use.
  package struct Tool: Equatable, Sendable {
    package let name: String
    /// The tool's folder in the user's configuration folder.
    package let folder: String
    /// The names of the files that the tool reads in its configuration folder; nil if the tool
    /// reads every file there whose name ends in `.toml`.
    package let files: [String]?
    let dialect: Template.Dialect
    /// The shell that runs hooks, written as a word of shell code, such as `"${SHELL:-sh}"`.
    let shell: String
  }

  package static let tools = [
    Tool(
      name: "matugen",
      folder: "matugen",
      files: ["config.toml"],
      dialect: .matugen,
      shell: #""${SHELL:-sh}""#
    ),
    Tool(name: "noctalia", folder: "noctalia", files: nil, dialect: .noctalia, shell: "sh"),
    tinty,
  ]

  /// tinty, whose configuration has items in place of templates.
  package static let tinty = Tool(
    name: "tinty",
    folder: "tinted-theming/tinty",
    files: ["config.toml"],
    dialect: .mustache(.base16),
    shell: "sh"
  )

  /// The flaw of a template that cannot be used, with the name of the template's program.
  ///
  /// If the flaw does not belong to one template, the name is the tool's.
  package typealias NamedFlaw = (name: String, flaw: Flaw)

  /// The descriptions, in the order of the templates in the tool's configuration, and the flaws of
  /// templates that cannot be used.
  ///
  /// `file` is the name of the configuration file; `path` makes a path in that file absolute,
  /// `target` follows links, and `home` is the user's home folder.
  package static func descriptions(
    _ root: JSONNode,
    of tool: Tool,
    file: String,
    home: String,
    path: (String) -> String,
    target: (String) -> String
  ) -> (descriptions: [Description], flaws: [NamedFlaw]) {
    var descriptions: [Description] = []
    var flaws: [NamedFlaw] = []
    func order(_ member: JSONNode.Member) -> (Int, Int) {
      (member.namePosition.line, member.namePosition.column)
    }
    let later = root["theme"]?["templates"]
    let tables = [root["templates"], later?["user"]].compactMap { $0?.members }
    let templates = tables.joined().sorted { order($0) < order($1) }
    var colors: [MaterialColors.Custom] = []
    for member in [root["config"], later].flatMap({ $0?["custom_colors"]?.members ?? [] }) {
      do throws(Flaw) { colors.append(try custom(member)) } catch {
        flaws.append((tool.name, error))
      }
    }
    for member in templates where member.node.members != nil {
      guard member.node.flag("enabled") != false else { continue }
      do throws(Flaw) {
        let description = try description(
          member,
          of: tool,
          file: file,
          home: home,
          colors,
          path: path,
          target: target
        )
        guard !descriptions.contains(where: { $0.name == description.name }) else {
          throw Flaw(
            "expected another name: an earlier template is also called \(description.name)",
            at: member.namePosition
          )
        }
        descriptions.append(description)
      } catch { flaws.append((programName(tool.name, member.name), error)) }
    }
    return (descriptions, flaws)
  }

  private static func description(
    _ member: JSONNode.Member,
    of tool: Tool,
    file: String,
    home: String,
    _ colors: [MaterialColors.Custom],
    path: (String) -> String,
    target: (String) -> String
  ) throws(Flaw) -> Description {
    let node = member.node
    let modes = node["input_path_modes"]
    var inputs: [String: String] = [:]
    var files: [JSONNode] = []
    for (style, test) in [("light", "not is_dark_mode"), ("dark", "is_dark_mode")] {
      guard let input = modes?[style] ?? node["input_path"], let text = input.text, !text.isEmpty
      else {
        throw Flaw("expected “input_path”, the path of the template", at: node.position)
      }
      inputs[style] = path(text)
      guard let outputs = node["output_path"]?.nodes, !outputs.isEmpty else {
        throw Flaw("expected “output_path”, the file to write", at: node.position)
      }
      for output in outputs {
        guard let text = output.text, !text.isEmpty else {
          throw Flaw("expected a path as a string", at: output.position)
        }
        // If light and dark share a template, write one file for both, without a condition on the
        // style.
        let isShared = modes == nil
        guard !isShared || style == "light" else { continue }
        let place = path(text)
        // Users write `/dev/null` as the output of a template that only runs a hook.
        guard place != "/dev/null" else { continue }
        guard place.hasPrefix(home + "/") else {
          throw Flaw(
            "expected a path in your home folder, found \(MessageText.quoted(text))",
            at: output.position
          )
        }
        guard target(place) != target(inputs[style] ?? "") else {
          throw Flaw(
            "expected a file other than the template: nightd would replace the template by its own "
              + "output",
            at: output.position
          )
        }
        let when = output.object([("holds", output.string("<* if \(test) *>true<* endif *>"))])
        files.append(
          output.object(
            [
              ("template", input.string(style)),
              ("to", output.string(literal(place))),
              ("replaces", JSONNode(value: .bool(true), position: output.position)),
            ] + (isShared ? [] : [("when", when)])
          )
        )
      }
    }
    var members = [
      ("title", node.string("\(tool.name)'s template \(member.name)")),
      ("group", node.string("templates")),
      ("paths", node.list(inputs.values.sorted().map(node.string))),
    ]
    if !files.isEmpty { members.append(("files", node.list(files))) }
    if let hook = node["post_hook"], let text = hook.text, !text.isEmpty {
      // Ignore a hook's failure, as the tools do: a hook such as `pkill -USR2 waybar` fails if its
      // program is not running or not installed.
      let script = "\(tool.shell) -c \"$1\"\(hookEnd)"
      let command = ["sh", "-c", script, "sh", text].map(hook.string)
      members.append(("tell", node.list([hook.object([("run", hook.list(command))])])))
    }
    if let hook = node["pre_hook"], hook.text?.isEmpty == false {
      members.append(("note", hook.string("Its pre_hook is not run.")))
    }
    return Description(
      name: programName(tool.name, member.name),
      tool: tool.name,
      fileName: file,
      root: node.object(members),
      dialect: tool.dialect,
      colors: colors,
      inputs: inputs
    )
  }

  /// The end of the script that runs a hook.
  static let hookEnd = "; exit 0"

  /// The absolute path, without `.` and `..`; a relative path is resolved against `folder`.
  package static func path(_ path: String, in folder: String) -> String {
    var parts: [String] = []
    for part in (path.hasPrefix("/") ? path : folder + "/" + path).pathParts {
      if part == ".." {
        _ = parts.popLast()
      } else if !part.isEmpty, part != "." {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// A custom colour that the tool's configuration defines.
  private static func custom(_ member: JSONNode.Member) throws(Flaw) -> MaterialColors.Custom {
    let node = member.node["color"] ?? member.node
    guard let color = node.text.flatMap({ try? Color(reading: $0) }) else {
      throw Flaw("expected a colour such as #ff8000", at: node.position)
    }
    return .init(
      name: member.name,
      color: color,
      isBlended: member.node.flag("blend") ?? true
    )
  }

  /// Converts a text to a nightd template that produces the same text, but with each word in
  /// `words` replaced by its value.
  static func literal(_ text: String, _ words: [(word: String, value: String)] = []) -> String {
    text.filled(words + ["{{", "<*", "{%"].map { ($0, "\\" + $0) })
  }

  /// The name of the program for a tool's template, as a word for the command line and the
  /// preferences: small letters, digits and hyphens.
  static func programName(_ tool: String, _ name: String) -> String {
    let bytes = name.utf8.prefix(48).map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "-")
      }
    }
    return tool + "-" + String(decoding: bytes, as: UTF8.self)
  }
}

extension Announcement {
  /// If this announcement runs the hook of another tool's template, the command that the user wrote
  /// as the hook; otherwise nil.
  package var hook: String? {
    guard case .run(let arguments, _, _) = self, arguments.count > 4, arguments[0] == "sh",
      arguments[2].hasSuffix(ToolTemplates.hookEnd), arguments[3] == "sh"
    else { return nil }
    return arguments[4]
  }
}

extension JSONNode {
  func string(_ text: String) -> JSONNode {
    JSONNode(value: .string(text), position: position)
  }

  func list(_ nodes: [JSONNode]) -> JSONNode {
    JSONNode(value: .array(nodes), position: position)
  }

  func object(_ members: [(name: String, node: JSONNode)]) -> JSONNode {
    JSONNode(
      value: .object(
        members.map { Member(name: $0.name, namePosition: position, node: $0.node) }
      ),
      position: position
    )
  }
}
