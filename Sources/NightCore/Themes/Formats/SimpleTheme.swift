/// Reads a theme of simpleTheme: a folder of images with a property list like
/// `day_theme_config.plist`.
///
/// The property list contains named colours with descriptions, and images for the states of a
/// button. For each image file in the folder, the theme also gets an image with the file's name.
package enum SimpleTheme {
  package static let ending = "_theme_config.plist"

  /// The words that declare a style in the name of a property list or its folder.
  private static let words: [String: Style] = [
    "day": .light, "light": .light, "night": .dark, "dark": .dark,
  ]

  /// The style that the last word of a name declares, such as light for `theme_day`; nil if the
  /// word declares no style.
  package static func style(named name: String) -> Style? {
    name.split { !$0.isLetter }.last.flatMap { words[MessageText.lowercased(String($0))] }
  }

  /// Reads the property list of a theme.
  ///
  /// `pictures` are the names of the files in the theme's folder. `configuration` is the property
  /// list's name, whose first word declares the style; `title` is the name of the folder.
  package static func read(
    _ bytes: [UInt8],
    file: String,
    configuration: String,
    pictures: Set<String>,
    style: Style? = nil,
    called name: String? = nil,
    title: String?
  ) -> ThemeImport {
    let result = ThemeImport(file: file, style: style, called: name, title: title)
    var reader = SimpleThemeReader(result, pictures)
    return reader.read(bytes, configuration)
  }
}

private struct SimpleThemeReader {
  var result: ThemeImport
  let pictures: Set<String>
  var entries: [ThemeFile.Entry] = []
  var missing: [String] = []
  var names: Set<ThemeKey> = []

  private static let sections = ["textSize", "textColor", "buttonImage"]
  private static let endings = ["png", "jpg", "jpeg"]
  private static let scales = [(1, ""), (2, "@2x"), (3, "@3x"), (4, "@4x")]

  init(_ result: ThemeImport, _ pictures: Set<String>) {
    self.result = result
    self.pictures = pictures
  }

  mutating func read(_ bytes: [UInt8], _ configuration: String) -> ThemeImport {
    guard !bytes.starts(with: "bplist".utf8) else {
      result.add(
        .error,
        nil,
        "it is a binary property list; to make it readable, run plutil -convert xml1 FILE"
      )
      return result
    }
    let root: PreferenceValue
    do throws(Flaw) {
      let limits = JSONLimits(bytes: ThemeImport.maximumBytes)
      root = try PropertyList.value(bytes, limits: limits)
    } catch {
      result.add(.error, error.position, error.message)
      return result
    }
    guard case .dictionary(let members) = root,
      members.contains(where: { Self.sections.contains($0.name) })
    else {
      result.add(
        .error,
        nil,
        "expected a dictionary with “textColor” and “buttonImage”, found \(root.described)"
          + (root.kind == .dictionary ? " without them" : "")
      )
      return result
    }
    for member in members {
      guard Self.sections.contains(member.name) else {
        let meant = NearestWord.to(member.name, among: Self.sections)
        let what = "\(MessageText.quoted(member.name)) is unknown and ignored"
        result.add(.warning, nil, what + MessageText.didYouMean(meant))
        continue
      }
      guard case .dictionary(let values) = member.value else {
        refuse(member.name, "expected a dictionary, found \(member.value.described)")
        continue
      }
      for value in values {
        guard !result.hasTooManyErrors else { return result.finished() }
        read(value, in: member.name)
      }
    }
    addPictures()
    guard entries.count <= ThemeFileReader.maximumValues else {
      result.add(.error, nil, "expected at most \(ThemeFileReader.maximumValues) values in a theme")
      return result.finished()
    }
    noteMissing()
    if result.isValid { addTheme(configuration) }
    return result.finished()
  }

  private mutating func refuse(_ path: String, _ message: String) {
    result.add(.error, nil, "\(MessageText.shown(path)): \(message)")
  }

  private mutating func read(_ member: PreferenceValue.Member, in section: String) {
    let path = "\(section).\(member.name)"
    guard ThemeKey.isName(member.name) else {
      refuse(
        section,
        "expected a name of 1 to \(ThemeKey.maximumBytes) letters, digits, dots, - and _, "
          + "found \(MessageText.quoted(member.name))"
      )
      return
    }
    switch section {
    case "textColor": readColor(member, path)
    case "buttonImage": readImage(member, path)
    default: readSize(member, path)
    }
  }

  private func member(_ name: String, of value: PreferenceValue) -> PreferenceValue? {
    guard case .dictionary(let members) = value else { return nil }
    return members.first { $0.name == name }?.value
  }

  private mutating func add(
    _ key: ThemeKey,
    _ value: ThemeFile.Entry.Written,
    _ description: String? = nil
  ) {
    names.insert(key)
    entries.append(.init(key, value, description: description))
  }

  // MARK: - Values

  private mutating func readColor(_ entry: PreferenceValue.Member, _ path: String) {
    guard case .string(let text)? = member("color", of: entry.value) else {
      refuse(path, "expected a dictionary with a “color”, such as 0xd43d3d")
      return
    }
    let lower = MessageText.lowercased(text)
    let mark = ["0x", "#"].first(where: lower.hasPrefix) ?? ""
    let digits = lower.dropFirst(mark.count)
    guard digits.utf8.count == 6, let color = try? Color(reading: "#" + digits) else {
      refuse(path, "expected six hexadecimal digits, found \(MessageText.quoted(text))")
      return
    }
    // Some files that come with simpleTheme have the key `des` instead of `desc`.
    var description: String?
    if case .string(let text)? = member("desc", of: entry.value) ?? member("des", of: entry.value),
      !text.isEmpty
    {
      guard text.utf8.count <= ThemeFileReader.maximumSentenceBytes, !text.utf8.contains(0) else {
        refuse(
          path,
          "expected a “desc” of at most \(ThemeFileReader.maximumSentenceBytes) bytes"
        )
        return
      }
      description = text
    }
    add(ThemeKey(.color, entry.name), .color(.init(.color(color))), description)
  }

  private mutating func readSize(_ entry: PreferenceValue.Member, _ path: String) {
    let points: Double? =
      switch member("size", of: entry.value) ?? entry.value {
      case .integer(let number): Double(number)
      case .double(let number): number
      case .string(let text): Double(text)
      default: nil
      }
    guard let points, points > 0, points <= 1_000 else {
      refuse(path, "expected a size in points, above 0 and up to 1000")
      return
    }
    add(ThemeKey(.font, entry.name), .value(.font(ThemeFont(family: nil, size: points))))
  }

  private mutating func readImage(_ entry: PreferenceValue.Member, _ path: String) {
    guard entry.value.kind == .dictionary else {
      refuse(path, "expected a dictionary with “normal_img”, found \(entry.value.described)")
      return
    }
    var found: [ThemeImage.Picture] = []
    for (name, state) in [("normal_img", ThemeImage.normal), ("press_img", "pressed")] {
      guard let value = member(name, of: entry.value) else { continue }
      guard case .string(let picture) = value else {
        refuse("\(path).\(name)", "expected the name of a picture, found \(value.described)")
        continue
      }
      guard !picture.isEmpty else { continue }
      let files = files(of: picture, state)
      if files.isEmpty, !missing.contains(picture) { missing.append(picture) }
      found += files
    }
    guard !found.isEmpty else { return }
    add(ThemeKey(.image, entry.name), .value(.image(ThemeImage(found))))
  }

  // MARK: - Pictures

  /// The image's files in all scales; the image's name may lack a file ending.
  private func files(of picture: String, _ state: String) -> [ThemeImage.Picture] {
    let (stem, ending) = Self.parts(picture)
    for ending in ending.map({ [$0] }) ?? Self.endings {
      let files = Self.scales.compactMap { scale, mark -> ThemeImage.Picture? in
        let file = "\(stem)\(mark).\(ending)"
        return pictures.contains(file) ? .init(state: state, scale: scale, file: file) : nil
      }
      if !files.isEmpty { return files }
    }
    return []
  }

  /// Splits an image's name into its stem without the scale, and its ending; the ending is nil if
  /// it is unknown.
  private static func parts(_ name: String) -> (stem: String, ending: String?) {
    guard let dot = name.lastIndex(of: "."),
      case let ending = String(name[name.index(after: dot)...]),
      endings.contains(MessageText.lowercased(ending))
    else { return (name, nil) }
    let stem = String(name[..<dot])
    let mark = scales.map(\.1).last { !$0.isEmpty && stem.hasSuffix($0) } ?? ""
    return (String(stem.dropLast(mark.count)), ending)
  }

  /// Adds each image in the folder under its file's name, because simpleTheme's views use that
  /// name.
  private mutating func addPictures() {
    for picture in pictures.sorted() {
      let (stem, ending) = Self.parts(picture)
      let key = ThemeKey(.image, stem)
      guard ending != nil, ThemeKey.isName(stem), !names.contains(key) else { continue }
      add(key, .value(.image(ThemeImage(files(of: picture, ThemeImage.normal)))))
    }
  }

  private mutating func noteMissing() {
    guard !missing.isEmpty else { return }
    let shown = missing.prefix(3).map(MessageText.quoted).joined(separator: ", ")
    let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
    let (picture, them) = missing.count == 1 ? ("picture", "it") : ("pictures", "them")
    result.add(
      .warning,
      nil,
      "buttonImage names \(shown)\(more), but the folder has no such \(picture), so the theme "
        + "leaves \(them) out"
    )
  }

  // MARK: - The theme

  private mutating func addTheme(_ configuration: String) {
    guard let name = result.called ?? result.title else {
      result.add(.error, nil, ThemeImport.nameless)
      return
    }
    result.checkName(name, nil)
    let first = configuration.split { !$0.isLetter }.first.map(String.init) ?? ""
    let short = MessageText.lowercased(first)
    result.shortNames[name] = short.isEmpty ? name : short
    let colors = entries.compactMap { entry -> (key: String, color: Color)? in
      guard case .color(let term) = entry.written, case .color(let color) = term.base else {
        return nil
      }
      return (entry.key.name, color)
    }
    let style =
      result.style ?? SimpleTheme.style(named: first) ?? SimpleTheme.style(named: name)
      ?? result.style(of: name, background: ThemeImport.background(colors), .start)
    var theme = ThemeFile(name: name, style: style)
    theme.entries = entries
    result.themes = [theme]
  }
}
