/// A machine in another time zone, as the daemon sees it: another folder is mounted as /etc.
///
/// Only the daemon sees this mount, because the daemon has its own mount namespace. The tests edit
/// the zone files in this folder.
package struct OtherEtc {
  /// Why the mounts are impossible here; nil if they are possible.
  package static let skipReason: String? = {
    guard let desk = try? Desk(), let other = try? OtherEtc(desk, zone: "UTC") else {
      return "the machine has no zones"
    }
    let tried = try? Program.run("/bin/sh", ["-c", script, "/bin/true"], environment: other.words)
    return tried?.exit == .exited(0) ? nil : "nobody here may mount"
  }()

  private static let zones = ["UTC", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu"]

  /// Mounts the folder, either as root or in a user namespace.
  ///
  /// A user who is not root becomes root in a user namespace, and mounts there. The process then
  /// becomes the original user again, because the bus checks the user.
  private static let script = #"""
    if [ "$(id -u)" = 0 ]; then
      exec unshare --mount sh -ec 'mount --bind "$OTHER_ETC" /etc; exec "$0"' "$0"
    fi
    OTHER_USER=$(id -u) OTHER_GROUP=$(id -g) exec unshare --user --map-root-user --mount sh -ec '
      mount --bind "$OTHER_ETC" /etc
      exec unshare --user --map-user="$OTHER_USER" --map-group="$OTHER_GROUP" "$0"
    ' "$0"
    """#

  private let desk: Desk

  package init(_ desk: Desk, zone: String) throws {
    self.desk = desk
    try run(
      """
      mkdir etc
      for zone in \(Self.zones.joined(separator: " ")); do
        install -D -m 644 "/usr/share/zoneinfo/$zone" "zoneinfo/$zone"
      done
      cp /usr/share/zoneinfo/zone.tab zoneinfo
      ln -s "$z/\(zone)" $l
      """
    )
  }

  /// Runs shell code, in which `$z` is the folder of the zones, and `$l` is the path of the
  /// machine's zone link.
  package func run(_ text: String) throws {
    let done = try Program.run(
      "/bin/sh",
      ["-ec", text],
      environment: words.merging(["z": desk.home.file("zoneinfo"), "l": "etc/localtime"]) { $1 },
      folder: desk.home.path
    )
    guard done.exit == .exited(0) else { throw Failure(text: text, done: done) }
  }

  struct Failure: Error {
    let text: String
    let done: Finished
  }

  /// Starts the daemon on this machine, and waits until it serves.
  @discardableResult
  package func startDaemon() throws -> Program {
    let daemon = try Program.start(
      "/bin/sh",
      ["-c", Self.script, Built.nightd],
      environment: words
    )
    desk.keep(daemon)
    while try !daemon.nextErrorLine().hasPrefix("nightd: ready: ") {}
    return daemon
  }

  /// The daemon's environment variables; an empty `TZ` means the machine's zone.
  private var words: [String: String] {
    let own = [
      "TZ": "", "TZDIR": desk.home.file("zoneinfo"), "OTHER_ETC": desk.home.file("etc"),
      "PATH": Tool.searchPath + ":/usr/sbin:/sbin",
    ]
    return desk.environment.merging(own) { $1 }
  }
}
