import NightCore

/// The user's configuration file for Alacritty.
///
/// Versions of Alacritty before 0.13 read YAML; version 0.13 and all later versions read TOML.
enum AlacrittyFile {
  private static func paths(_ ending: String, _ context: ProgramContext) -> [String] {
    let file = "alacritty.\(ending)"
    return [
      context.config("alacritty/" + file), context.config(file), context.home("." + file),
    ]
  }

  /// Whether the installed Alacritty reads YAML.
  ///
  /// If the user has a TOML file, the result is false. If the user has a YAML file but no TOML
  /// file, the result is true.
  ///
  /// If the user has neither a TOML file nor a YAML file, Alacritty's example file in YAML shows
  /// that this version reads YAML.
  static func isYAML(_ context: ProgramContext) -> Bool {
    guard !paths("toml", context).contains(where: context.fileExists) else { return false }
    return paths("yml", context).contains(where: context.fileExists)
      || context.fileExists("/usr/share/doc/alacritty/examples/alacritty.yml")
  }

  @Sendable
  static func include(_ context: ProgramContext) -> IncludeLine? {
    if isYAML(context) {
      let own = "\"\(context.short(context.own("alacritty.yml")))\""
      return IncludeLine(
        in: paths("yml", context),
        "import: [\(own)]",
        at: .top,
        refusal: { refusalOfYAML($0, own) }
      )
    }
    let own = "\"\(context.short(context.own("alacritty.toml")))\""
    let paths = paths("toml", context)
    let text = paths.first(where: context.fileExists).flatMap(context.text) ?? ""
    let (line, place) = entry(own, Array(text.utf8))
    return IncludeLine(in: paths, line, at: place) { refusal($0, own, context) }
  }

  // MARK: - TOML

  /// The possible keys of the list of imports: first the key that Alacritty uses from version 0.14
  /// on, then the older key.
  private static let lists = [["general", "import"], ["import"]]

  /// The string that nightctl adds to the user's file, and the place where it adds the string.
  ///
  /// The string and the place depend on the file's text: TOML allows each key only once, so
  /// nightctl must extend a list that already exists.
  private static func entry(_ own: String, _ bytes: [UInt8]) -> (String, IncludeLine.Place) {
    let outline = TomlOutline(bytes)
    if let list = lists.lazy.compactMap(outline.value).first {
      let text = outline.text(list)
      let pieces = [", \(own)", " \(own),", " \(own) "]
      let piece = pieces.first(where: text.includes) ?? (text.includes(own) ? own : nil)
      return (
        piece ?? outline.insertion(of: own, in: list)?.piece ?? own, .tomlList(lists, text: own)
      )
    }
    if let table = outline.tables.first(where: { $0.key == ["general"] }) {
      return ("import = [\(own)]", .after(table.line))
    }
    return ("general.import = [\(own)]", .top)
  }

  private static func refusal(
    _ text: String,
    _ own: String,
    _ context: ProgramContext
  ) -> IncludeLine.Refusal? {
    let outline = TomlOutline(Array(text.utf8))
    if let key = ownColor(outline) {
      return .changeFirst(
        "it sets \(key) itself, which would override the colours; remove the keys below "
          + "\(key) from it"
      )
    }
    if outline.value(of: ["general"]) != nil {
      return .differently(
        "its “general” is an inline table; add \(own) to the end of the list “import” in it, or "
          + "if there is no such list, add import = [\(own)] between its braces"
      )
    }
    guard let list = lists.lazy.compactMap(outline.value).first else { return nil }
    guard let texts = outline.texts(list)?.map(outline.text) else {
      return .differently(
        "its “import” is not a list of strings; make it a list that ends with \(own)"
      )
    }
    guard let place = texts.lastIndex(of: own) else { return nil }
    let later = texts[(place + 1)...].first { text in
      let path = context.long(String(text.dropFirst().dropLast()))
      return context.text(path).map { ownColor(TomlOutline(Array($0.utf8))) != nil } ?? false
    }
    return later.map {
      .changeFirst("it imports \($0) after nightd's file; put nightd's file last in that list")
    }
  }

  /// The first table or key in the user's file that nightd's file also sets.
  private static func ownColor(_ outline: TomlOutline) -> String? {
    let tables = ["primary", "cursor", "selection", "normal", "bright"]
    let key = outline.entries.lazy.map(\.key).first { key in
      key == ["colors"]
        || key.count > 1 && key[0] == "colors" && tables.contains(key[1])
    }
    return key.map { $0.prefix(2).joined(separator: ".") }
  }

  // MARK: - YAML

  private static func refusalOfYAML(_ text: String, _ own: String) -> IncludeLine.Refusal? {
    func has(_ key: String) -> Bool {
      IncludeLine.lines(text).contains { line in
        line.hasPrefix(key) && line.dropFirst(key.count).drop { $0 == " " }.hasPrefix(":")
      }
    }
    if has("colors") {
      return .changeFirst("its own colors would override nightd's; remove them")
    }
    return has("import")
      ? .differently("it already has a list of imports; add \(own) to the end of that list") : nil
  }
}
