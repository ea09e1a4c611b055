import Glibc
import TestSupport

/// Why some part of a desktop is not available here; nil if it is available.
enum SkipReason {
  private static let schema =
    "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
  private static let dconfUnit = "/usr/lib/systemd/user/dconf.service"
  private static let portalUnit = "/usr/lib/systemd/user/xdg-desktop-portal.service"

  /// The settings of GNOME, which the program gsettings reads and writes for the tests.
  static let settings =
    access(schema, R_OK) == 0 && Tool.path("gsettings") != nil
    ? nil : "gsettings or its schemas are missing"

  /// The service that stores GNOME's settings.
  static let dconf = access(dconfUnit, R_OK) == 0 ? nil : "\(dconfUnit) is missing"

  /// The desktop portal, as its package installs it.
  static let portal =
    DesktopPortal.skipReason
    ?? (access(portalUnit, R_OK) == 0 ? nil : "\(portalUnit) is missing")
}
