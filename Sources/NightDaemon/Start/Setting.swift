package import NightBus
package import NightStore

/// What a run of the daemon depends on, read from the environment once.
package struct Setting: Sendable {
  package let busAddress: String
  package let places: Places
  package let runtime: RuntimeFolder
  package let zone: ZonePaths
  package let clock: WallClock
  package let systemBusAddress: String
  /// Where GSettings keeps what it keeps, if the environment says so.
  package let settingsBackend: String?
  /// What the service manager calls this run; nil where it was not started as a unit.
  package let invocation: String?

  /// Whether the service manager started this run.
  var isUnit: Bool { invocation != nil }
  /// Whether GSettings keeps nothing, so that no other program ever sees what is written there.
  var hasOnlyMemory: Bool { settingsBackend == "memory" }

  package init(
    busAddress: String,
    systemBusAddress: String,
    places: Places,
    runtime: RuntimeFolder,
    zone: ZonePaths,
    settingsBackend: String?,
    invocation: String? = nil,
    clock: WallClock
  ) {
    self.busAddress = busAddress
    self.systemBusAddress = systemBusAddress
    self.settingsBackend = settingsBackend
    self.invocation = invocation
    self.places = places
    self.runtime = runtime
    self.zone = zone
    self.clock = clock
  }
}
