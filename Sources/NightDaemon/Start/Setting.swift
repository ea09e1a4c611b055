package import NightBus
package import NightStore

/// What a run of the daemon depends on, read from the environment once.
package struct Setting: Sendable {
  package let busAddress: String
  package let places: Places
  package let zone: ZonePaths
  package let clock: WallClock

  package init(busAddress: String, places: Places, zone: ZonePaths, clock: WallClock) {
    self.busAddress = busAddress
    self.places = places
    self.zone = zone
    self.clock = clock
  }
}
