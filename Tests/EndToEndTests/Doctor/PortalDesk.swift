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
    // Other tests check the mirror.
    try desk.home.write("{mirror: {gsettings: false}}", to: ".config/nightd/config.json5")
  }

  /// Puts two portal files into the folder: nightd's, as it is installed, and one for GTK.
  func putBoth() throws {
    try put("nightd", text: try desk.run("cat", Built.sourceRoot + "/data/nightd.portal").output)
    try put("gtk", ["FileChooser", "Settings"], useIn: "gnome")
  }

  func put(_ name: String, _ interfaces: [String], useIn: String) throws {
    let names = interfaces.map { "org.freedesktop.impl.portal.\($0);" }.joined()
    let busName = "org.freedesktop.impl.portal.desktop.\(name)"
    try put(name, text: "[portal]\nDBusName=\(busName)\nInterfaces=\(names)\nUseIn=\(useIn)\n")
  }

  private func put(_ name: String, text: String) throws {
    try desk.home.write(text, to: "portals/\(name).portal")
  }

  /// Starts a portal, and returns when it owns its name and so has asked its backends.
  func startPortal(_ desktop: String = "sway", folder: String? = nil) throws -> Program {
    let portal = try Program.start(
      Self.program,
      environment: environment(desktop, folder),
      output: .null,
      standardError: .null
    )
    let name = "org.freedesktop.portal.Desktop"
    let waited = try desk.run("gdbus", "wait", "--session", "--timeout", "10", name)
    try #require(waited.exit == .exited(0), "\(waited)")
    return portal
  }

  private func environment(_ desktop: String, _ folder: String?) -> [String: String] {
    desk.environment.merging([
      "XDG_CURRENT_DESKTOP": desktop,
      "XDG_DESKTOP_PORTAL_DIR": folder ?? desk.home.file("portals"),
      // The portal exits if it finds no schema.
      "XDG_DATA_DIRS": "/usr/share",
    ]) { $1 }
  }

  func doctor(_ words: String..., desktop: String = "sway") throws -> Finished {
    let session = ["XDG_CURRENT_DESKTOP": desktop, "QT_QPA_PLATFORMTHEME": "xdgdesktopportal"]
    return try desk.nightctl(["doctor"] + words, adding: session)
  }
}

extension Finished {
  /// The codes of the doctor's findings, in the order of its lines.
  var codes: [String] {
    output.split(separator: "\n").filter { !$0.hasPrefix(" ") && $0.contains(": ") }
      .compactMap { $0.split(separator: ":").first.map(String.init) }
      .filter { !$0.contains(" ") }
  }
}
