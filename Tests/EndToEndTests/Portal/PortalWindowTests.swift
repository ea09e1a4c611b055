import Glibc
import NightBus
import TestSupport
import Testing

/// A libadwaita window on a virtual screen.
@Suite(
  "libadwaita window",
  .enabled(if: Window.skipReason == nil, "\(Window.skipReason ?? "")")
)
struct PortalWindowTests {
  private let desk: Desk
  private let screen: Screen

  init() throws {
    desk = try Desk()
    screen = try Screen(desk)
  }

  private func follow(_ window: Window, _ styles: String...) throws {
    for style in styles {
      try desk.set(style)
      #expect(try window.next().style == style)
    }
  }

  @Test("A libadwaita window opens in nightd's style and follows changes")
  func follows() throws {
    _ = try desk.startBackend()
    let portal = try DesktopPortal.start(desk)
    try desk.set("dark")
    let window = try Window(.libadwaita, desk, on: screen)
    #expect(try window.next().style == "dark")
    try follow(window, "light", "dark")
    withExtendedLifetime(portal) {}
  }

  // A libadwaita window listens to changes only if its first read was answered.
  @Test("If nightd is not running, a libadwaita window starts nightd and then follows the style")
  func first() throws {
    try desk.home.write(Desk.intent("dark"), to: Desk.store)
    try desk.activatePortalBackend()
    let portal = try DesktopPortal.start(desk)
    try desk.endOwner()
    let window = try Window(.libadwaita, desk, on: screen)
    #expect(try window.next().style == "dark")
    try follow(window, "light", "dark")
    withExtendedLifetime(portal) {}
  }

  @Test(
    "If nightd ends, an open libadwaita window follows the next daemon",
    arguments: [SIGTERM, SIGKILL]
  )
  func outlives(signal: Int32) throws {
    var daemon = try desk.startBackend()
    let portal = try DesktopPortal.start(desk)
    let window = try Window(.libadwaita, desk, on: screen)
    #expect(try window.next().style == "light")
    for style in ["dark", "light"] {
      daemon.send(signal: signal)
      _ = try daemon.wait()
      try desk.replaceStore(Desk.intent(style))
      daemon = try desk.startDaemon()
      #expect(try window.next().style == style)
    }
    try follow(window, "dark")
    withExtendedLifetime(portal) {}
  }

  @Test("A libadwaita window shows a style that was set while no portal was running")
  func outlivesPortal() throws {
    _ = try desk.startBackend()
    var portal = try DesktopPortal.start(desk)
    let window = try Window(.libadwaita, desk, on: screen)
    #expect(try window.next().style == "light")
    for style in ["dark", "light", "dark"] {
      portal.program.send(signal: SIGKILL)
      _ = try portal.program.wait()
      try desk.set(style)
      portal = try DesktopPortal.start(desk)
      #expect(try window.next().style == style)
    }
    try follow(window, "light")
    withExtendedLifetime(portal) {}
  }

  // The window accepts a new owner's signals only after the window has called that owner.
  @Test("If a new portal replaces a hanging portal, an open window follows the new portal")
  func replaced() throws {
    _ = try desk.startBackend()
    var portal = try DesktopPortal.start(desk)
    let window = try Window(.libadwaita, desk, on: screen)
    #expect(try window.next().style == "light")
    for style in ["dark", "light", "dark"] {
      try portal.program.pause()
      try desk.set(style)
      let next = try DesktopPortal.start(desk, isReplacing: true)
      #expect(try window.next().style == style)
      portal.program.send(signal: SIGKILL)
      portal = next
    }
    withExtendedLifetime(portal) {}
  }
}
