import Glibc
import TestSupport

/// The reasons why parts of a desktop are not available here; a reason is nil if its part is
/// available.
enum SkipReason {
  private static let schema =
    "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
  private static let dconfUnit = "/usr/lib/systemd/user/dconf.service"
  private static let portalUnit = "/usr/lib/systemd/user/xdg-desktop-portal.service"

  /// GNOME's settings, which the tests access with the program gsettings.
  static let settings =
    access(schema, R_OK) == 0 && Tool.path("gsettings") != nil
    ? nil : "gsettings or its schemas are missing"

  /// Crashes of the bus, after which the user manager itself may hang.
  static let crashes =
    getenv("NIGHTD_BUS_CRASHES") != nil
    ? nil : "a systemd older than 262 may hang (systemd#21177); make torture runs this test"

  /// The service that stores GNOME's settings.
  static let dconf = access(dconfUnit, R_OK) == 0 ? nil : "\(dconfUnit) is missing"

  /// The desktop portal, as its package installs it.
  static let portal =
    DesktopPortal.skipReason
    ?? (access(portalUnit, R_OK) == 0 ? nil : "\(portalUnit) is missing")
}
