import NightBus
import TestSupport

/// Sets the style twice in quick succession, while nightd and GTK's backend both serve the portal.
///
/// A moment after each change of style, nightd writes GNOME's settings; GTK's backend then signals
/// this change, too. After an application has received the second style, it must not receive an
/// earlier style.
package struct Flutter: Trial {
  package static let name = "two flips in quick succession, with two backends"
  package static let unit = "flips"
  private static let dconf = "/usr/libexec/dconf-service"
  /// The pauses between the two changes of style, in milliseconds.
  private static let pauses = [0, 40, 80, 250]
  private static let quietMilliseconds = 100
  private static let settings = ["GSETTINGS_BACKEND": "dconf", "XDG_DATA_DIRS": "/usr/share"]

  package static var skipReason: String? {
    GtkBackend.skipReason ?? (Tool.path(dconf) == nil ? "dconf-service is missing" : nil)
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
      // After every four pairs of changes, the order of the two styles changes, so that each style
      // is sometimes the last.
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
        tally.note(.wrong, "\(place): back for \(back / 1_000) µs: \(stage.portal.changes)")
      }
      if let exit = daemon.exit { tally.note(.death, "\(place): it \(exit)") }
    }
    if longest > 0 { tally.remark = "longest \(longest / 1_000_000) ms" }
    withExtendedLifetime((backend, program, screen)) {}
    return tally
  }

  /// How long an application went back to the earlier style after it had received the last style;
  /// nil if it never went back.
  private func goesBack(_ reader: SettingsReader, to last: UInt32) -> UInt64? {
    let schemes = zip(reader.changes, reader.times)
      // Leave out GTK's own namespace, which its backend also signals.
      .filter { $0.0.key == "color-scheme" && $0.0.namespace == SettingsPlace.appearance }
      .map { (isLast: $0.0.value == .variant(.uint32(last)), time: $0.1) }
    // The application may have had the last style even before the first change, so begin at the
    // other style.
    guard let other = schemes.firstIndex(where: { !$0.isLast }),
      let first = schemes[other...].firstIndex(where: \.isLast),
      let back = schemes[first...].lastIndex(where: { !$0.isLast })
    else { return nil }
    let end = schemes[back...].first(where: \.isLast)?.time ?? schemes[back].time
    return end - schemes[first].time
  }

  /// Returns once both backends report the style, no nightctl runs, and no more signals come.
  private func settle(_ stage: Stage, _ scheme: UInt32, _ place: String) throws {
    let answer = Result<BusValue, BusError>.success(.variant(.uint32(scheme)))
    for _ in 0..<200 {
      let count = stage.portal.changes.count
      try stage.portal.listen(milliseconds: Self.quietMilliseconds)
      let isWriting = try stage.caller.reactions().contains { $0["running"]?.asBool == true }
      if !isWriting, stage.portal.changes.count == count,
        try "\(stage.gtk.read("color-scheme"))" == "\(answer)"
      {
        return
      }
    }
    throw ProgramError.missed("rest", of: "nightctl", instead: place)
  }
}
