import NightBus
import TestSupport

/// Flips in quick succession, with nightd and GTK's backend asked by one portal.
///
/// The mirror writes GNOME's settings a moment after each flip, and GTK's backend tells that too. An
/// application that was told the last style of a flurry must never be told an earlier one after it.
package struct Flutter: Trial {
  package static let name = "two flips in quick succession, with two backends"
  package static let unit = "flips"
  private static let dconf = "/usr/libexec/dconf-service"
  /// Between the two flips, in milliseconds.
  private static let pauses = [0, 40, 80, 250]
  private static let quietMilliseconds = 100
  private static let settings = ["GSETTINGS_BACKEND": "dconf", "XDG_DATA_DIRS": "/usr/share"]

  package static var obstacle: String? {
    GtkBackend.obstacle ?? (Tool.path(dconf) == nil ? "dconf-service is missing" : nil)
      ?? (Tool.path("gsettings") == nil ? "gsettings is missing" : nil)
  }

  private let flurries: Int

  package init(flips: Int) { flurries = flips / 2 }

  private struct Stage {
    let caller: Caller
    let portal: SettingsReader
    let gtk: SettingsReader
  }

  package func run() throws -> Tally {
    let desk = try Desk()
    try desk.bus.addService(name: "ca.desrt.dconf", command: [Self.dconf])
    let screen = try Screen(desk)
    let backend = try GtkBackend(desk, on: screen, settings: "dconf")
    let daemon = try desk.startDaemon(adding: Self.settings)
    let program = try DesktopPortal.start(desk, beside: [.gtk])
    let stage = Stage(
      caller: try Caller(desk),
      portal: try SettingsReader(desk.bus.address, .portal),
      gtk: try SettingsReader(desk.bus.address, .gtk)
    )
    _ = try stage.caller.set("light").get()
    try settle(stage, 2, "the start")
    var tally = Tally()
    var longest: UInt64 = 0
    for flurry in 0..<flurries {
      let pause = Self.pauses[flurry % Self.pauses.count]
      // Every other flurry begins with the other style, so that its last one is another too.
      let isDarkLast = flurry % 8 >= 4
      let place = "flurry \(flurry), \(pause) ms"
      stage.portal.forget()
      _ = try stage.caller.set(isDarkLast ? "light" : "dark").get()
      if pause > 0 { try stage.portal.listen(milliseconds: pause) }
      _ = try stage.caller.set(isDarkLast ? "dark" : "light").get()
      try settle(stage, isDarkLast ? 1 : 2, place)
      tally.count += 2
      if let back = goesBack(stage.portal, to: isDarkLast ? 1 : 2) {
        longest = max(longest, back)
        tally.note(.wrong, "\(place): back for \(back / 1_000) µs: \(stage.portal.told)")
      }
      if let exit = daemon.exit { tally.note(.death, "\(place): it \(exit)") }
    }
    if longest > 0 { tally.remark = "longest \(longest / 1_000_000) ms" }
    withExtendedLifetime((backend, program, screen)) {}
    return tally
  }

  /// For how long an application that was told the last style was told the other one again.
  private func goesBack(_ reader: SettingsReader, to last: UInt32) -> UInt64? {
    let schemes = zip(reader.told, reader.times)
      // GTK's backend tells the same in a namespace of its own as well.
      .filter { $0.0.key == "color-scheme" && $0.0.namespace == SettingsPlace.appearance }
      .map { (isLast: $0.0.value == .variant(.uint32(last)), time: $0.1) }
    // Before the first flip it may have been the last style already.
    guard let other = schemes.firstIndex(where: { !$0.isLast }),
      let first = schemes[other...].firstIndex(where: \.isLast),
      let back = schemes[first...].lastIndex(where: { !$0.isLast })
    else { return nil }
    let end = schemes[back...].first(where: \.isLast)?.time ?? schemes[back].time
    return end - schemes[first].time
  }

  /// Returns once both backends say it, nothing is being written, and nobody is told anything more.
  private func settle(_ stage: Stage, _ scheme: UInt32, _ place: String) throws {
    let answer = Result<BusValue, BusError>.success(.variant(.uint32(scheme)))
    for _ in 0..<200 {
      let count = stage.portal.told.count
      try stage.portal.listen(milliseconds: Self.quietMilliseconds)
      let isWriting = try stage.caller.reactions().contains { $0["running"]?.asBool == true }
      if !isWriting, stage.portal.told.count == count,
        try "\(stage.gtk.read("color-scheme"))" == "\(answer)"
      {
        return
      }
    }
    throw ProgramError.missed("rest", of: "the mirror", instead: place)
  }
}
