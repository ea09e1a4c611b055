package import NightCore

/// The lines in a hook's comments that restrict when the hook runs.
///
/// Examples are `# nightd: reason schedule hold` and `# nightd: time 18:00-23:30`. If a hook has a
/// `reason` line and a `time` line, it runs only if both lines match.
package struct HookHeader: Equatable, Sendable {
  /// The number of bytes that nightd searches at the beginning of a hook's file.
  package static let bytes = 4_096
  private static let marker = "nightd:"
  private static let reasonNames = Reason.allCases.map(\.rawValue)

  /// The reasons for which the hook runs; empty for all reasons.
  package private(set) var reasons: [String] = []
  /// The range of times at which the hook runs, in minutes of the day; nil for the whole day.
  ///
  /// If the range ends before it begins, it extends past midnight.
  package private(set) var minutes: (from: Int, to: Int)?

  package static func == (one: HookHeader, other: HookHeader) -> Bool {
    one.reasons == other.reasons && one.minutes?.from == other.minutes?.from
      && one.minutes?.to == other.minutes?.to
  }

  package init() {}

  /// Reads the beginning of a hook; throws if a line for nightd is not valid.
  ///
  /// A line is for nightd if only spaces and comment signs come before `nightd:`.
  package init(_ beginning: [UInt8]) throws(Flaw) {
    let lines = beginning.prefix(Self.bytes).split(separator: UInt8(ascii: "\n"))
    for (number, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      let rest = text.drop { "#/-;*\" \t".contains($0) }
      guard rest.hasPrefix(Self.marker), rest.startIndex > text.startIndex else { continue }
      let words = rest.dropFirst(Self.marker.count).split { $0 == " " || $0 == "\t" || $0 == "\r" }
        .map(String.init)
      try read(words, line: number + 1)
    }
  }

  private mutating func read(_ words: [String], line: Int) throws(Flaw) {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "reason":
      for word in rest where !Self.reasonNames.contains(word) {
        throw Flaw(
          "line \(line): “\(word)” is not a reason; use "
            + Self.reasonNames.joined(separator: ", ")
        )
      }
      guard !rest.isEmpty else { throw Flaw("line \(line): “reason” must be followed by a reason") }
      reasons += rest
    case "time":
      guard rest.count == 1, let range = Self.range(rest[0]) else {
        throw Flaw("line \(line): “time” must be followed by a range, such as 18:00-23:30")
      }
      minutes = range
    default:
      throw Flaw(
        "line \(line): “\(words.first ?? "")” is not understood; use reason or time"
      )
    }
  }

  private static func range(_ text: String) -> (from: Int, to: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = minute(parts[0]), let to = minute(parts[1]), from != to
    else { return nil }
    return (from, to)
  }

  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2,
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1]),
      minute < 60, hour < 24 || (hour == 24 && minute == 0)
    else { return nil }
    return Int(hour) * 60 + Int(minute)
  }

  /// The restriction in words, such as `only from 18:00 to 23:30, and only for schedule or hold`;
  /// nil if the hook always runs.
  package var condition: String? {
    let times = minutes.map { "only from \(Self.clock($0.from)) to \(Self.clock($0.to))" }
    let causes = reasons.isEmpty ? nil : "only for " + reasons.joined(separator: " or ")
    let parts = [times, causes].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", and ")
  }

  private static func clock(_ minute: Int) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return digits(minute / 60) + ":" + digits(minute % 60)
  }

  /// Whether the hook runs for this reason at this time of day, in minutes since midnight.
  package func allows(reason: String, minute: Int) -> Bool {
    guard reasons.isEmpty || reasons.contains(reason) else { return false }
    guard let minutes else { return true }
    let (from, to) = minutes
    return from < to ? (from..<to).contains(minute) : minute >= from || minute < to
  }
}
