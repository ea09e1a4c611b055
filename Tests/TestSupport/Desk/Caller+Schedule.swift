package import NightBus

extension Caller {
  package func shown() throws -> Shown { try Shown(call(.style, "Get").get()) }

  /// The time of the schedule's next change, and the style that starts then.
  package func nextChange() throws -> (when: Int64, style: String) {
    let values = try call(.schedule, "Next").get()
    guard values.count == 3, let when = values[1].asUInt64, let style = values[2].asString
    else { throw RawClient.Refused() }
    return (Int64(when), style)
  }

  /// The time zone that the daemon uses.
  package func zone() throws -> String? {
    let words: [BusValue] = [.string(InterfaceName.schedule.text), .string("Zone")]
    guard case .variant(let value)? = try call(.properties, "Get", words).get().first
    else { return nil }
    return value.asString
  }

  /// Holds a style for this number of seconds.
  package func hold(_ style: String, seconds: UInt64) throws -> Shown {
    let options = BusValue.options([("for", .uint64(seconds))])
    return try Shown(call(.control, "Set", [.string(style), options]).get())
  }
}

extension InterfaceName {
  package static let schedule: InterfaceName = "org.nightd.Night1.Schedule"
}
