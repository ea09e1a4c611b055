import Glibc
import NightBus
import TestSupport

/// A session whose bus can be replaced by another bus at the same address.
///
/// The bus starts the daemon at the first call to it. The address is the path of a symbolic link to
/// the current bus's socket.
final class StormDesk {
  private struct NoLink: Error {}

  let home: TemporaryFolder
  private(set) var desk: Desk

  init() throws {
    home = try TemporaryFolder()
    try home.write(Desk.intent("light"), to: Desk.store)
    desk = try Desk(home: home)
    try openBus()
  }

  /// The environment of a program that keeps running when the bus is replaced.
  var environment: [String: String] {
    desk.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.file("bus"))"]) { $1 }
  }

  /// Kills the bus, and starts another bus at the same address.
  func restartBus() throws {
    try desk.bus.kill()
    desk = try Desk(home: home)
    try openBus()
  }

  private func openBus() throws {
    try desk.bus.addService(name: Caller.night.text, command: [Built.nightd])
    let address = desk.bus.address.split(separator: ",")[0]
    let socket = String(address.dropFirst("unix:path=".count))
    // The link is replaced in one step, so a program always finds either the old or the new bus.
    guard symlink(socket, home.file("bus.new")) == 0,
      rename(home.file("bus.new"), home.file("bus")) == 0
    else { throw NoLink() }
  }

  /// Sends a signal to the daemon if it is running; returns the daemon's process ID.
  @discardableResult
  func signalDaemon(_ signal: Int32) -> pid_t? {
    // If nobody owns the name, the bus returns an error, so there is no daemon.
    guard let owner = try? Caller(desk).owner else { return nil }
    kill(owner, signal)
    return owner
  }
}

/// The theme files of the storm; each version of a file has different colours.
struct StormThemes {
  static let light = ["bay", "chalk"]
  static let dark = ["reef", "tar"]
  static let all = light + dark
  /// The theme to which a part of the program is pinned.
  static let pinned = "reef"

  private static let folder = ".local/share/nightd/themes/"

  private let home: TemporaryFolder
  private var version = 0
  private(set) var surfaces: [String: String] = [:]

  init(_ home: TemporaryFolder) throws {
    self.home = home
    for name in Self.all { try write(name, .inPlace) }
  }

  static func style(_ name: String) -> String { light.contains(name) ? "light" : "dark" }

  /// The ways in which editors write a file.
  enum Way: CaseIterable {
    case inPlace, renamed, half
  }

  /// Writes the next version of a theme's file; while it is half-written, the file is not valid.
  mutating func write(_ name: String, _ way: Way) throws {
    version += 1
    let surface = 0x101010 + version
    surfaces[name] = Self.color(surface)
    let text = """
      {
        style: "\(Self.style(name))",
        description: "version \(version)",
        colors: { surface: "\(Self.color(surface))", onSurface: "\(Self.color(0xffffff - surface))" },
      }

      """
    let file = Self.folder + name + ".json5"
    switch way {
    case .inPlace: try home.write(text, to: file)
    case .half: try home.write(String(text.prefix(text.count * 2 / 3)), to: file)
    case .renamed:
      try home.write(text, to: file + ".new")
      rename(home.file(file + ".new"), home.file(file))
    }
  }

  private static func color(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
