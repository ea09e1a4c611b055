package import NightBus
package import NightCore

private enum Key {
  static let time = "time"
  static let style = "style"
  static let theme = "theme"
  static let reason = "reason"
  static let by = "by"
  static let app = "app"
  static let why = "why"
  static let since = "since"
  static let process = "process"
  static let program = "program"
  static let isOfStyle = "style-changed"
  static let contrast = "contrast"
  static let accent = "accent"
  static let motion = "reduced-motion"
}

extension HistoryEntry {
  package var bus: BusValue {
    var members: [(String, BusValue)] = [
      (Key.time, .uint64(UInt64(clamping: time.microseconds))),
      (Key.style, .string(style.rawValue)), (Key.theme, .string(theme)),
      (Key.reason, .string(reason.rawValue)),
    ]
    if let origin { members.append((Key.by, .string(origin.word))) }
    if case .caller(let process?) = origin { members += process.members }
    members.append((Key.isOfStyle, .boolean(isOfStyle)))
    if let isHigh = look.isHighContrast {
      members.append((Key.contrast, .uint32(isHigh ? 1 : 0)))
    }
    if let accent = look.accent { members.append((Key.accent, .string(accent))) }
    if let isReduced = look.isMotionReduced { members.append((Key.motion, .boolean(isReduced))) }
    return .options(members)
  }

  /// Nil where it is something else.
  package init?(_ value: BusValue) {
    guard let members = value.asOptions, let time = members[Key.time]?.asUInt64,
      let style = members[Key.style]?.asString.flatMap(Style.init)
    else { return nil }
    self.init(
      time: Instant(microseconds: Int64(clamping: time)),
      style: style,
      theme: members[Key.theme]?.asString ?? "",
      reason: members[Key.reason]?.asString.flatMap(Reason.init) ?? .fallback,
      origin: Origin(word: members[Key.by]?.asString, process: Process(members))
    )
    isOfStyle = members[Key.isOfStyle]?.asBool ?? true
    look = LookChange(
      isHighContrast: members[Key.contrast]?.asUInt32.map { $0 == 1 },
      accent: members[Key.accent]?.asString,
      isMotionReduced: members[Key.motion]?.asBool
    )
  }
}

extension HistoryEntry.Process {
  fileprivate var members: [(String, BusValue)] {
    var members: [(String, BusValue)] = [(Key.process, .uint32(number))]
    if let name { members.append((Key.program, .string(name))) }
    return members
  }

  fileprivate init?(_ members: Members) {
    guard let number = members[Key.process]?.asUInt32 else { return nil }
    self.init(number: number, name: members[Key.program]?.asString)
  }
}

extension Inhibitor {
  package var bus: BusValue {
    .options(
      [
        (Key.app, .string(application)), (Key.why, .string(why)),
        (Key.since, .uint64(UInt64(clamping: since.microseconds))),
      ] + (process?.members ?? [])
    )
  }

  package init?(_ value: BusValue) {
    guard let members = value.asOptions, let why = members[Key.why]?.asString else { return nil }
    self.init(
      application: members[Key.app]?.asString ?? "",
      why: why,
      since: Instant(microseconds: Int64(clamping: members[Key.since]?.asUInt64 ?? 0)),
      process: HistoryEntry.Process(members)
    )
  }
}
