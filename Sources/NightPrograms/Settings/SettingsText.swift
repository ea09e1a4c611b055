import NightCore

/// The text of a settings file, in which single values can be read and changed.
///
/// Everything but the changed values stays byte for byte the same: comments, order, line ends, and
/// unknown lines. If a key occurs more than once, its last value is used, as in the programs
/// themselves.
package struct SettingsText: Sendable {
  private typealias Key = SettingPlace.Key

  /// A line with its line end.
  private struct Line: Sendable {
    var bytes: [UInt8]
    /// The section that contains the line, or that the line begins.
    var group: String
    var isHeader = false
    /// The setting in this line; nil if the line has no setting.
    var entry: Entry?

    func begins(_ group: String) -> Bool { isHeader && self.group == group }
  }

  /// The parts of a line that has a setting.
  struct Entry: Sendable {
    var name: String
    /// The range of the value in the bytes of the line.
    var value: Range<Int>
  }

  package let format: SettingsFormat
  /// The byte order mark before the first line, or nothing.
  private let mark: [UInt8]
  private var lines: [Line] = []
  /// The members of a JSON text, used in place of `lines`; nil for all other formats.
  private var json: JSONMembers?

  package init(_ text: String, _ format: SettingsFormat) {
    self.format = format
    let all = Array(text.utf8)
    guard format != .json else {
      mark = []
      json = JSONMembers(all)
      return
    }
    let isMarked = format != .whole && all.starts(with: SettingsSyntax.mark)
    mark = isMarked ? SettingsSyntax.mark : []
    var group = ""
    var isComment = false
    var open = TomlOpening()
    for bytes in SettingsSyntax.lines(all[mark.count...], format) {
      var line = Line(bytes: bytes, group: group)
      if format == .toml, open.continues(bytes) {
        // A line inside a list or a long string has no setting.
      } else if format.hasHeaders, let header = SettingsSyntax.header(bytes) {
        group = format == .toml ? TomlName.plain(header) : header
        line.group = group
        line.isHeader = true
      } else if format == .gtkrc {
        // A line inside a comment of several lines has no setting.
        let wasComment = isComment
        isComment = SettingsSyntax.isComment(after: bytes, before: isComment)
        if !wasComment { line.entry = SettingsSyntax.entry(bytes, format) }
      } else {
        line.entry = SettingsSyntax.entry(bytes, format)
      }
      lines.append(line)
    }
  }

  /// The reason why a key cannot be changed in a text, as a part of a sentence; nil if all keys can
  /// be changed.
  package static func flaw(
    in text: String?,
    _ format: SettingsFormat,
    _ keys: some Sequence<SettingPlace.Key>
  ) -> String? {
    guard let text else { return nil }
    switch format {
    case .json: return JSONMembers.flaw(in: text, keys)
    case .toml: return SettingsText(text, format).tableFlaw(keys)
    case .ini, .xsettingsd, .xresources, .gtkrc, .word, .whole: return nil
    }
  }

  /// The reason why a key cannot be changed in a TOML text.
  ///
  /// TOML does not allow a table to be defined in two ways.
  private func tableFlaw(_ keys: some Sequence<SettingPlace.Key>) -> String? {
    for key in keys {
      let path = key.group.isEmpty ? key.name : key.group + "." + key.name
      if let value = value(key),
        ["{", "[", "\"\"\"", "'''"].contains(where: value.hasPrefix)
      {
        return "it has a list, a table or a multi-line string for \(MessageText.quoted(path))"
      }
      for line in lines {
        // Look for a line that sets the same key by a dotted name, or that sets a part of the key's
        // path to a plain value.
        if line.group.contains("\\") || line.entry?.name.contains("\\") == true {
          return "it has a name with a backslash"
        }
        if let name = line.entry?.name, line.group != key.group || name != key.name {
          let own = line.group.isEmpty ? name : line.group + "." + name
          if own == path || path.hasPrefix(own + ".") || own.hasPrefix(path + ".") {
            return "it sets \(MessageText.quoted(own)) in another way"
          }
          if !key.group.isEmpty, line.group != key.group, own.hasPrefix(key.group + "."),
            !line.group.hasPrefix(key.group + "."), !lines.contains(where: { $0.begins(key.group) })
          {
            return "it sets \(MessageText.quoted(own)) outside a table"
          }
        }
        guard line.isHeader else { continue }
        if line.group == path || line.group.hasPrefix(path + ".") {
          return "\(MessageText.quoted(path)) is a table in it"
        }
        guard line.group.hasPrefix("[") else { continue }
        let list = String(line.group.dropFirst().prefix { $0 != "]" })
        if path == list || path.hasPrefix(list + ".") {
          return "\(MessageText.quoted(list)) is a list of tables in it"
        }
      }
    }
    return nil
  }

  package var text: String {
    String(decoding: json?.bytes ?? mark + lines.flatMap(\.bytes), as: UTF8.self)
  }

  /// The file's keys, each with the value that is in effect.
  ///
  /// Each key occurs once; the keys are in the order in which they first occur in the file.
  package var values: [(key: SettingPlace.Key, value: String)] {
    if let json { return json.settings }
    var places: [SettingPlace.Key: Int] = [:]
    var values: [(key: SettingPlace.Key, value: String)] = []
    for index in lines.indices {
      guard let name = lines[index].entry?.name, let value = value(at: index) else { continue }
      let key = SettingPlace.Key(lines[index].group, name)
      if let place = places[key] {
        values[place].value = value
      } else {
        places[key] = values.count
        values.append((key, value))
      }
    }
    return values
  }

  /// Whether both texts have the same keys with the same values.
  func hasValues(of other: Self) -> Bool {
    let (own, others) = (values, other.values)
    return own.count == others.count && has(others.map { .init($0.key, $0.value) })
  }

  /// Whether the text has all of these values.
  package func has(_ values: [TextHistory.Value]) -> Bool {
    values.allSatisfy { TextHistory.isSame(value($0.key), $0.value) }
  }

  /// The value exactly as the file has it, with quotation marks but without spaces around it.
  ///
  /// Returns nil if the file does not have the key.
  package func value(_ key: SettingPlace.Key) -> String? {
    json.map { $0.value(key) } ?? last(key).flatMap(value(at:))
  }

  /// The numbers of the lines that set a key, counted from 1; the last of these lines decides.
  package func lineNumbers(_ key: SettingPlace.Key) -> [Int] {
    if let json { return json.lineNumber(key).map { [$0] } ?? [] }
    var number = 1
    var numbers: [Int] = []
    for line in lines {
      if line.group == key.group, line.entry?.name == key.name { numbers.append(number) }
      number += line.bytes.count { $0 == 10 }
    }
    return numbers
  }

  /// Replaces the value of a key, or adds the key; nil removes all occurrences of the key.
  ///
  /// Ignores a value that contains a line end, because the line end would begin another setting.
  package mutating func set(_ key: SettingPlace.Key, _ value: String?) {
    guard json == nil else {
      json?.set(key, value)
      return
    }
    guard let value else {
      lines.removeAll { $0.group == key.group && $0.entry?.name == key.name }
      return
    }
    guard
      !value.utf8.contains(where: { $0 == 10 || $0 == 13 })
        || [.xresources, .whole].contains(format)
    else { return }
    guard let index = last(key) else { return add(key, value) }
    guard !TextHistory.isSame(self.value(at: index), value) else { return }
    replaceValue(at: index, with: value)
  }

  /// Puts the user's line for a key in place of each line in which nightd set the key.
  ///
  /// If the file sets the key several times, all other lines of the key stay, because the user
  /// wrote them. This function also copies the spaces and comments of the user's line.
  package mutating func restore(_ key: SettingPlace.Key, _ nightds: String?, from users: Self) {
    let isInEffect = TextHistory.isSame(value(key), nightds)
    if let other = users.json {
      if isInEffect { json?.restore(key, from: other) }
      return
    }
    guard let nightds else {
      if isInEffect, let value = users.value(key) { set(key, value) }
      return
    }
    // Some lines of the user's version may have the same value, so do not count them as nightd's.
    let added = places(key, nightds).count - users.places(key, nightds).count
    let own = places(key, nightds).suffix(max(added, isInEffect ? 1 : 0))
    guard let source = users.last(key) else {
      for index in own.reversed() { lines.remove(at: index) }
      return removeEmptySection(key.group, unlessIn: users)
    }
    let bytes = users.lines[source].bytes
    for index in own {
      // If the user has added a comment to nightd's line, for example, replace only the value.
      guard isAdded(lines[index], key, nightds) else {
        replaceValue(at: index, with: users.value(at: source) ?? "")
        continue
      }
      let end = SettingsSyntax.ending(format == .whole ? bytes : lines[index].bytes)
      lines[index].bytes = bytes.dropLast(SettingsSyntax.ending(bytes).count) + end
      lines[index].entry = SettingsSyntax.entry(lines[index].bytes, format)
    }
  }

  /// Removes the line end of the last line if another version of the file ends with the same line,
  /// but without a line end.
  package mutating func restoreEnd(from other: SettingsText) {
    guard let last = lines.last?.bytes, let own = other.lines.last?.bytes else { return }
    let end = SettingsSyntax.ending(last)
    if !end.isEmpty, last == own + end { lines[lines.count - 1].bytes = own }
  }

  /// Whether the text has only blank lines.
  package var isBlank: Bool {
    json?.isBlank ?? lines.allSatisfy { SettingsSyntax.isBlank($0.bytes) }
  }

  // MARK: - Lines

  private func value(at index: Int) -> String? {
    lines[index].entry.map { String(decoding: lines[index].bytes[$0.value], as: UTF8.self) }
  }

  private func last(_ key: SettingPlace.Key) -> Int? {
    lines.lastIndex { $0.group == key.group && $0.entry?.name == key.name }
  }

  /// The indices of the lines that set a key to this value.
  private func places(_ key: SettingPlace.Key, _ value: String) -> [Int] {
    lines.indices.filter {
      lines[$0].group == key.group && lines[$0].entry?.name == key.name
        && TextHistory.isSame(self.value(at: $0), value)
    }
  }

  /// The line end that the file uses; `\n` if the file has no lines.
  private var newline: [UInt8] {
    lines.lazy.map { SettingsSyntax.ending($0.bytes) }.first { !$0.isEmpty } ?? [10]
  }

  private mutating func replaceValue(at index: Int, with value: String) {
    guard let entry = lines[index].entry else { return }
    lines[index].bytes.replaceSubrange(entry.value, with: value.utf8)
    lines[index].entry = SettingsSyntax.entry(lines[index].bytes, format)
  }

  /// A new line that sets the key, without a line end.
  private func newLine(_ key: SettingPlace.Key, _ value: String) -> [UInt8] {
    Array(((format.separator.map { key.name + $0 } ?? "") + value).utf8)
  }

  /// Whether the line is exactly the line that nightd would add for this key and value.
  private func isAdded(_ line: Line, _ key: SettingPlace.Key, _ value: String) -> Bool {
    line.bytes.dropLast(SettingsSyntax.ending(line.bytes).count).elementsEqual(newLine(key, value))
  }

  private mutating func add(_ key: SettingPlace.Key, _ value: String) {
    let newline = newline
    let bytes = newLine(key, value) + (format == .whole ? [] : newline)
    var line = Line(bytes: bytes, group: key.group)
    line.entry = SettingsSyntax.entry(bytes, format)
    if format.hasHeaders, !key.group.isEmpty, !lines.contains(where: { $0.begins(key.group) }) {
      endLastLine(newline)
      if let last = lines.last, !SettingsSyntax.isBlank(last.bytes) {
        lines.append(Line(bytes: newline, group: last.group))
      }
      let header = Array("[\(key.group)]".utf8) + newline
      lines.append(Line(bytes: header, group: key.group, isHeader: true))
      return lines.append(line)
    }
    let place = placeForNewLine(key.group)
    if place == lines.count { endLastLine(newline) }
    lines.insert(line, at: place)
  }

  /// The place for a new line in a section: after the section's last line that is not blank.
  private func placeForNewLine(_ group: String) -> Int {
    guard format.hasHeaders else { return lines.count }
    let last = lines.lastIndex { $0.group == group && !SettingsSyntax.isBlank($0.bytes) }
    return last.map { $0 + 1 } ?? 0
  }

  private mutating func endLastLine(_ newline: [UInt8]) {
    guard let last = lines.indices.last, SettingsSyntax.ending(lines[last].bytes).isEmpty else {
      return
    }
    lines[last].bytes += newline
  }

  /// Removes the header of a section that has no settings any more, and the blank line before it.
  private mutating func removeEmptySection(_ group: String, unlessIn other: SettingsText) {
    guard format.hasHeaders, !group.isEmpty, !other.lines.contains(where: { $0.begins(group) }),
      lines.allSatisfy({
        $0.group != group || $0.isHeader || SettingsSyntax.isEnd(0, of: $0.bytes)
      })
    else { return }
    while let header = lines.lastIndex(where: { $0.begins(group) }) {
      lines.remove(at: header)
      guard header > 0, SettingsSyntax.isBlank(lines[header - 1].bytes) else { continue }
      // Also remove the blank line before the header, unless the section before it ends with a
      // blank line in the original file too.
      let before = lines[header - 1].group
      let last = other.lines.last { $0.group == before }
      if last.map({ SettingsSyntax.isBlank($0.bytes) }) != true { lines.remove(at: header - 1) }
    }
  }
}

extension SettingsFormat {
  /// Whether the format has section headers; a section consists of the lines up to the next header.
  fileprivate var hasHeaders: Bool { self == .ini || self == .toml }

  /// The string between a key and its value; nil if the file has only a value.
  fileprivate var separator: String? {
    switch self {
    case .ini: "="
    case .xsettingsd: " "
    case .xresources: ": "
    case .gtkrc, .toml: " = "
    case .word, .whole, .json: nil
    }
  }
}
