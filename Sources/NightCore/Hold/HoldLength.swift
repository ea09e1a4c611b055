/// How long something is to be held, as a person writes it: `90s`, `90m`, `1h30m`, `3d`.
package struct HoldLength: Equatable, Sendable {
  package let seconds: UInt64

  private static let units: [(letter: Character, name: String, seconds: UInt64)] = [
    ("d", "days", 86_400), ("h", "hours", 3_600), ("m", "minutes", 60),
    ("s", "seconds", 1),
  ]

  /// Reads days, hours, minutes and seconds, in this order, at most as many as a hold may last.
  package init(_ text: String) throws(HoldTerm.Flaw) {
    let quoted = MessageText.singleQuoted(text)
    var seconds: UInt64 = 0
    var units = Self.units[...]
    var rest = text[...]
    repeat {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      if rest.isEmpty, digits == text, !text.isEmpty {
        throw HoldTerm.Flaw(message: "\(quoted) has no unit: \(Self.hint(digits))")
      }
      // No length within the limit has more digits.
      guard let number = UInt64(digits), let letter = rest.popFirst(),
        let unit = units.firstIndex(where: { $0.letter == letter })
      else {
        throw HoldTerm.Flaw(
          message:
            "\(quoted) is not a duration: expected days, hours, minutes and seconds, such as "
            + "90s, 90m, 1h30m or 3d"
        )
      }
      seconds = min(seconds + min(number, 1 << 30) * units[unit].seconds, 1 << 50)
      units = units[(unit + 1)...]
    } while !rest.isEmpty
    guard seconds > 0, seconds <= UInt64(Hold.maximumDays) * 86_400 else {
      throw HoldTerm.Flaw(message: "a hold lasts from 1s to \(Hold.maximumDays)d")
    }
    self.seconds = seconds
  }

  private static func hint(_ digits: Substring) -> String {
    let meanings = units.reversed().map { "\(digits.prefix(6))\($0.letter) is \($0.name)" }
    return meanings.joined(separator: ", ")
  }
}
