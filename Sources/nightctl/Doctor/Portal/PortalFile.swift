import NightCore

/// A backend of the desktop portal, as its `.portal` file describes it.
struct PortalFile: Equatable, Sendable {
  /// The file's name without its suffix: the backend's name in `portals.conf`.
  let name: String
  let busName: String
  let interfaces: [String]
  /// The desktops that the backend is for; nil if the file has no `UseIn`.
  let useIn: [String]?
}

extension PortalFile {
  /// The name of nightd's own backend in `portals.conf`.
  static let ownName = "nightd"
  static let ownBusName = Contract.portalBackendName
  static let suffix = ".portal"

  /// The desktops that nightd's `.portal` file lists (`data/nightd.portal`).
  ///
  /// These desktops have no style switch, so their own backends cannot report a style.
  static let ownDesktops = [
    "nightd", "sway", "Hyprland", "niri", "river", "labwc", "wayfire", "wlroots", "weston",
    "dwl", "mango", "scroll", "i3", "bspwm", "awesome", "dwm", "herbstluftwm", "qtile",
    "xmonad", "leftwm", "spectrwm", "openbox", "fluxbox", "IceWM", "WindowMaker",
    "Enlightenment", "LXDE", "LXQt", "XFCE", "MATE",
  ]

  /// Parses a `.portal` file; fails if the portal would ignore the file too.
  init?(fileName: String, text: String) {
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

  /// Whether this is nightd's backend; the file may have any name.
  var isOwn: Bool { busName == Self.ownBusName }

  func serves(_ interface: String) -> Bool { interfaces.contains(interface) }

  /// Whether the backend is for the given desktop; upper and lower case do not matter.
  func isFor(_ desktop: String) -> Bool {
    useIn?.contains { $0.lowercased() == desktop.lowercased() } ?? false
  }

  /// The desktops with a style switch, in lower case.
  ///
  /// On these desktops, the portal's backends report the style that the switch selects.
  private static let switched: Set<String> = [
    "gnome", "gnome-classic", "gnome-flashback", "ubuntu", "unity", "x-cinnamon", "cinnamon",
    "budgie", "pantheon", "kde", "cosmic", "deepin", "ukui",
  ]

  /// Whether one of `desktops` has a style switch; an unknown desktop has none.
  static func hasOwnSwitch(_ desktops: [String]) -> Bool {
    desktops.contains { switched.contains($0.lowercased()) }
  }

  /// Returns the text of a `.portal` file without the settings interface; nil if the portal ignores
  /// the file.
  static func quietText(of text: String) -> String? {
    guard let interfaces = KeyFile(text)?.list("Interfaces", in: "portal") else { return nil }
    let kept = interfaces.filter { $0 != PortalInterface.settings }
    let list = kept.map { $0 + ";" }.joined()
    return KeyFile.setting("Interfaces", in: "portal", to: list, of: text)
  }

  /// Returns the text of a `.portal` file that makes nightd the backend for `desktops`.
  static func ownText(for desktops: [String]) -> String {
    """
    [portal]
    DBusName=\(ownBusName)
    Interfaces=\(PortalInterface.settings);
    UseIn=\(desktops.map { $0 + ";" }.joined())

    """
  }
}

/// The D-Bus interfaces of a portal backend, with the names that `.portal` files contain.
enum PortalInterface {
  static let settings = Contract.portalBackendInterface
  static let fileChooser = "org.freedesktop.impl.portal.FileChooser"
}

/// The folders in which xdg-desktop-portal looks for its files.
///
/// The folders depend on the environment with which the portal was started.
struct PortalFolders: Equatable, Sendable {
  /// The only folder that a portal up to version 1.17.0 reads, and the last folder that a later
  /// version reads.
  ///
  /// If XDG_DESKTOP_PORTAL_DIR is set, the portal reads only the folder in this variable instead.
  static let system = "/usr/share/xdg-desktop-portal/portals"
  private static let part = "/xdg-desktop-portal"

  /// The folder in XDG_DESKTOP_PORTAL_DIR, which is then the only folder that the portal reads; nil
  /// if the value is not an absolute path.
  let override: String?
  private let configs: [String]
  private let datas: [String]
  private let names: [String]

  /// `desktops` is the list of desktops in XDG_CURRENT_DESKTOP.
  init(_ desktops: [String], environment: (String) -> String?) {
    let base = BaseFolders(environment: environment)
    override = environment("XDG_DESKTOP_PORTAL_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    configs = [base.config].compactMap(\.self) + base.systemConfig + ["/etc"]
    datas = [base.data].compactMap(\.self) + base.systemData + ["/usr/share"]
    names = desktops.map { $0.lowercased() + "-portals.conf" } + ["portals.conf"]
  }

  /// The folders in which the portal looks for `.portal` files, in this order.
  ///
  /// If several of these folders contain a file of the same name, the first file is used.
  func portals(_ rules: PortalRules) -> [String] {
    if let override { return [override] }
    switch rules {
    case .byUseIn: return [Self.system]
    case .byConf: return Self.once(datas.map { $0 + Self.part + "/portals" })
    }
  }

  /// The paths at which the portal looks for a `portals.conf`, in this order.
  func confs(_ rules: PortalRules) -> [String] {
    guard rules == .byConf else { return [] }
    let folders = override.map { [$0] } ?? Self.once((configs + datas).map { $0 + Self.part })
    return folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
  }

  /// Splits a list of desktops, and drops names with characters that file names must not contain.
  static func desktops(_ list: String) -> [String] {
    list.split(separator: ":").map(String.init).filter { name in
      name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    }
  }

  private static func once(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}
