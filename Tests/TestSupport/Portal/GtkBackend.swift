/// GTK's installed portal backend, which reads GSettings from the home folder of a test's bus.
package final class GtkBackend {
  private static let path = "/usr/libexec/xdg-desktop-portal-gtk"

  /// Why this backend and a portal cannot run here; nil if they can.
  package static let skipReason =
    DesktopPortal.skipReason ?? Screen.skipReason
    ?? (Tool.path(path) == nil ? "xdg-desktop-portal-gtk is missing" : nil)

  package let program: Program
  private let environment: [String: String]

  /// Starts the backend, and returns when it owns its bus name.
  package init(_ bus: PrivateBus, on screen: Screen, settings: String = "keyfile") throws {
    environment = try bus.environment().merging([
      "DISPLAY": screen.display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
      "XDG_DATA_DIRS": "/usr/share", "GSETTINGS_BACKEND": settings,
    ]) { $1 }
    let reader = try SettingsReader(bus.address, .gtk)
    program = try Program.start(
      Self.path,
      environment: environment,
      standardError: .file(bus.home.file("gtk.log"))
    )
    try reader.wait("owner of the name") { reader.ownerName != nil }
  }

  package convenience init(_ desk: Desk, on screen: Screen, settings: String = "keyfile") throws {
    try self.init(desk.bus, on: screen, settings: settings)
  }

  /// Sets the desktop's colour scheme, which the backend reports.
  package func turn(_ scheme: String) throws {
    let words = ["set", "org.gnome.desktop.interface", "color-scheme", scheme]
    let done = try Program.run("gsettings", words, environment: environment)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("setting of \(scheme)", of: "gsettings", instead: "\(done)")
    }
  }
}
