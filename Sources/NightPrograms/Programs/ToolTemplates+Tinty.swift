package import NightCore

/// Converts the items in tinty's configuration to descriptions of programs.
///
/// Each item names a repository, whose file `templates/config.yaml` lists templates. The item's
/// `themes-dir` is the repository's folder for the theme files that are made from one of these
/// templates. nightd fills in this template for the theme in effect, and runs the item's hook.
extension ToolTemplates {
  /// The descriptions of programs, in the order of the items in the configuration, and the flaws of
  /// items that cannot be used.
  ///
  /// `data` is tinty's data folder, and `read` reads a YAML file.
  package static func items(
    _ root: JSONNode,
    file: String,
    home: String,
    data: String,
    path: (String) -> String,
    read: (_ path: String) throws(Flaw) -> JSONNode
  ) -> (descriptions: [Description], flaws: [NamedFlaw]) {
    var result: (descriptions: [Description], flaws: [NamedFlaw]) = ([], [])
    for item in root.all("items") {
      do throws(Flaw) {
        let (name, source) = (try text(item, "name"), try text(item, "path"))
        let repository = source.includes("://") ? "\(data)/repos/\(name)" : path(source)
        guard !name.includes("/"), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
          [home, data].contains(where: { repository.hasPrefix($0 + "/") })
        else {
          throw Flaw(
            "expected a name without a slash or control characters, and a path in your home",
            at: item.position
          )
        }
        let program = programName("tinty", name)
        guard !result.descriptions.contains(where: { $0.name == program }) else {
          throw Flaw(
            "expected another name: an earlier item is also called \(program)",
            at: item["name"]?.position
          )
        }
        let folder = try text(item, "themes-dir")
        let found = try template(item, in: repository, folder, read)
        let input = ("template", item.string("theme" + found.ending))
        // Programs include the copy of the theme that tinty puts at the path `copy`, so replace
        // this copy.
        let place = "\(name)-\(folder.filled([("/", "-")]))-file\(found.ending)"
        let copy = item.string(literal("\(data)/\(place)"))
        let isReplaced = JSONNode(value: .bool(true), position: item.position)
        let files = [
          [
            input, ("to", copy), ("replaces", isReplaced),
            ("when", item.object([("exists", copy)])),
          ],
          [input, ("when", item.object([("missing", copy)]))],
        ]
        var members = [
          ("title", item.string("tinty's template \(name)")),
          ("group", item.string("templates")), ("paths", item.list([item.string(found.path)])),
          ("files", item.list(files.map(item.object))),
        ]
        if let hook = item["hook"] {
          members.append(("tell", try command(hook, root["shell"], found.system)))
        }
        result.descriptions.append(
          Description(
            name: program,
            tool: "tinty",
            fileName: file,
            root: item.object(members),
            dialect: .mustache(found.system),
            colors: [],
            inputs: ["theme" + found.ending: found.path]
          )
        )
      } catch { result.flaws.append((programName("tinty", item["name"]?.text ?? ""), error)) }
    }
    return result
  }

  /// The command that runs a hook, with tinty's variables in its environment.
  ///
  /// As in tinty, the hook's command is put in the place of `{}` in the option `shell` of tinty's
  /// configuration. If the hook fails, nothing is reported.
  private static func command(
    _ hook: JSONNode,
    _ shell: JSONNode?,
    _ system: SchemeSystem
  ) throws(Flaw) -> JSONNode {
    let shell = shell?.text ?? "sh -c '{}'"
    guard shell.includes("{}"), let text = hook.text else {
      throw Flaw("expected texts as “hook” and “shell”, and {} in “shell”", at: hook.position)
    }
    let run = literal(shell.filled(["'{}'", "\"{}\"", "{}"].map { ($0, "\"$1\"") }))
    let script = """
      export TINTY_THEME_FILE_PATH="$2" TINTY_THEME_OPERATION=apply TINTY_SCHEME_ID="$3-$4" \
      TINTY_SCHEME_SYSTEM="$3" TINTY_SCHEME_SLUG="$4" TINTY_SCHEME_VARIANT="$5"; \
      \(run)\(hookEnd)
      """
    let (path, slug) = ("{{paths.theme}}", "{{\(SchemeValues.table).scheme-slug}}")
    let words = [("%f", path), ("%n", "\(system.rawValue)-\(slug)"), ("%o", "apply")]
    let values = ["sh", literal(text, words), path, system.rawValue, slug, "{{style}}"]
    let command = hook.list((["sh", "-c", script] + values).map(hook.string))
    return hook.list([hook.object([("run", command)])])
  }

  // MARK: - The repository

  /// A template that fits an item: its scheme system, its path, and the ending (perhaps empty) of
  /// the names of the theme files that are made from it.
  private typealias Found = (system: SchemeSystem, path: String, ending: String)

  /// Finds the template from which the themes in the item's folder are made; prefers base24.
  private static func template(
    _ item: JSONNode,
    in repository: String,
    _ folder: String,
    _ read: (_ path: String) throws(Flaw) -> JSONNode
  ) throws(Flaw) -> Found {
    let systems = try systems(item)
    let config = repository + "/templates/config.yaml"
    var found: [Found] = []
    do throws(Flaw) {
      for entry in try read(config).members ?? [] {
        let output = try output(entry)
        let last = output.last ?? ""
        let end = last.lastIndex(of: "}").map { String(last[last.index(after: $0)...]) } ?? last
        func clean(_ path: String) -> String { Self.path(path, in: "/") }
        guard clean(output.dropLast().joined(separator: "/")) == clean(folder),
          [end, nil].contains(item["theme-file-extension"]?.text),
          end.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
        else { continue }
        let path = "\(repository)/templates/\(entry.name).mustache"
        let ending = String(end[(end.lastIndex(of: ".") ?? end.endIndex)...])
        for system in try Self.systems(entry.node) {
          found.append((system, path, ending))
        }
      }
    } catch {
      let place = error.position == nil ? "" : MessageText.shown(config, most: 4_096) + ":"
      throw Flaw(place + error.description, at: item.position)
    }
    for system in SchemeSystem.allCases.reversed() where systems.contains(system) {
      if let found = found.first(where: { $0.system == system }) { return found }
    }
    throw Flaw(
      "expected a template for base16 or base24, as the item supports, with themes in "
        + "\(MessageText.quoted(folder)) in \(MessageText.shown(config, most: 4_096))",
      at: item["themes-dir"]?.position
    )
  }

  /// The parts of the path, in the repository, to which tinty writes a template's themes.
  private static func output(_ entry: JSONNode.Member) throws(Flaw) -> [String] {
    let node = entry.node
    var path = (node["output"]?.text ?? ".") + "/{{scheme-slug}}"
    if let end = node["extension"]?.text { path += end } else { path = try text(node, "filename") }
    guard !entry.name.includes("/"), !path.hasPrefix("/"), !path.pathParts.contains("..") else {
      throw Flaw(
        "expected a path inside the repository, found \(MessageText.quoted(path))",
        at: node.position
      )
    }
    return path.pathParts
  }

  /// The scheme systems, out of those that an item or a template lists, for which nightd can make
  /// schemes; base16 if the item or template has no list.
  private static func systems(_ node: JSONNode) throws(Flaw) -> [SchemeSystem] {
    var systems: [SchemeSystem] = node["supported-systems"] == nil ? [.base16] : []
    // Skip tinted8, which tinty also supports, because nightd cannot make its colours.
    for node in node.all("supported-systems") where node.text != "tinted8" {
      guard let system = node.text.flatMap(SchemeSystem.init) else {
        throw Flaw("expected base16, base24 or tinted8", at: node.position)
      }
      systems.append(system)
    }
    return systems
  }

  private static func text(_ node: JSONNode, _ key: String) throws(Flaw) -> String {
    guard let text = node[key]?.text, !text.isEmpty else {
      throw Flaw("expected “\(key)” with a text", at: node[key]?.position ?? node.position)
    }
    return text
  }
}
