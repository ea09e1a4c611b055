import Glibc
import TestSupport

/// One program's windows, switched back and forth.
struct Trial {
  private static let rounds = 10
  /// The last of a change may be drawn over some frames.
  private static let settling = Duration.seconds(3)

  let client: Window.Client
  let pictures: String
  private let desk: Desk
  private let screen: Screen

  init(_ client: Window.Client, pictures: String) throws {
    self.client = client
    self.pictures = pictures
    desk = try Desk()
    screen = try Screen(desk, size: "800x500")
  }

  /// Follows one window through its changes, and looks how another one opens.
  func run() throws -> Outcome {
    let daemon = try desk.startDaemon()
    let portal = try DesktopPortal.start(desk, beside: [.fileChooser])
    defer { withExtendedLifetime((daemon, portal)) {} }
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
    let window = try Window(client, desk, on: screen)
    var outcome = Outcome(title: window.title)
    _ = try window.next("light")
    for _ in 0..<Self.rounds {
      let dark = try seconds(until: window, shows: "dark")
      let light = try seconds(until: window, shows: "light")
      outcome.dark.append(dark.drawn)
      outcome.light.append(light.drawn)
      outcome.told += [dark.told, light.told]
    }
    try show("light") { $0 > 0.6 }
    _ = try seconds(until: window, shows: "dark")
    try show("dark") { $0 < 0.4 }
    return outcome
  }

  private func set(_ style: String) throws {
    let done = try desk.nightctl("set", style)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("success", of: "nightctl set \(style)", instead: "\(done)")
    }
  }

  /// From the start of nightctl until the window has drawn it, and until its program was told.
  private func seconds(
    until window: Window,
    shows style: String
  ) throws -> (drawn: Double, told: Double) {
    var start = timespec()
    clock_gettime(CLOCK_REALTIME, &start)
    try set(style)
    let drawn = try window.next()
    guard drawn.style == style else {
      let instead = "it drew itself \(drawn.style)"
      throw ProgramError.missed("\(style) window", of: window.title, instead: instead)
    }
    let before = Double(start.tv_sec) + Double(start.tv_nsec) / 1e9
    return (drawn.time - before, drawn.told - before)
  }

  /// Keeps the picture of the screen, once it is as bright as that style is, and stays so.
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
