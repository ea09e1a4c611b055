import Glibc
import NightBus

/// The desktop portal that is installed here, on a test's own bus, with backends of the test.
package final class DesktopPortal {
  package static let path = "/usr/libexec/xdg-desktop-portal"
  private static let gtkFile = "/usr/share/xdg-desktop-portal/portals/gtk.portal"
  private static let folder = "portals"

  /// Why there can be none here.
  package static let obstacle = Tool.path(path) == nil ? "xdg-desktop-portal is missing" : nil

  /// What the portal may ask beside nightd.
  package enum Neighbour: Sendable {
    case gtk
    /// Some applications ask for settings only where files can be chosen. Nobody answers.
    case fileChooser
  }

  package let program: Program

  private init(_ program: Program) { self.program = program }

  /// Starts it and waits until applications find it.
  ///
  /// With `isReplacing` it takes the name from a portal that is running.
  package static func start(
    _ desk: Desk,
    desktop: String = "sway",
    beside neighbours: [Neighbour] = [],
    isReplacing: Bool = false
  ) throws -> DesktopPortal {
    let reader = try SettingsReader(desk.bus.address, .portal)
    let backend = try SettingsReader(desk.bus.address, .nightd)
    let old = reader.ownerName
    let portal = try launch(desk, desktop: desktop, beside: neighbours, isReplacing: isReplacing)
    try reader.wait("owner of the name") { ![nil, old].contains(reader.ownerName) }
    // nightd tells a new portal everything; a test that counts signals counts what comes after.
    if backend.ownerName != nil {
      try reader.wait("current settings") { reader.told.contains { $0.key == "color-scheme" } }
    }
    return portal
  }

  /// Starts it and does not wait.
  package static func launch(
    _ desk: Desk,
    desktop: String = "sway",
    beside neighbours: [Neighbour] = [],
    isReplacing: Bool = false
  ) throws -> DesktopPortal {
    try desk.home.makeFolder(folder)
    symlink(Built.sourceRoot + "/data/nightd.portal", desk.home.file("\(folder)/nightd.portal"))
    for neighbour in neighbours {
      switch neighbour {
      case .gtk:
        symlink(gtkFile, desk.home.file("\(folder)/gtk.portal"))
      case .fileChooser:
        try desk.home.write(chooser(in: desktop), to: "\(folder)/chooser.portal")
      }
    }
    let program = try Program.start(
      path,
      isReplacing ? ["--replace"] : [],
      environment: desk.environment.merging([
        "XDG_DESKTOP_PORTAL_DIR": desk.home.file(folder), "XDG_CURRENT_DESKTOP": desktop,
        // It ends where there are no schemas of GSettings at all.
        "XDG_DATA_DIRS": "/usr/share",
      ]) { $1 },
      standardError: .file(desk.home.file("portal.log"))
    )
    return DesktopPortal(program)
  }

  /// Kills it and returns when it is gone.
  package func end() throws {
    program.killGroup()
    _ = try program.wait()
  }

  private static func chooser(in desktop: String) -> String {
    """
    [portal]
    DBusName=org.freedesktop.impl.portal.desktop.chooser
    Interfaces=org.freedesktop.impl.portal.FileChooser;
    UseIn=\(desktop)

    """
  }
}

extension Desk {
  /// Starts the daemon and waits until it is a backend of the portal as well, and has told what holds.
  ///
  /// It serves calls before it requests the portal's name, which is its last step.
  @discardableResult
  package func startBackend() throws -> Program {
    let reader = try SettingsReader(bus.address, .nightd)
    let daemon = try startDaemon()
    try reader.wait("what holds") { !reader.told.isEmpty }
    // All that it tells at once has come before an answer to what is asked then.
    _ = try reader.read("color-scheme")
    return daemon
  }

  /// Lets the bus start the daemon also for who asks for the portal's backend.
  package func activatePortalBackend() throws {
    try bus.addService(name: SettingsPlace.nightd.name.text, command: [Built.nightd])
  }
}
