import Glibc
import TestSupport

/// Switches the windows of one program between the styles.
struct Trial {
  private static let gnome = ["GSETTINGS_BACKEND": "dconf", "XDG_DATA_DIRS": "/usr/share"]
  /// How long a window may take to finish a change, which may need several frames.
  private static let settling = Duration.seconds(3)

  let client: Window.Client
  let pictures: String
  private let rounds: Int
  private let isByGnome: Bool
  private let desk: Desk
  private let screen: Screen

  init(_ client: Window.Client, pictures: String, flips: Int, isByGnome: Bool) throws {
    self.client = client
    self.pictures = pictures
    self.isByGnome = isByGnome
    rounds = flips / 2
    desk = try Desk()
    screen = try Screen(desk, size: "800x500")
  }

  /// Follows one window through its changes, and checks how a second window opens.
  func run() throws -> Outcome {
    let daemon: Program
    var backend: GtkBackend?
    if isByGnome {
      try desk.bus.addService(name: "ca.desrt.dconf", command: ["/usr/libexec/dconf-service"])
      backend = try GtkBackend(desk, on: screen, settings: "dconf")
      daemon = try desk.startDaemon(adding: Self.gnome)
    } else {
      daemon = try desk.startBackend()
    }
    let portal = try DesktopPortal.start(
      desk,
      beside: isByGnome ? [.gtk, .fileChooser] : [.fileChooser]
    )
    defer { withExtendedLifetime((daemon, portal, backend)) {} }
    if isByGnome {
      try desk.nightctl("prefs", "write", "gtk-theme.light", "Adwaita")
      try desk.nightctl("prefs", "write", "gtk-theme.dark", "Adwaita-dark")
    }
    try set("light")
    var outcome = try followed()
    try set("dark")
    let window = try Window(client, desk, on: screen)
    let first = try window.next()
    outcome.start = first.style
    if first.style != "dark" { outcome.flash = try window.next("dark").time - first.time }
    return outcome
  }

  private func followed() throws -> Outcome {
    // With --gnome, both backends report each style, and a listener would receive every style
    // twice; so start none.
    let listener = isByGnome ? nil : try Window(.listener, desk, on: screen)
    let window = try Window(client, desk, on: screen)
    let windows = [listener, window].compactMap(\.self)
    var outcome = Outcome(title: window.title)
    _ = try window.next("light")
    for _ in 0..<rounds {
      let start = try set("dark")
      let dark = try shown("dark", by: windows)
      let next = try set("light")
      let light = try shown("light", by: windows)
      for (drawn, start) in [(dark, start), (light, next)] {
        guard let last = drawn.last else { continue }
        if last.style == "dark" { outcome.dark.append(last.time - start) }
        if last.style == "light" { outcome.light.append(last.time - start) }
        guard let first = drawn.first, drawn.count > 1 else { continue }
        outcome.signal.append(first.told - start)
        outcome.told.append(last.told - first.told)
      }
    }
    try show("light") { $0 > 0.6 }
    try set("dark")
    _ = try shown("dark", by: windows)
    try show("dark") { $0 < 0.4 }
    return outcome
  }

  /// Sets the style; returns the time at which nightctl was started, in seconds since 1970.
  @discardableResult
  private func set(_ style: String) throws -> Double {
    var start = timespec()
    clock_gettime(CLOCK_REALTIME, &start)
    let done = try desk.nightctl("set", style)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("success", of: "nightctl set \(style)", instead: "\(done)")
    }
    return Double(start.tv_sec) + Double(start.tv_nsec) / 1e9
  }

  private func shown(_ style: String, by windows: [Window]) throws -> [Window.Drawn] {
    try windows.map { window in
      let drawn = try window.next()
      guard drawn.style == style else {
        let instead = "it drew itself \(drawn.style)"
        throw ProgramError.missed("\(style) window", of: window.title, instead: instead)
      }
      return drawn
    }
  }

  /// Keeps a screenshot once its brightness fits the style and no longer changes.
  private func show(_ style: String, _ isRight: (Double) -> Bool) throws {
    let path = "\(pictures)/\(client.rawValue)-\(style).png"
    let deadline = ContinuousClock.now + Self.settling
    var before = Double.nan
    var brightness = try screen.picture(path, desk)
    while !isRight(brightness) || before != brightness, ContinuousClock.now < deadline {
      before = brightness
      brightness = try screen.picture(path, desk)
    }
    guard isRight(brightness) else {
      let instead = "its brightness is \(brightness): \(path)"
      throw ProgramError.missed("\(style) picture", of: client.rawValue, instead: instead)
    }
  }
}
