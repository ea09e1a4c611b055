import NightCore

extension Chance {
  /// A schedule that the reader of rules accepts.
  mutating func schedule() -> Schedule {
    while true {
      if let schedule = try? Schedule(rules()) { return schedule }
    }
  }

  private mutating func rules() -> [String] {
    switch number(0...9) {
    case 0, 1: return ["dark sunset", "light sunrise"]
    case 2: return ["dark \(clock())", "light \(clock())"]
    case 3: return ["dark sunset\(offset())\(limits(16...23))", "light sunrise\(offset())"]
    case 4: return ["dark \(event("dusk"))", "light \(event("dawn"))"]
    case 5:
      // A break at noon beside the day's course.
      return ["dark 12:00", "light 13:00", "dark \(event("dusk"))", "light \(event("dawn"))"]
    default: return (0..<number(2...8)).map { _ in rule() }
    }
  }

  private mutating func rule() -> String {
    let style = one(of: ["dark", "light"])
    let when =
      switch number(0...5) {
      case 0, 1: clock()
      // At the same moments as where there is no place.
      case 2: one(of: ["19:30", "07:00", "02:00", "02:30", "02:59", "00:00"])
      case 3: event(one(of: ["dusk", "dawn"])) + offset()
      default: event(one(of: ["dusk", "dawn"])) + offset() + limits(0...23)
      }
    return "\(style) \(when)" + (once(in: 3) ? " on \(days())" : "")
  }

  private mutating func event(_ side: String) -> String {
    switch number(0...6) {
    case 0, 1, 2: side == "dawn" ? "sunrise" : "sunset"
    case 3: "civil-\(side)"
    case 4: one(of: ["nautical-", "astronomical-"]) + side
    case 5: "\(side)@\(number(-30...70))"
    default: "\(side)@\(number(-90...90)).\(number(0...9))"
    }
  }

  private mutating func offset() -> String {
    let sign = one(of: ["+", "-"])
    switch number(0...7) {
    case 0, 1: return sign + "\(number(1...59))m"
    case 2: return sign + "\(number(1...3))h"
    case 3: return sign + "\(number(1...11))h\(number(1...59))m"
    default: return ""
    }
  }

  private mutating func limits(_ hours: ClosedRange<Int>) -> String {
    let before = once(in: 2) ? " not before \(clock(hours))" : ""
    return before + (once(in: 2) ? " not after \(clock(hours))" : "")
  }

  mutating func clock(_ hours: ClosedRange<Int> = 0...23) -> String {
    let (hour, minute) = (number(hours), once(in: 2) ? 0 : number(0...59))
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }

  private mutating func days() -> String {
    let names = Weekdays.names
    switch number(0...3) {
    case 0: return "mon-fri"
    case 1: return "sat,sun"
    case 2: return one(of: names)
    default:
      let (first, last) = (one(of: names), one(of: names))
      return first == last ? first : "\(first)-\(last)"
    }
  }
}
