package import NightCore

/// Reads the description of a program.
package enum ProgramReader {
  package static let fileName = "program.json5"
  package static let limits = JSONLimits(bytes: 256 << 10, depth: 12, values: 8_192, isExact: true)

  /// A mistake in one of the files of a description.
  package struct Problem: Error, Equatable, Sendable {
    package let file: String
    package let flaw: Flaw
  }

  /// Reads the description in a folder; `read` returns the bytes of another file in the folder.
  ///
  /// Returns nil if the description is an empty object, which disables nightd's description of the
  /// same name. `checksShape` is false for nightd's own descriptions, because tests have already
  /// checked them.
  package static func read(
    _ name: String,
    in folder: String,
    _ bytes: [UInt8],
    checksShape: Bool = true,
    _ read: (_ file: String) -> [UInt8]?
  ) throws(Problem) -> Program? {
    let root = try described { () throws(Flaw) in
      let root = try JSONReader.read(bytes, limits: limits)
      let isEmpty = root.members?.allSatisfy { $0.name == JSONSchema.reference } == true
      if !isEmpty, checksShape, let flaw = flaws(in: root, bytes).first { throw flaw }
      return isEmpty ? nil : root
    }
    guard let root else { return nil }
    return try program(name, Origin(folder: folder, fileName: fileName, bytes: bytes), root, read)
  }

  /// Reads a description that was made from another tool's configuration.
  ///
  /// `bytes` are the bytes of that configuration.
  package static func read(
    _ template: ToolTemplates.Description,
    in folder: String,
    _ bytes: [UInt8],
    _ read: (_ file: String) -> [UInt8]?
  ) throws(Problem) -> Program {
    let origin = Origin(
      folder: folder,
      fileName: template.fileName,
      bytes: bytes,
      template: template
    )
    if let flaw = flaws(in: template.root, bytes).first {
      throw Problem(file: origin.fileName, flaw: flaw)
    }
    return try program(template.name, origin, template.root) { read(template.inputs[$0] ?? $0) }
  }

  /// The place from which a description is read.
  private struct Origin {
    let folder: String
    let fileName: String
    let bytes: [UInt8]
    /// The other tool's template that the description was made from; nil if the description is in a
    /// folder.
    var template: ToolTemplates.Description?
  }

  /// All mistakes in a description's structure; if the bytes are not JSON5, only the first syntax
  /// error.
  package static func flaws(in bytes: [UInt8]) -> [Flaw] {
    do throws(Flaw) {
      return flaws(in: try JSONReader.read(bytes, limits: limits), bytes)
    } catch { return [error] }
  }

  private static func flaws(in root: JSONNode, _ source: [UInt8]) -> [Flaw] {
    ProgramShape.program.flaws(in: root, Shape.Place(source: source))
  }

  /// Calls `body`, and turns a flaw that it throws into a problem in the description's file.
  private static func described<Value>(
    _ body: () throws(Flaw) -> Value
  ) throws(Problem) -> Value {
    do throws(Flaw) { return try body() } catch { throw Problem(file: fileName, flaw: error) }
  }

  private static func program(
    _ name: String,
    _ origin: Origin,
    _ root: JSONNode,
    _ read: (String) -> [UInt8]?
  ) throws(Problem) -> Program {
    guard ["files", "edits", "tell", "pictures", "code"].contains(where: { root[$0] != nil }) else {
      throw Problem(
        file: fileName,
        flaw: Flaw(
          "expected “files”, “edits” or “tell”: without them, the program does nothing",
          at: root.position
        )
      )
    }
    var files: [Program.File] = []
    for node in root.all("files") { files.append(try file(node, origin, read)) }
    var code: ProgramCode?
    if let word = root["code"]?.text { code = ProgramCode.named(word) }
    var lines: [Program.Edit] = []
    var settings: [SettingsEdit] = []
    for node in root.all("edits") {
      try described { () throws(Flaw) in
        guard node["set"] == nil else { return settings.append(try self.settings(node)) }
        guard lines.allSatisfy({ $0.when != ProgramCondition() }) else {
          throw Flaw(
            "expected a “when” for the previous “line”: without a condition there, nightd never adds "
              + "this line",
            at: node.position
          )
        }
        lines.append(try self.edit(node))
      }
    }
    if root["follows"]?.text == "by itself", !lines.isEmpty {
      throw Problem(
        file: fileName,
        flaw: Flaw(
          "expected no “line”: only a program that follows on request may have one",
          at: root.position
        )
      )
    }
    return Program(
      name: name,
      folder: origin.folder,
      fileName: origin.fileName,
      source: origin.bytes,
      title: root["title"]?.text ?? name,
      group: root["group"]?.text.flatMap(Program.Group.init) ?? .other,
      programs: root.texts("programs"),
      paths: root.texts("paths"),
      followsItself: root["follows"]?.text == "by itself",
      styleSource: root["source"]?.text,
      tried: root["tried"]?["version"]?.text,
      note: root["note"]?.text ?? "",
      conditions: root.all("when").map(condition),
      files: files,
      colors: origin.template?.colors ?? [],
      lines: lines,
      settings: settings,
      tell: tells(root, "tell"),
      restore: root["restore"].map { _ in tells(root, "restore") },
      overrides: overrides(root["overrides"]),
      blocked: blocks(root, "blocked"),
      decides: blocks(root, "decides"),
      pictures: root.all("pictures").map(PictureStore.init),
      code: code,
      check: root.all("check").compactMap(\.template)
    )
  }

  private static func file(
    _ node: JSONNode,
    _ origin: Origin,
    _ read: (String) -> [UInt8]?
  ) throws(Problem) -> Program.File {
    let file = node["template"]?.text ?? ""
    let shown = origin.template?.inputs[file] ?? file
    func flaw(_ message: String) -> Problem {
      Problem(file: origin.fileName, flaw: Flaw(message, at: node["template"]?.position))
    }
    guard !file.isEmpty, !file.hasPrefix("."), !file.includes("/") else {
      throw flaw("expected the name of a file in this folder, found \(MessageText.quoted(file))")
    }
    let source = node["from"]?.text.map { "../\($0)/" } ?? ""
    guard let bytes = read(source + file) else {
      throw flaw(
        origin.template == nil
          ? "this folder has no file \(MessageText.quoted(file)) that can be read; make the file, or "
            + "correct its name"
          : "expected a template at “\(MessageText.shown(shown, most: 4_096))”, which cannot be read"
      )
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw flaw("the file \(MessageText.quoted(shown)) is not in UTF-8")
    }
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let template: Template
    do throws(Flaw) {
      template = try Template(text, origin.template?.dialect ?? .nightd)
    } catch {
      throw Problem(file: shown, flaw: error)
    }
    return Program.File(
      name: node["name"]?.text ?? String(file[..<dot]),
      source: shown,
      template: template,
      path: choices(node["to"]),
      when: condition(node["when"]),
      custom: (node["custom"]?.members ?? []).map {
        .init($0.name, .trusted($0.node.text ?? ""))
      },
      replaces: node.flag("replaces") ?? false,
      isDigested: node.flag("digest") ?? false,
      ending: String(file[dot...])
    )
  }

  private static func edit(_ node: JSONNode) throws(Flaw) -> Program.Edit {
    var begins: (file: Template, line: Template)?
    guard let line = node.template("line") else {
      throw Flaw("expected “line” in “edits”", at: node.position)
    }
    if let start = node["begins"], let file = start.template("if"),
      let line = start.template("line")
    {
      begins = (file, line)
    }
    return Program.Edit(
      when: condition(node["when"]),
      files: choices(node["file"]),
      new: choices(node["new"]),
      line: line,
      place: place(node["at"]),
      begins: begins,
      syntax: node["syntax"]?.text.flatMap { FileSyntax.named[$0] } ?? .lines,
      refusals: node.all("refuse").compactMap { node in
        node.template("why").map {
          Program.Refusal(
            when: condition(node["when"]),
            text: textTest(node["if"]),
            why: $0,
            advice: node["advice"]?.text.flatMap(Program.Refusal.Advice.init) ?? .yourself
          )
        }
      }
    )
  }

  private static func settings(_ node: JSONNode) throws(Flaw) -> SettingsEdit {
    let place: SettingsEdit.Place
    if let store = node["store"] {
      let commands = SettingsCommands(
        read: store.texts("read"),
        write: store.texts("write"),
        reset: store["reset"].map { _ in store.texts("reset") }
      )
      place = .store(store["schema"]?.text.map { SettingsCommands(schema: $0) } ?? commands)
    } else {
      let format = node["format"]?.text.flatMap(SettingsFormat.init) ?? .ini
      if let section = node["section"], !format.hasSections {
        throw Flaw(
          "expected no “section”: only the formats ini, toml and json have sections",
          at: section.position
        )
      }
      if format == .word,
        let key = node.all("set").map({ $0["key"] }).first(where: {
          $0?.text != SettingsFormat.wordKey
        })
      {
        throw Flaw(
          "expected the key “\(SettingsFormat.wordKey)”: a file in the format “word” has one value",
          at: key?.position
        )
      }
      place = .file(choices(node["file"]), new: choices(node["new"]), format)
    }
    let section = node["section"]?.text ?? ""
    if section.hasPrefix("[") {
      throw Flaw(
        "expected the name of a section without “[” and “]”, such as View; nightd cannot change "
          + "nested sections, such as [[View]]",
        at: node["section"]?.position
      )
    }
    return SettingsEdit(
      place: place,
      when: condition(node["when"]),
      values: node.all("set").map { node in
        SettingsEdit.Value(
          section: section,
          key: node["key"]?.text ?? "",
          text: node.template("to"),
          theme: node["theme"]?.text,
          among: node["twin"]?.text.flatMap(ThemeKind.init),
          beside: node.texts("beside"),
          usual: node["usual"]?.text,
          ifSet: node.flag("ifSet") ?? false,
          insteadOf: node["insteadOf"]?.text
        )
      }
    )
  }

  private static func choices(_ node: JSONNode?) -> [Program.Choice] {
    (node?.nodes ?? []).compactMap { node in
      (node.template ?? node.template("path")).map {
        Program.Choice(path: $0, when: condition(node["when"]))
      }
    }
  }

  private static func place(_ node: JSONNode?) -> IncludeLine.Place {
    if let text = node?["before"]?.text { return .before(text) }
    if let text = node?["after"]?.text { return .after(text) }
    if let first = node?["beforeSections"]?.text { return .beforeSections(first: first) }
    return node?.text == "start" ? .top : .bottom
  }

  private static func blocks(_ root: JSONNode, _ name: String) -> [Program.Block] {
    root.all(name).compactMap { node in
      node.template("why").map { Program.Block(when: condition(node["when"]), why: $0) }
    }
  }

  private static func condition(_ node: JSONNode?) -> ProgramCondition {
    guard let node else { return ProgramCondition() }
    func templates(_ name: String) -> [Template] { node.all(name).compactMap(\.template) }
    return ProgramCondition(
      exists: templates("exists"),
      missing: templates("missing"),
      installed: node.texts("installed"),
      notInstalled: node.texts("notInstalled"),
      knows: node.texts("knows"),
      lacks: node.texts("lacks"),
      holds: node.template("holds"),
      variable: node.texts("variable"),
      running: node.texts("running"),
      contains: node.texts("contains"),
      gsettings: node.texts("gsettings"),
      desktop: node.flag("desktop")
    )
  }

  private static func textTest(_ node: JSONNode?) -> TextTest {
    guard let node else { return TextTest() }
    return TextTest(
      isBlank: node.flag("blank"),
      lines: node.texts("lines"),
      contains: node["contains"]?.text,
      firstLineIsNot: node["firstLineIsNot"]?.text,
      tomlKey: node["tomlKey"]?.text,
      section: node["section"]?.text,
      keys: node.texts("keys")
    )
  }

  private static func tells(_ root: JSONNode, _ name: String) -> [Program.Tell] {
    root.all(name).map { node in
      let action: Program.Tell.Action
      func templates(_ name: String = "run") -> [Template] {
        node.all(name).compactMap(\.template)
      }
      if let signal = node["signal"]?.text.flatMap({ Announcement.Signal(rawValue: "SIG" + $0) }) {
        action = .signal(signal, to: node.texts("to"))
      } else if let bytes = node.template("terminals") {
        action = .terminals(bytes, of: node.texts("of"))
      } else if let each = node.template("each") {
        action = .runEach(each, templates())
      } else {
        action = .run(
          templates(),
          ifRunning: node.texts("ifRunning"),
          mode: templates("mode")
        )
      }
      return Program.Tell(when: condition(node["when"]), action: action)
    }
  }

  private static func overrides(_ node: JSONNode?) -> Rivals {
    guard let node else { return Rivals([]) }
    return Rivals(
      node.texts("keys"),
      after: node.texts("after"),
      unless: node.texts("unless"),
      phrases: node.texts("phrases"),
      includes: node.texts("include"),
      in: node.texts("files")
    )
  }
}
