/// What nightd remembers of the desktop's settings: each source's last value, and nightd's own
/// writes.
///
/// nightd stores this memory on disk, and reads it at the next start. A new daemon can therefore
/// recognise the values that the earlier daemon wrote, and notice that a person used the desktop's
/// switch while no daemon ran.
package struct DesktopMemory: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// The last value that the source reported, even if nightd wrote that value.
    ///
    /// The value is nil if the source has not reported any value yet.
    package var reported: DesktopWord?
    /// The last value of this source that came from a person or the desktop, not from nightd.
    ///
    /// The value is nil if all values of the source so far came from nightd.
    package var own: DesktopWord?

    package init(reported: DesktopWord? = nil, own: DesktopWord? = nil) {
      self.reported = reported
      self.own = own
    }
  }

  /// The remembered values of each source; each key is the name that `DesktopSource.settings(of:)`
  /// returns for the source.
  package var entries: [String: Entry] = [:]
  /// The latest report of the source that nightd last followed.
  ///
  /// nightd uses only the contrast, accent and motion of this report. `since` is the time at which
  /// the source first reported its current style.
  package var last: DesktopReport?
  package var since: Instant?
  /// The values that nightd wrote and that no source has reported yet.
  package var awaited: [Echo] = []

  /// A value that nightd wrote into GNOME's settings.
  package enum Echo: Equatable, Sendable {
    case word(DesktopWord)
    /// nightd restored the value that the setting had before nightd's first write; nightd does not
    /// know that value.
    case before
  }

  package static let mostEntries = 32

  package init() {}

  /// What nightd concludes from a new value that a source reports.
  package enum Meaning: Equatable, Sendable {
    /// The value is the first one that the source reported, or is the same as before.
    case nothing
    /// nightd wrote the value.
    case echo
    /// A person or the desktop flipped the desktop's switch between light and dark.
    case flip
  }

  /// The last value that a source reported; nil if the source has never reported one.
  func reportedWord(from source: String) -> DesktopWord? {
    entries[DesktopSource.settings(of: source)]?.reported
  }

  /// The last value that a person or the desktop set at a source; nil if all of the source's values
  /// came from nightd.
  func ownWord(from source: String) -> DesktopWord? {
    entries[DesktopSource.settings(of: source)]?.own
  }

  /// Stores a value that a person or the desktop set at a source, and that the source has not
  /// reported yet.
  mutating func setOwnWord(_ word: DesktopWord, from source: String) {
    entries[DesktopSource.settings(of: source)]?.own = word
  }

  /// Stores a value that nightd writes to the switch of a source that nightd does not follow now.
  ///
  /// If nightd did not store the value, a login to another desktop would make the value look like a
  /// person's choice.
  mutating func wrote(_ word: DesktopWord, to source: String) {
    let name = DesktopSource.settings(of: source)
    guard entries[name] != nil || entries.count < Self.mostEntries else { return }
    entries[name, default: Entry()].reported = word
  }

  /// Stores a new value that a source reports, and returns what nightd concludes from that value.
  mutating func record(_ report: DesktopReport, echo: Echo?) -> Meaning {
    let name = DesktopSource.settings(of: report.source)
    guard entries[name] != nil || entries.count < Self.mostEntries else { return .nothing }
    let before = entries[name] ?? Entry()
    var entry = before
    entry.reported = report.word
    if case .word = echo {} else { entry.own = report.word }
    entries[name] = entry
    if echo != nil { return .echo }
    return before.reported == nil ? .nothing : .flip
  }

  /// Returns the report, but with the style that was last set by a person or the desktop, not by
  /// nightd.
  package func own(_ report: DesktopReport) -> DesktopReport {
    guard let own = entries[DesktopSource.settings(of: report.source)]?.own else { return report }
    var report = report
    report.style = own.style
    return report
  }

  /// The last report that nightd followed; nil if nightd has never followed a report.
  package var lastReport: DesktopReport? {
    guard var last, let entry = entries[DesktopSource.settings(of: last.source)],
      let word = entry.own ?? entry.reported
    else { return nil }
    last.style = word.style
    return last
  }
}

/// The stored form of the desktop memory, which is the file `desktop.json`.
package enum DesktopMemoryFile {
  /// The format that this version writes, and the newest format that it reads.
  package static let format: Int64 = 1

  /// The largest file size that is read, in bytes.
  package static let bytes = 16 << 10

  private enum Key {
    static let format = "format"
    static let last = "last"
    static let since = "since"
    static let sources = "sources"
    static let heard = "heard"
    static let own = "own"
    static let awaited = "awaited"
    static let before = "before"
  }

  package static func bytes(_ memory: DesktopMemory) -> [UInt8] {
    var members: [JSON.Member] = [.init(name: Key.format, value: .integer(format))]
    if let last = memory.last {
      members.append(.init(name: Key.last, value: .string(last.source)))
      members += Look(report: last).json
    }
    if let since = memory.since {
      members.append(.init(name: Key.since, value: .string(since.iso)))
    }
    let sources = memory.entries.sorted { $0.key < $1.key }.map { name, entry in
      JSON.Member(
        name: name,
        value: .object(word(Key.heard, entry.reported) + word(Key.own, entry.own))
      )
    }
    members.append(.init(name: Key.sources, value: .object(sources)))
    if !memory.awaited.isEmpty {
      members.append(.init(name: Key.awaited, value: .array(memory.awaited.map(\.json))))
    }
    return Array(JSON.object(members).text(pretty: true).utf8)
  }

  private static func word(_ key: String, _ word: DesktopWord?) -> [JSON.Member] {
    word.map { [.init(name: key, value: .string($0.rawValue))] } ?? []
  }

  /// Reads a stored memory and skips invalid members; nil if the file is damaged or its format is
  /// newer than `format`.
  ///
  /// If the memory is lost, little harm is done, because the desktop reports its values again.
  package static func memory(_ bytes: [UInt8]) -> DesktopMemory? {
    guard let root = try? JSONReader.read(bytes),
      case .integer(let format)? = root[Key.format]?.value, (1...Self.format).contains(format)
    else { return nil }
    var memory = DesktopMemory()
    memory.last = text(root, Key.last).map { source in
      var look = Look(report: DesktopReport(source: source))
      _ = look.read(JSONFields(root, textBytes: bytes.count))
      return look.report
    }
    memory.since = text(root, Key.since).flatMap(Instant.init(iso:))
    for member in (root[Key.sources]?.members ?? []).prefix(DesktopMemory.mostEntries) {
      memory.entries[member.name] = .init(
        reported: text(member.node, Key.heard).flatMap(DesktopWord.init(rawValue:)),
        own: text(member.node, Key.own).flatMap(DesktopWord.init(rawValue:))
      )
    }
    if case .array(let echoes)? = root[Key.awaited]?.plain {
      memory.awaited = echoes.prefix(Echoes.most).compactMap(DesktopMemory.Echo.init)
    }
    return memory
  }

  private static func text(_ node: JSONNode, _ key: String) -> String? {
    guard case .string(let text)? = node[key]?.value else { return nil }
    return text
  }

  static let before = Key.before

  /// Reads and writes only the contrast, accent and motion of a report.
  private struct Look: Record {
    static let blank = Look(report: DesktopReport(source: ""))
    var report: DesktopReport

    mutating func visit(_ fields: inout Fields) { report.visitLook(&fields) }
  }
}

extension DesktopMemory.Echo {
  fileprivate var json: JSON {
    switch self {
    case .word(let word): .string(word.rawValue)
    case .before: .string(DesktopMemoryFile.before)
    }
  }

  fileprivate init?(_ json: JSON) {
    guard case .string(let text) = json else { return nil }
    if text == DesktopMemoryFile.before {
      self = .before
    } else if let word = DesktopWord(rawValue: text) {
      self = .word(word)
    } else {
      return nil
    }
  }
}
