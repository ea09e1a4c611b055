import NightCore

/// A backend of the desktop portal, as its `.portal` file describes it.
package struct PortalFile: Equatable, Sendable {
  /// The name of nightd's own backend in `portals.conf`.
  package static let ownName = "nightd"
  package static let ownBusName = Contract.portalBackendName
  package static let suffix = ".portal"

  /// The desktops that nightd's file names (`data/nightd.portal`).
  ///
  /// These desktops have no switch for the style, so their own backends have no style to report.
  package static let ownDesktops = [
    "nightd", "sway", "Hyprland", "niri", "river", "labwc", "wayfire", "wlroots", "weston",
    "dwl", "mango", "scroll", "i3", "bspwm", "awesome", "dwm", "herbstluftwm", "qtile",
    "xmonad", "leftwm", "spectrwm", "openbox", "fluxbox", "IceWM", "WindowMaker",
    "Enlightenment", "LXDE", "LXQt", "XFCE", "MATE",
  ]

  /// The file's name without its suffix, which is the backend's name in `portals.conf`.
  package let name: String
  package let busName: String
  package let interfaces: [String]
  /// The desktops for which the backend is meant; nil if the file has no `UseIn`.
  package let useIn: [String]?

  package init(name: String, busName: String, interfaces: [String], useIn: [String]?) {
    self.name = name
    self.busName = busName
    self.interfaces = interfaces
    self.useIn = useIn
  }

  /// Parses a `.portal` file; nil if the portal would ignore the file too.
  package init?(fileName: String, text: String) {
    guard fileName.hasSuffix(Self.suffix), let file = KeyFile(text),
      let busName = file["DBusName", in: "portal"],
      let interfaces = file.list("Interfaces", in: "portal")
    else { return nil }
    self.init(
      name: String(fileName.dropLast(Self.suffix.count)),
      busName: busName,
      interfaces: interfaces,
      useIn: file.list("UseIn", in: "portal")
    )
  }

  /// Whether this is nightd's backend, under any file name.
  package var isOwn: Bool { busName == Self.ownBusName }

  func serves(_ interface: String) -> Bool { interfaces.contains(interface) }

  /// Whether the backend is for a desktop; the case of ASCII letters is ignored.
  func isFor(_ desktop: String) -> Bool {
    useIn?.contains { $0.lowercased() == desktop.lowercased() } ?? false
  }

  /// The desktops with a style switch, in lower case.
  ///
  /// The backends of these desktops report the style of the switch.
  private static let switched: Set<String> = [
    "gnome", "gnome-classic", "gnome-flashback", "ubuntu", "unity", "x-cinnamon", "cinnamon",
    "budgie", "pantheon", "kde", "cosmic", "deepin", "ukui",
  ]

  /// Whether any of these desktops has a style switch; an unknown desktop counts as having none.
  static func hasOwnSwitch(_ desktops: [String]) -> Bool {
    desktops.contains { switched.contains($0.lowercased()) }
  }

  /// Returns the file's text without the settings interface; nil if the portal ignores the file.
  static func quietText(of text: String) -> String? {
    guard let interfaces = KeyFile(text)?.list("Interfaces", in: "portal") else { return nil }
    let kept = interfaces.filter { $0 != PortalInterface.settings }
    let list = kept.map { $0 + ";" }.joined()
    return KeyFile.setting("Interfaces", in: "portal", to: list, of: text)
  }

  /// Returns the text of a `.portal` file that makes nightd the backend for these desktops.
  static func ownText(for desktops: [String]) -> String {
    """
    [portal]
    DBusName=\(ownBusName)
    Interfaces=\(PortalInterface.settings);
    UseIn=\(desktops.map { $0 + ";" }.joined())

    """
  }
}

/// The interfaces of a portal backend, as `.portal` files name them.
package enum PortalInterface {
  package static let settings = Contract.portalBackendInterface
  package static let fileChooser = "org.freedesktop.impl.portal.FileChooser"
}
