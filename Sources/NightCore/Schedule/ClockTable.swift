/// Which style begins at which time of day: `07:00=light,19:30=dark`.
package struct ClockTable: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// Minutes since midnight.
    package let minute: Int
    package let style: Style
  }

  /// Why a text is no table.
  package struct Flaw: Error, Equatable {
    /// The part of the text that is wrong.
    package let part: String
    package let expected: String
  }

  /// By time of day; never empty.
  package let entries: [Entry]

  package init(_ text: String) throws(Flaw) {
    var entries: [Entry] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let entry = try Self.entry(part)
      guard !entries.contains(where: { $0.minute == entry.minute }) else {
        throw Flaw(part: part, expected: "each time once")
      }
      entries.append(entry)
    }
    self.entries = entries.sorted { $0.minute < $1.minute }
  }

  /// The style at a minute of the day; before the first entry, yesterday's last one holds.
  package func style(atMinute minute: Int) -> Style? {
    (entries.last { $0.minute <= minute } ?? entries.last)?.style
  }

  private static func entry(_ part: String) throws(Flaw) -> Entry {
    let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2 else { throw Flaw(part: part, expected: "a time, “=” and a style") }
    guard let time = ClockTime(sides[0]) else {
      throw Flaw(part: part, expected: "a time from 00:00 to 23:59")
    }
    guard let style = Style(rawValue: sides[1]) else {
      throw Flaw(part: part, expected: "light or dark after “=”")
    }
    return Entry(minute: time.minute, style: style)
  }
}
