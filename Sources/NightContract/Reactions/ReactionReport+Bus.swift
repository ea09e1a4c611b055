package import NightBus
package import NightCore

private enum Key {
  static let name = "name"
  static let isRunning = "running"
  static let runs = "runs"
  static let skipped = "skipped"
  static let time = "time"
  static let milliseconds = "milliseconds"
  static let end = "end"
  static let code = "code"
  static let isFailed = "failed"
  static let words = "words"
  static let output = "output"
}

extension ReactionReport {
  package var bus: BusValue {
    var members: [(String, BusValue)] = [
      (Key.name, .string(name)), (Key.isRunning, .boolean(isRunning)), (Key.runs, .uint64(runs)),
      (Key.skipped, .uint64(skipped)),
    ]
    if let last {
      members += [
        (Key.time, .uint64(UInt64(clamping: last.time.microseconds))),
        (Key.milliseconds, .uint64(last.milliseconds)), (Key.end, .string(last.end.rawValue)),
        (Key.code, .int32(last.code)), (Key.isFailed, .boolean(last.isFailed)),
        (Key.words, .string(last.words)), (Key.output, .string(last.output)),
      ]
    }
    return .options(members)
  }

  /// Nil where it is something else.
  package init?(_ value: BusValue) {
    guard let members = value.asOptions, let name = members[Key.name]?.asString else { return nil }
    self.init(
      name: name,
      isRunning: members[Key.isRunning]?.asBool ?? false,
      runs: members[Key.runs]?.asUInt64 ?? 0,
      skipped: members[Key.skipped]?.asUInt64 ?? 0,
      last: Last(members)
    )
  }
}

extension ReactionReport.Last {
  fileprivate init?(_ members: Members) {
    guard let time = members[Key.time]?.asUInt64, let isFailed = members[Key.isFailed]?.asBool
    else { return nil }
    var code: Int32 = 0
    if case .int32(let number)? = members[Key.code] { code = number }
    self.init(
      time: Instant(microseconds: Int64(clamping: time)),
      milliseconds: members[Key.milliseconds]?.asUInt64 ?? 0,
      end: members[Key.end]?.asString.flatMap(ReactionReport.End.init) ?? .unknown,
      code: code,
      isFailed: isFailed,
      words: members[Key.words]?.asString ?? "",
      output: members[Key.output]?.asString ?? ""
    )
  }
}
