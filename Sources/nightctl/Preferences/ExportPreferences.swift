import NightClient
import NightCore

/// The commands `prefs export` and `prefs import`.
struct ExportPreferences: Command {
  let nightctl: Nightctl

  func exportPreferences(_ invocation: Invocation) throws(Failure) {
    let format = try format(invocation)
    guard format != .plist || !invocation.has(.json) else {
      throw invocation.usage(ArgumentMessages.notBoth("--format plist", "--json"))
    }
    let export = try ask { (client) throws(ClientError) in try client.export() }
    guard invocation.has(.json) || format == .plist || format == .json else {
      let text = export.value + (export.value.hasSuffix("\n") ? "" : "\n")
      return try output.text(TerminalText.json(text))
    }
    let node = try stored(export.value)
    guard format != .plist else { return try output.text(try plist(node)) }
    guard invocation.has(.json) else {
      return try output.line(TerminalText.json(node.plain.text(pretty: true)))
    }
    try output.json(
      .object([.init(name: "preferences", value: node.plain), .revision(export.revision)])
    )
  }

  func importPreferences(_ invocation: Invocation) throws(Failure) {
    let file = InputFile(invocation.operand ?? "")
    let given = try format(invocation)
    let bytes = try file.bytes()
    if let form = ForeignForm(bytes) {
      throw .system(PreferenceMessages.flawed(file.name, "", PreferenceMessages.convert(form)))
    }
    let format = given ?? PreferenceFormat(guessing: bytes)
    let tree = try tree(bytes, format, file)
    for flaw in tree.keptFlaws {
      output.complain(PreferenceMessages.alreadySet(file.name, format.place(flaw), flaw.message))
    }
    let edits = tree.edits
    let export = try ask { (client) throws(ClientError) in try client.export() }
    let changes = try changes(edits, from: try stored(export.value))
    let isDryRun = invocation.has(.dryRun)
    guard !changes.isEmpty else {
      return isDryRun
        ? try show(changes, invocation) : try showNoChange(export.revision, invocation)
    }
    try checkThemes(of: changes, edits, file, invocation)
    // Write all values of the imported file, even those that equal the stored values, because
    // another program may have changed a stored value after nightctl compared the values.
    let revision = try write(edits, dryRun: isDryRun)
    guard !isDryRun else { return try show(changes, invocation) }
    guard invocation.has(.json) else { return }
    try output.json(.object([.revision(revision)]))
  }

  /// Checks that the themes in `changes` exist, as `prefs write` does.
  ///
  /// If nightd refuses the edits, this method throws nightd's error, even if a theme is missing
  /// too.
  private func checkThemes(
    of changes: [Change],
    _ edits: [PreferenceEdit],
    _ file: InputFile,
    _ invocation: Invocation
  ) throws(Failure) {
    let chosen = changes.filter { change in
      change.key.isOfDesktop && ThemeSlot.all.contains { $0.key == change.key.name }
    }
    guard !chosen.isEmpty else { return }
    _ = try write(edits, dryRun: true)
    for change in chosen {
      do throws(Failure) {
        try WritePreference(nightctl: nightctl).checkTheme(change.new, for: change.key, invocation)
      } catch {
        guard case .usage(let why, _) = error else { throw error }
        throw .system(PreferenceMessages.unchanged("\(file.name): \(change.key.name): \(why)"))
      }
    }
  }

  private func tree(
    _ bytes: [UInt8],
    _ format: PreferenceFormat,
    _ file: InputFile
  ) throws(Failure) -> PreferenceTree {
    do throws(Flaw) {
      let node = try format.node(bytes)
      do throws(Flaw) { return try PreferenceTree(node) } catch {
        // The imported file may contain a key that only another version of nightd knows. Accept
        // such a key if the daemon's export contains it with exactly the same value.
        guard
          let export = try? ask({ (client) throws(ClientError) in try client.export() }),
          case .object(let members)? = try? stored(export.value).plain
        else { throw error }
        return try PreferenceTree(node, beside: StoredPreferences(members))
      }
    } catch {
      throw .system(PreferenceMessages.flawed(file.name, format.place(error), error.message))
    }
  }

  /// Writes either all edits or none of them.
  ///
  /// If nightd refuses an edit, the message adds that nothing was changed.
  private func write(_ edits: [PreferenceEdit], dryRun: Bool) throws(Failure) -> UInt64 {
    do throws(Failure) {
      return try ask { (client) throws(ClientError) in try client.write(edits, dryRun: dryRun) }
    } catch .client(.refused(let fault, let why)) where fault != .notDurable {
      throw .client(.refused(fault, PreferenceMessages.unchanged(why)))
    }
  }

  private func format(_ invocation: Invocation) throws(Failure) -> PreferenceFormat? {
    guard let text = invocation.value(of: .format) else { return nil }
    guard let format = PreferenceFormat(rawValue: text) else {
      throw invocation.usage(PreferenceMessages.noFormat(text))
    }
    return format
  }

  private func plist(_ export: JSONNode) throws(Failure) -> String {
    do throws(Flaw) { return try PreferenceFormat.plist(export) } catch {
      throw .system(
        PreferenceMessages.noPropertyList(PreferenceFormat.json.place(error), error.message)
      )
    }
  }

  private func stored(_ text: String) throws(Failure) -> JSONNode {
    do throws(Flaw) { return try JSONReader.read(Array(text.utf8)) } catch {
      throw .client(.garbled(PreferenceMessages.unreadableExport("\(error)")))
    }
  }

  private struct Change {
    let key: PreferenceKey
    let old: PreferenceValue?
    let new: PreferenceValue
  }

  private func changes(
    _ edits: [PreferenceEdit],
    from export: JSONNode
  ) throws(Failure) -> [Change] {
    guard case .object(let members) = export.plain else {
      throw .client(.garbled(PreferenceMessages.unreadableExport("an object was expected")))
    }
    let stored = StoredPreferences(members)
    return edits.compactMap { edit in
      guard case .key(let key) = edit.subject, let new = edit.value else { return nil }
      let old = stored.json(at: key.path).flatMap { try? PreferenceValue($0) }
      return old == new ? nil : Change(key: key, old: old, new: new)
    }
  }

  private func show(_ changes: [Change], _ invocation: Invocation) throws(Failure) {
    if invocation.has(.json) {
      let rows = changes.map { change in
        let old = change.old.map { [JSON.Member(name: "was", value: $0.json)] } ?? []
        return JSON.object(change.key.json + [.init(name: "value", value: change.new.json)] + old)
      }
      return try output.json(.object([.init(name: "changes", value: .array(rows))]))
    }
    guard !changes.isEmpty else { return try output.line(PreferenceMessages.nothingToChange) }
    try output.list(changes.map { PreferenceMessages.change($0.key, from: $0.old, to: $0.new) })
  }

  private func showNoChange(_ revision: UInt64, _ invocation: Invocation) throws(Failure) {
    guard !invocation.has(.json) else { return try output.json(.object([.revision(revision)])) }
    try output.line(PreferenceMessages.nothingToChange)
  }
}

/// The file formats of exported preferences.
enum PreferenceFormat: String, CaseIterable {
  /// JSON, which is read as JSON5.
  case json
  case json5
  case plist

  /// Guesses the format from the first character, because a property list begins with `<`, and
  /// JSON5 never does.
  init(guessing bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let first = text.first { !blanks.contains($0) }
    self = first == UInt8(ascii: "<") ? .plist : .json5
  }

  func node(_ bytes: [UInt8]) throws(Flaw) -> JSONNode {
    switch self {
    case .json, .json5: try JSONReader.read(bytes, limits: .exact)
    case .plist: JSONNode(PreferenceTree.json(try PropertyList.value(bytes)))
    }
  }

  /// The text with which messages show the position of a flaw.
  ///
  /// In a property list, the position consists of names, because the values have no lines and
  /// columns.
  func place(_ flaw: Flaw) -> String {
    if self == .plist, case .names(let names, _) = flaw.location {
      return names.isEmpty ? "" : " (at \(names.joined(separator: " ")))"
    }
    return flaw.position.map { ":\($0)" } ?? ""
  }

  /// Converts the daemon's export to a property list.
  static func plist(_ export: JSONNode) throws(Flaw) -> String {
    try PropertyList.text(try PreferenceTree.value(export))
  }
}

/// Formats that other programs use, and that nightctl cannot import.
///
/// The error message says how to convert a file in one of these formats.
enum ForeignForm {
  case binaryPropertyList
  case utf16

  /// Recognizes a format that cannot be imported; nil if the bytes can be JSON5 or XML in UTF-8.
  ///
  /// JSON5 and XML in UTF-8 contain no zero byte.
  init?(_ bytes: [UInt8]) {
    let first = Array(bytes.prefix(2))
    if bytes.starts(with: Array("bplist".utf8)) {
      self = .binaryPropertyList
    } else if first == [0xFE, 0xFF] || first == [0xFF, 0xFE]
      || first.count == 2 && (first[0] == 0) != (first[1] == 0)
    {
      self = .utf16
    } else {
      return nil
    }
  }
}
