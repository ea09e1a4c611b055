/// What the system does not let be changed: one key a line.
///
/// `fade`, `theme.*` for all names below one, `*` for everything, `app ID KEY` for one application.
/// A lock of the desktop's holds for applications too, or each would be a way round it.
package struct LockFile: Equatable, Sendable {
  struct Lock: Equatable, Sendable {
    /// Nil for the desktop, and then for every application as well.
    let application: String?
    let name: String
    let position: Position

    func covers(_ key: PreferenceKey) -> Bool {
      guard application == nil || application == key.application else { return false }
      if name == "*" { return true }
      guard name.hasSuffix(".*") else {
        // Under an application a name leads into the dictionary of its first part.
        return key.name == name || key.name.hasPrefix(name + ".")
      }
      return key.name.hasPrefix(name.dropLast())
    }
  }

  package let path: String
  let locks: [Lock]
  package let findings: [PreferenceFinding]

  package init(missing path: String) { self.init(path, [], []) }

  private init(_ path: String, _ locks: [Lock], _ findings: [PreferenceFinding]) {
    self.path = path
    self.locks = locks
    self.findings = findings
  }

  /// A file that cannot be read keeps the locks that were read before.
  package init(_ file: LayerTexts.File, after last: LockFile? = nil) {
    switch file.content {
    case .missing: self.init(missing: file.path)
    case .flawed(let why):
      let findings = [
        PreferenceFinding(
          .unreadable,
          in: file.path,
          "it \(why); what was read before stays in force"
        )
      ]
      self.init(file.path, last?.locks ?? [], findings)
    case .bytes(let bytes): self.init(bytes, file.path)
    }
  }

  /// A line that means nothing is named, and the others hold: a lock must not fall with a slip.
  private init(_ bytes: [UInt8], _ path: String) {
    var locks: [Lock] = []
    var findings: [PreferenceFinding] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let start = line.firstIndex { !Self.isBlank($0) } ?? line.endIndex
      let end = line.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? start
      guard start < end, line[start] != UInt8(ascii: "#") else { continue }
      let position = Position(line: index + 1, column: start - line.startIndex + 1)
      guard locks.count < PreferenceLimits.keys else {
        findings.append(
          PreferenceFinding(
            .lock,
            in: path,
            at: position,
            "more than \(PreferenceLimits.keys) locks"
          )
        )
        break
      }
      let text = String(decoding: line[start..<end], as: UTF8.self)
      do throws(PreferenceKey.Flaw) {
        let lock = try Self.lock(text, at: position)
        locks.append(lock)
        if let why = Self.idle(lock) {
          findings.append(PreferenceFinding(.lock, in: path, at: position, why))
        }
      } catch {
        findings.append(PreferenceFinding(.lock, in: path, at: position, error.message))
      }
    }
    self.init(path, locks, findings)
  }

  private static func lock(
    _ text: String,
    at position: Position
  ) throws(PreferenceKey.Flaw) -> Lock {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    var application: String?
    if words.count > 2, words.first == "app", let last = words.last,
      let second = words.dropFirst().first
    {
      let name = String(text[second.startIndex..<words[words.count - 2].endIndex])
      try PreferenceKey.checkApplication(name)
      application = name
      return Lock(application: application, name: try checked(String(last)), position: position)
    }
    guard words.count == 1, let name = words.first else {
      throw PreferenceKey.Flaw(
        fault: .invalidValue,
        message: "expected one key, or “app ID KEY”, on a line, found \(JSONReader.quoted(text))"
      )
    }
    return Lock(application: nil, name: try checked(String(name)), position: position)
  }

  private static func checked(_ name: String) throws(PreferenceKey.Flaw) -> String {
    let bare = name == "*" ? "a" : name.hasSuffix(".*") ? String(name.dropLast(2)) : name
    _ = try PreferenceKey(bare)
    return name
  }

  /// Why a lock has nothing to lock; nil where it has.
  private static func idle(_ lock: Lock) -> String? {
    guard lock.application == nil else { return nil }
    let known = PreferenceTable.entries.contains {
      lock.covers(PreferenceKey(known: $0.name))
    }
    guard !known else { return nil }
    return
      "\(JSONReader.quoted(lock.name)) is no key that nightd knows, so that this locks nothing "
      + "but applications' keys of that name" + PreferenceTable.meant(lock.name)
  }

  func position(of key: PreferenceKey) -> Position? {
    locks.first { $0.covers(key) }?.position
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
