/// What each source of the desktop's settings said last, and what nightd itself wrote there.
///
/// It outlives the daemon, so that a switch that was flipped while no daemon was running counts at the
/// next start, and a value that nightd wrote does not.
package struct DesktopMemory: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// The last word of the source, nightd's own values included; nil before its first word.
    package var heard: DesktopWord?
    /// What a person or the desktop last chose there; nil if only nightd's own values were heard.
    package var own: DesktopWord?

    package init(heard: DesktopWord? = nil, own: DesktopWord? = nil) {
      self.heard = heard
      self.own = own
    }
  }

  /// By the name under which the settings of a source are remembered.
  package var entries: [String: Entry] = [:]
  /// The source that was followed last, and since when it has asked for its style.
  package var last: String?
  package var since: Instant?
  /// What nightd wrote and has not heard yet.
  package var awaited: [Echo] = []

  /// A value that nightd wrote into GNOME's settings.
  package enum Echo: Equatable, Sendable {
    case word(DesktopWord)
    /// What stood there before, whatever that was.
    case before
  }

  package static let mostEntries = 32

  package init() {}

  /// What a new word of a source means.
  package enum Meaning: Equatable, Sendable {
    /// It is the first one.
    case nothing
    /// nightd wrote it.
    case echo
    /// A person or the desktop flipped the switch.
    case flip
  }

  /// What a source said last; nil if it has never said anything.
  func heard(from source: String) -> DesktopWord? {
    entries[DesktopSource.settings(of: source)]?.heard
  }

  /// What people chose there; nil if only nightd's own values were heard.
  func ownWord(from source: String) -> DesktopWord? {
    entries[DesktopSource.settings(of: source)]?.own
  }

  /// Remembers a new word of a source, and answers what it means.
  mutating func hear(_ report: DesktopReport, echo: Echo?) -> Meaning {
    let name = DesktopSource.settings(of: report.source)
    guard entries[name] != nil || entries.count < Self.mostEntries else { return .nothing }
    let before = entries[name] ?? Entry()
    var entry = before
    entry.heard = report.word
    if case .word = echo {} else { entry.own = report.word }
    entries[name] = entry
    if echo != nil { return .echo }
    return before.heard == nil ? .nothing : .flip
  }

  /// The report with the word that people chose in the place of one that nightd wrote.
  package func own(_ report: DesktopReport) -> DesktopReport {
    guard let own = entries[DesktopSource.settings(of: report.source)]?.own else { return report }
    var report = report
    report.style = own.style
    return report
  }

  /// What was followed last; nil if nothing ever was.
  package var lastReport: DesktopReport? {
    guard let last, let entry = entries[DesktopSource.settings(of: last)],
      let word = entry.own ?? entry.heard
    else { return nil }
    return DesktopReport(source: last, style: word.style)
  }
}
