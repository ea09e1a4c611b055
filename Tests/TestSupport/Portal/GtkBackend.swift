/// The portal's backend of GTK, as it is installed here; it reads GSettings from the desk's home.
package final class GtkBackend {
  private static let path = "/usr/libexec/xdg-desktop-portal-gtk"

  /// Why there can be none here, beside a portal.
  package static let obstacle =
    DesktopPortal.obstacle ?? Screen.obstacle
    ?? (Tool.path(path) == nil ? "xdg-desktop-portal-gtk is missing" : nil)

  package let program: Program
  private let environment: [String: String]

  /// It has its name when this returns.
  package init(_ desk: Desk, on screen: Screen, settings: String = "keyfile") throws {
    environment = desk.environment.merging([
      "DISPLAY": screen.display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
      "XDG_DATA_DIRS": "/usr/share", "GSETTINGS_BACKEND": settings,
    ]) { $1 }
    let reader = try SettingsReader(desk.bus.address, .gtk)
    program = try Program.start(
      Self.path,
      environment: environment,
      standardError: .file(desk.home.file("gtk.log"))
    )
    try reader.wait("owner of the name") { reader.ownerName != nil }
  }

  /// Turns the switch that it tells of.
  package func turn(_ scheme: String) throws {
    let words = ["set", "org.gnome.desktop.interface", "color-scheme", scheme]
    let done = try Program.run("gsettings", words, environment: environment)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("setting of \(scheme)", of: "gsettings", instead: "\(done)")
    }
  }
}
