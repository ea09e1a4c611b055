import Glibc
import NightBus

/// The installed desktop portal on the test's own bus, with the test's backends.
package final class DesktopPortal {
  package static let path = "/usr/libexec/xdg-desktop-portal"
  private static let gtkFile = "/usr/share/xdg-desktop-portal/portals/gtk.portal"
  private static let folder = "portals"

  /// Why no portal can run here; nil if it can.
  package static let skipReason = Tool.path(path) == nil ? "xdg-desktop-portal is missing" : nil

  /// The numbers of the installed portal's version; empty if there is no portal.
  private static let version: [Int] = {
    guard skipReason == nil, let told = try? Program.run(path, ["--version"]).output else {
      return []
    }
    return told.split { !$0.isNumber }.compactMap { Int($0) }
  }()

  /// Whether the installed portal chooses its backends by `portals.conf`.
  ///
  /// An older portal asks every backend; the line `UseIn` in the backends' files decides only the
  /// order.
  package static let readsConf = !version.lexicographicallyPrecedes([1, 17, 1])

  /// Whether the installed portal merges its backends' answers, so that only the first answer
  /// counts.
  ///
  /// An older portal passes on every backend's answer.
  package static let mergesAnswers = !version.lexicographicallyPrecedes([1, 19, 1])

  /// A backend that the portal uses besides nightd.
  package enum OtherBackend: Sendable {
    case gtk
    /// A backend that offers a file chooser, because some applications ask for settings only if
    /// there is one.
    ///
    /// This backend never replies.
    case fileChooser
  }

  package let program: Program

  private init(_ program: Program) { self.program = program }

  /// Starts the portal and waits until applications can find it.
  ///
  /// If `isReplacing` is true, the new portal takes over the name of a running portal.
  package static func start(
    _ desk: Desk,
    desktop: String = "sway",
    beside others: [OtherBackend] = [],
    isReplacing: Bool = false
  ) throws -> DesktopPortal {
    let reader = try SettingsReader(desk.bus.address, .portal)
    let backend = try SettingsReader(desk.bus.address, .nightd)
    let old = reader.ownerName
    let portal = try launch(desk, desktop: desktop, beside: others, isReplacing: isReplacing)
    try reader.wait("owner of the name") { ![nil, old].contains(reader.ownerName) }
    // nightd signals all settings to a new portal, so wait for these signals; some tests count the
    // signals after them.
    if backend.ownerName != nil {
      try reader.wait("current settings") { reader.changes.contains { $0.key == "color-scheme" } }
    }
    return portal
  }

  /// Starts the portal, and returns without waiting for it.
  package static func launch(
    _ desk: Desk,
    desktop: String = "sway",
    beside others: [OtherBackend] = [],
    isReplacing: Bool = false
  ) throws -> DesktopPortal {
    try desk.home.makeFolder(folder)
    symlink(Built.sourceRoot + "/data/nightd.portal", desk.home.file("\(folder)/nightd.portal"))
    for other in others {
      switch other {
      case .gtk:
        symlink(gtkFile, desk.home.file("\(folder)/gtk.portal"))
        // A newer portal asks both backends only because its configuration file names them. An
        // older portal asks both backends in the same order, because GTK's portal file names GNOME,
        // and nightd's file names the other desktops.
        let names = desktop == "GNOME" ? "gtk;nightd" : "nightd;gtk"
        try desk.home.write(
          "[preferred]\norg.freedesktop.impl.portal.Settings=\(names);\n",
          to: "\(folder)/portals.conf"
        )
      case .fileChooser:
        try desk.home.write(chooser(in: desktop), to: "\(folder)/chooser.portal")
      }
    }
    let program = try Program.start(
      path,
      isReplacing ? ["--replace"] : [],
      environment: desk.environment.merging([
        "XDG_DESKTOP_PORTAL_DIR": desk.home.file(folder), "XDG_CURRENT_DESKTOP": desktop,
        // If the portal found no GSettings schema at all, it would exit.
        "XDG_DATA_DIRS": "/usr/share",
      ]) { $1 },
      standardError: .file(desk.home.file("portal.log"))
    )
    return DesktopPortal(program)
  }

  /// Kills the portal, and returns when it has ended.
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
  /// Starts the daemon, and waits until it is a portal backend and has signalled the current
  /// settings.
  ///
  /// The daemon serves calls earlier, because it requests the portal backend's name last.
  @discardableResult
  package func startBackend() throws -> Program {
    let reader = try SettingsReader(bus.address, .nightd)
    let daemon = try startDaemon()
    try reader.wait("what holds") { !reader.changes.isEmpty }
    // The reply to this call arrives after all signals that the daemon sends at its start.
    _ = try reader.read("color-scheme")
    return daemon
  }

  /// Makes the bus start the daemon, even for a call to the portal backend's name.
  package func activatePortalBackend() throws {
    try bus.addService(name: SettingsPlace.nightd.name.text, command: [Built.nightd])
  }
}
