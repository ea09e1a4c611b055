/// A backend of the desktop portal, as its `.portal` file describes it.
package struct PortalFile: Equatable, Sendable {
  /// nightd's own, as it is called in `portals.conf`.
  package static let ownName = "nightd"
  package static let ownBusName = Contract.portalBackendName
  package static let suffix = ".portal"

  /// The desktops that nightd's file is for (`data/nightd.portal`): those without a switch for the
  /// style, and so without settings that their own backend could tell.
  package static let ownDesktops = [
    "nightd", "sway", "Hyprland", "niri", "river", "labwc", "wayfire", "wlroots", "weston",
    "dwl", "mango", "scroll", "i3", "bspwm", "awesome", "dwm", "herbstluftwm", "qtile",
    "xmonad", "leftwm", "spectrwm", "openbox", "fluxbox", "IceWM", "WindowMaker",
    "Enlightenment", "LXDE", "LXQt", "XFCE", "MATE",
  ]

  /// The file's name without its ending; `portals.conf` calls the backend so.
  package let name: String
  package let busName: String
  package let interfaces: [String]
  /// The desktops that it is for; nil where the file does not say.
  package let useIn: [String]?

  package init(name: String, busName: String, interfaces: [String], useIn: [String]?) {
    self.name = name
    self.busName = busName
    self.interfaces = interfaces
    self.useIn = useIn
  }

  /// Nil where the portal passes over it too.
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

  /// Whatever its file is called.
  package var isOwn: Bool { busName == Self.ownBusName }

  func serves(_ interface: String) -> Bool { interfaces.contains(interface) }

  /// Letters count alike in both cases, as far as they are those of ASCII.
  func isFor(_ desktop: String) -> Bool {
    useIn?.contains { $0.lowercased() == desktop.lowercased() } ?? false
  }

  /// Desktops with a switch for the style, in lower case: their own backend tells what it says.
  private static let switched: Set<String> = [
    "gnome", "gnome-classic", "gnome-flashback", "ubuntu", "unity", "x-cinnamon", "cinnamon",
    "budgie", "pantheon", "kde", "cosmic", "deepin", "ukui",
  ]

  /// Whether any of these desktops has a switch of its own; one that nobody knows has none.
  static func hasOwnSwitch(_ desktops: [String]) -> Bool {
    desktops.contains { switched.contains($0.lowercased()) }
  }

  /// The same file without the interface for settings; nil if the portal passes over it.
  static func quietText(of text: String) -> String? {
    guard let interfaces = KeyFile(text)?.list("Interfaces", in: "portal") else { return nil }
    let kept = interfaces.filter { $0 != PortalPart.settings }
    let list = kept.map { $0 + ";" }.joined()
    return KeyFile.setting("Interfaces", in: "portal", to: list, of: text)
  }

  /// The text of one for nightd that is for these desktops.
  static func ownText(for desktops: [String]) -> String {
    """
    [portal]
    DBusName=\(ownBusName)
    Interfaces=\(PortalPart.settings);
    UseIn=\(desktops.map { $0 + ";" }.joined())

    """
  }
}
