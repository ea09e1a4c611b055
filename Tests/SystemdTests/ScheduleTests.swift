import TestSupport
import Testing

extension SystemdTests {
  /// What a schedule needs in the unit's sandbox: zone files, watches on them, and a timer.
  @Suite struct ScheduleTests {
    private static let object = "org.nightd.Night1 /org/nightd/Night1"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
    }

    private func awaitProperty(_ name: String, _ value: String) throws {
      let command = "busctl --user get-property \(Self.object) org.nightd.Night1.Schedule \(name)"
      try session.awaitOutput(of: "\(command) | cut -c 4- | tr -d \\\"", value)
    }

    @Test(
      "The daemon reads the machine's zone and the zone's place, and follows changes of the zone"
    )
    func zone() throws {
      try session.setZone("/usr/share/zoneinfo/Europe/Berlin")
      _ = try session.said("nightctl set schedule")
      try awaitProperty("Zone", "Europe/Berlin")
      try awaitProperty("PlaceFrom", "zone")
      try session.setZone("/usr/share/zoneinfo/Asia/Tokyo")
      try awaitProperty("Zone", "Asia/Tokyo")
      try session.setZone("/usr/share/zoneinfo/Etc/UTC")
      try awaitProperty("Zone", "Etc/UTC")
      try awaitProperty("PlaceFrom", "none")
      #expect(try session.said("systemctl --user show -P NRestarts nightd") == "0")
    }

    @Test("A hold ends when its time comes")
    func moment() throws {
      _ = try session.said("nightctl set light")
      _ = try session.said("nightctl watch >~/seen 2>&1 & echo $! >~/watcher")
      try session.awaitOutput(of: "cat ~/seen", "light")
      // Try three times, because on a loaded machine the time may have passed before nightd gets
      // the request.
      let end = "$(date -u -d \"$seconds seconds\" +%FT%TZ)"
      let set = "nightctl set dark --until \(end) 2>~/refused && break"
      _ = try session.said("for seconds in 2 5 8; do \(set); done")
      try session.awaitOutput(of: "echo $(cat ~/seen)", "light dark light")
      _ = try session.said("kill $(cat ~/watcher)")
    }
  }
}
