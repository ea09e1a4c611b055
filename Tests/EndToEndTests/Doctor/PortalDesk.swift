import Glibc
import TestSupport
import Testing

/// A session with the real desktop portal, which reads the files that a test puts into its folder.
struct PortalDesk {
  private static let program = "/usr/libexec/xdg-desktop-portal"
  static let skipReason =
    access(program, X_OK) == 0 && Tool.path("gdbus") != nil
    ? nil : "xdg-desktop-portal or gdbus (libglib2.0-bin) is missing"
  static let backend = "org.freedesktop.impl.portal.desktop.nightd"

  let desk: Desk

  /// Makes a session whose bus starts nightd for both of its names.
  init() throws {
    desk = try Desk.withActivation()
    try desk.bus.addService(name: Self.backend, command: [Built.nightd])
    try desk.bus.listServices()
    // Switch the program `gnome` off, because other tests cover GNOME's settings.
    try desk.home.write("{'programs-off': ['gnome']}", to: ".config/nightd/config.json5")
  }

  /// Writes nightd's two portal files into the folder, as they are installed, and a portal file for
  /// GTK.
  func putBoth() throws {
    for name in ["nightd.portal", "portals.conf"] {
      let text = try desk.run("cat", Built.sourceRoot + "/data/" + name).output
      try desk.home.write(text, to: "portals/" + name)
    }
    try put("gtk", ["FileChooser", "Settings"], useIn: "gnome")
  }

  /// Installs the folder's portal files for all users, together with a desktop's portals.conf.
  ///
  /// Only a newer portal that is started without a folder reads these files.
  func install(conf: String, for desktop: String) throws {
    let data = "system/data/xdg-desktop-portal"
    try desk.home.write(conf, to: "\(data)/\(desktop)-portals.conf")
    symlink(desk.home.file("portals"), desk.home.file("\(data)/portals"))
  }

  func put(_ name: String, _ interfaces: [String], useIn: String) throws {
    let names = interfaces.map { "org.freedesktop.impl.portal.\($0);" }.joined()
    let busName = "org.freedesktop.impl.portal.desktop.\(name)"
    try desk.home.write(
      "[portal]\nDBusName=\(busName)\nInterfaces=\(names)\nUseIn=\(useIn)\n",
      to: "portals/\(name).portal"
    )
  }

  /// Starts a portal, and returns when the portal owns its name and so has asked its backends.
  ///
  /// The portal reads the files in `folder`, by default the folder of `putBoth`. If `isLed` is
  /// false, the portal reads the folders that a desktop's portal reads.
  func startPortal(
    _ desktop: String = "sway",
    folder: String? = nil,
    isLed: Bool = true
  ) throws -> Program {
    let portal = try Program.start(
      Self.program,
      environment: environment(desktop, isLed ? folder ?? desk.home.file("portals") : nil),
      output: .null,
      standardError: .null
    )
    let name = "org.freedesktop.portal.Desktop"
    let waited = try desk.run("gdbus", "wait", "--session", "--timeout", "10", name)
    try #require(waited.exit == .exited(0), "\(waited)")
    return portal
  }

  private func environment(_ desktop: String, _ folder: String?) -> [String: String] {
    var environment = desk.environment
    environment["XDG_CURRENT_DESKTOP"] = desktop
    environment["XDG_DESKTOP_PORTAL_DIR"] = folder
    // The portal exits if it finds no schema.
    environment["XDG_DATA_DIRS", default: ""] += ":/usr/share"
    return environment
  }

  func doctor(_ words: String..., desktop: String = "sway") throws -> Finished {
    let session = ["XDG_CURRENT_DESKTOP": desktop, "QT_QPA_PLATFORMTHEME": "xdgdesktopportal"]
    return try desk.nightctl(["doctor"] + words, adding: session)
  }
}

extension Finished {
  /// The codes of the doctor's findings, in the order of its output.
  var codes: [String] {
    output.split(separator: "\n").filter { !$0.hasPrefix(" ") && $0.contains(": ") }
      .compactMap { $0.split(separator: ":").first.map(String.init) }
      .filter { !$0.contains(" ") }
  }
}
