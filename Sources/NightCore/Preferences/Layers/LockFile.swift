/// The administrator's locks: one key on each line.
///
/// A line is a key such as `fade`, `theme.*` for all names below `theme`, `*` for everything, or
/// `app ID KEY` for one application's key. A lock on a desktop key also locks that key for
/// applications; otherwise an application's own value could bypass the lock.
package struct LockFile: Equatable, Sendable {
  struct Lock: Equatable, Sendable {
    /// The application; nil if the lock is for the desktop and for every application.
    let application: String?
    let name: String
    let position: Position

    func covers(_ key: PreferenceKey) -> Bool { LockIndex([self]).position(of: key) != nil }
  }

  package let path: String
  let locks: [Lock]
  private let index: LockIndex
  package let findings: [PreferenceFinding]

  package init(missing path: String) { self.init(path, [], []) }

  private init(_ path: String, _ locks: [Lock], _ findings: [PreferenceFinding]) {
    self.path = path
    self.locks = locks
    index = LockIndex(locks)
    self.findings = findings
  }

  /// Reads the locks in a lock file; keeps the file's earlier locks if the file cannot be read.
  package init(_ file: LayerTexts.File, after last: LockFile? = nil) {
    switch file.content {
    case .missing: self.init(missing: file.path)
    case .flawed(let why):
      let locks = last?.locks ?? []
      let what =
        locks.isEmpty ? "none of its locks is in force" : "nightd still uses the earlier version"
      let finding = PreferenceFinding(.unreadable, in: file.path, "it \(why); \(what)")
      self.init(file.path, locks, [finding])
    case .bytes(let bytes): self.init(bytes, file.path)
    }
  }

  /// Reads the lines of the lock file; an invalid line becomes a finding, and the other locks stay
  /// in force.
  private init(_ bytes: [UInt8], _ path: String) {
    var locks: [Lock] = []
    var findings: [PreferenceFinding] = []
    // Skip a byte order mark, which would make the first line invalid.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = Self.withoutComment(line)
      guard let first = words.first(where: { !Self.isBlank($0) }),
        let start = words.firstIndex(of: first)
      else { continue }
      let position = Position(line: index + 1, column: start - line.startIndex + 1)
      guard locks.count < PreferenceLimits.keys else {
        let why =
          "a file has at most \(PreferenceLimits.keys) locks; this lock and those below it have no "
          + "effect"
        findings.append(PreferenceFinding(.lock, in: path, at: position, why))
        break
      }
      do throws(Flaw) {
        let lock = try Self.lock(words[start...], at: position)
        locks.append(lock)
        if let why = Self.idle(lock) {
          findings.append(PreferenceFinding(.lock, in: path, at: position, why))
        }
      } catch {
        findings.append(PreferenceFinding(.lock, in: path, at: position, error.message))
      }
    }
    self.init(path, locks, PreferenceFinding.few(findings))
  }

  /// Returns a line without its comment.
  ///
  /// A `#` starts a comment only at the start of the line or after a blank, because an
  /// application's identifier may contain a `#`.
  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let sign = line.indices.first { index in
      line[index] == UInt8(ascii: "#") && (index == line.startIndex || isBlank(line[index - 1]))
    }
    return line[..<(sign ?? line.endIndex)]
  }

  private static func lock(
    _ line: ArraySlice<UInt8>,
    at position: Position
  ) throws(Flaw) -> Lock {
    let end = line.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? line.startIndex
    guard let text = String(validating: line[..<end], as: UTF8.self) else {
      throw Flaw("expected UTF-8 text")
    }
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
      throw Flaw(
        "expected one key, or “app ID KEY”, on a line, found \(MessageText.quoted(text))"
      )
    }
    return Lock(application: nil, name: try checked(String(name)), position: position)
  }

  private static func checked(_ name: String) throws(Flaw) -> String {
    let bare = name == "*" ? "a" : name.hasSuffix(".*") ? String(name.dropLast(2)) : name
    _ = try PreferenceKey(bare)
    return name
  }

  /// Returns a message if the lock covers none of the keys that nightd knows; otherwise nil.
  ///
  /// A lock for one application is always valid, because applications can have keys of their own.
  private static func idle(_ lock: Lock) -> String? {
    guard lock.application == nil else { return nil }
    let known = PreferenceTable.entries.contains { lock.covers(PreferenceKey(known: $0.name)) }
    guard !known else { return nil }
    return
      "\(MessageText.quoted(lock.name)) is not a key that nightd knows, so this line locks "
      + "only applications' keys of that name" + PreferenceTable.meant(lock.name)
  }

  func position(of key: PreferenceKey) -> Position? { index.position(of: key) }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}

/// Finds the lock on a key quickly, without searching through all locks.
struct LockIndex: Equatable, Sendable {
  /// The locks on the desktop's keys, which apply to every application too.
  private var everyone = Names()
  /// For each application, the locks on its keys; the application's identifier is stored as bytes.
  ///
  /// Strings are not used as keys, because Swift treats some different strings as equal.
  private var applications: [[UInt8]: Names] = [:]

  fileprivate struct Names: Equatable {
    /// The position of each lock; each key is the name in the lock's line, such as `fade`,
    /// `theme.*` or `*`.
    var locked: [String: Position] = [:]
    /// For the name of each dictionary, the position of a lock on a name inside that dictionary.
    var holding: [String: Position] = [:]
  }

  private let isEmpty: Bool

  init(_ locks: [LockFile.Lock]) {
    isEmpty = locks.isEmpty
    // Add the locks in reverse order, so that if several locks are equal, the first of them is
    // added last and remains.
    for lock in locks.reversed() {
      if let application = lock.application {
        applications[Array(application.utf8), default: Names()].add(lock)
      } else {
        everyone.add(lock)
      }
    }
  }

  /// The position of the first lock in force on a key; nil if the key is not locked.
  ///
  /// If a name in an application's dictionary is locked, the whole dictionary is locked. If only
  /// the name were locked, reading or writing the dictionary as a whole would bypass the lock.
  func position(of key: PreferenceKey) -> Position? {
    // Most systems have no locks, so avoid splitting the key for nothing.
    guard !isEmpty else { return nil }
    var patterns = ["*", key.name]
    var name = ""
    for part in key.parts.dropLast() {
      name += name.isEmpty ? part : "." + part
      patterns += [name, name + ".*"]
    }
    var found: [Position] = []
    var names = [everyone]
    if !key.isOfDesktop, let own = applications[Array(key.application.utf8)] { names.append(own) }
    for names in names {
      found += patterns.compactMap { names.locked[$0] }
      if !key.isOfDesktop, let position = names.holding[key.name] { found.append(position) }
    }
    return found.min { $0.precedes($1) }
  }
}

extension LockIndex.Names {
  fileprivate mutating func add(_ lock: LockFile.Lock) {
    locked[lock.name] = lock.position
    var parts = PreferenceKey(known: lock.name).parts.dropLast()
    while !parts.isEmpty {
      holding[parts.joined(separator: ".")] = lock.position
      parts = parts.dropLast()
    }
  }
}

extension Position {
  package func precedes(_ other: Position) -> Bool {
    (line, column) < (other.line, other.column)
  }
}
