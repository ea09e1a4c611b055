import Glibc
import NightBus
import TestSupport
import Testing

/// A window as people have it on their screens: of libadwaita, drawn on a screen in memory.
@Suite(
  "A window of libadwaita",
  .enabled(if: Window.obstacle == nil, "\(Window.obstacle ?? "")")
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

  @Test("it opens as nightd has it, and follows")
  func follows() throws {
    _ = try desk.startBackend()
    let portal = try DesktopPortal.start(desk)
    try desk.set("dark")
    let window = try Window(.libadwaita, desk, on: screen)
    #expect(try window.next().style == "dark")
    try follow(window, "light", "dark")
    withExtendedLifetime(portal) {}
  }

  // Such a window listens only where somebody answered it at its start.
  @Test("nobody has started nightd before it: it is started for the window, which follows")
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

  @Test("it outlives nightd, and follows the next one", arguments: [SIGTERM, SIGKILL])
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

  @Test("it outlives a portal, and shows what was set while no portal ran")
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

  // The window takes signals from the new owner of the name only after a conversation with it.
  @Test("it follows a portal that takes the place of one that hangs")
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
