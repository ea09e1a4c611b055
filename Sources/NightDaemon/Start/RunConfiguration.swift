package import NightBus
package import NightPublished
package import NightStore

/// All values from the environment that a run of the daemon depends on, read once.
package struct RunConfiguration: Sendable {
  package let busAddress: String
  /// What identifies the bus for readers of the published state; nil if nothing does.
  package let bus: BusIdentity?
  package let folders: StandardFolders
  package let runtime: RuntimeFolder
  package let zone: ZonePaths
  package let clock: WallClock
  package let systemBusAddress: String
  /// The storage backend of GSettings, from GSETTINGS_BACKEND; nil for the default backend.
  package let settingsBackend: String?
  /// The service manager's identifier of this run; nil if it was not started as a unit.
  package let invocation: String?

  /// Whether the service manager started this run.
  var isUnit: Bool { invocation != nil }
  /// Whether GSettings stores only in memory, so that other programs never see a written value.
  var hasOnlyMemory: Bool { settingsBackend == "memory" }

  package init(
    busAddress: String,
    bus: BusIdentity? = nil,
    systemBusAddress: String,
    folders: StandardFolders,
    runtime: RuntimeFolder,
    zone: ZonePaths,
    settingsBackend: String?,
    invocation: String? = nil,
    clock: WallClock
  ) {
    self.busAddress = busAddress
    self.bus = bus
    self.systemBusAddress = systemBusAddress
    self.settingsBackend = settingsBackend
    self.invocation = invocation
    self.folders = folders
    self.runtime = runtime
    self.zone = zone
    self.clock = clock
  }
}
