package import NightBus

extension InterfaceName {
  package static let themes: InterfaceName = "org.nightd.Night1.Themes"
  package static let desktop: InterfaceName = "org.nightd.Night1.Desktop"
  package static let inhibit: InterfaceName = "org.nightd.Night1.Inhibit"
}

extension Caller {
  /// Prevents automatic changes, until this caller disconnects or releases the inhibitor.
  package func inhibit(
    _ application: String,
    _ why: String
  ) throws -> Result<UInt64, Refusal> {
    try call(.inhibit, "Inhibit", [.string(application), .string(why)]).map {
      $0.first?.asUInt64 ?? 0
    }
  }

  package func release(_ cookie: UInt64) throws -> Result<[BusValue], Refusal> {
    try call(.inhibit, "Release", [.uint64(cookie)])
  }

  /// The inhibitors that are in effect, each with its members.
  package func inhibitors() throws -> [Members] {
    try members(call(.inhibit, "List").get())
  }

  /// The last changes in the history, newest first.
  package func history(_ count: UInt32 = 100) throws -> [Members] {
    try members(call(.control, "History", [.uint32(count)]).get())
  }

  /// The daemon's records of the programs that it has run.
  package func reactions() throws -> [Members] {
    try members(call(.control, "Reactions").get())
  }

  /// Waits until no nightctl runs and the desktop reports this style; returns false after 20
  /// seconds.
  package func awaitDesktop(_ style: String) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      let isRunning = try reactions().contains { $0["running"]?.asBool == true }
      if try !isRunning && desktop()["style"]?.asString == style { return true }
    }
    return false
  }

  /// The desktop's values, as the daemon reports them.
  package func desktop() throws -> Members {
    guard let facts = try call(.desktop, "Read").get().first?.asOptions else {
      throw RawClient.Refused()
    }
    return facts
  }

  private func members(_ values: [BusValue]) throws -> [Members] {
    guard case .array(_, let elements)? = values.first else { throw RawClient.Refused() }
    return elements.compactMap(\.asOptions)
  }
}
