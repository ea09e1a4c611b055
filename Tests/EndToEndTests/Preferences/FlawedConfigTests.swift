import Glibc
import TestSupport
import Testing

/// A hand-written file that is malformed or contains an invalid value.
@Suite
struct FlawedConfigTests {
  private static let folder = ".config/nightd"
  private static let path = folder + "/config.json5"
  private static let locks = "system/config/nightd/locks"

  struct Flaw: CustomTestStringConvertible {
    /// Shell code that writes the flawed file to the path "$1".
    let make: String
    /// The message of `nightctl prefs check` after the file's name.
    let says: String
    var testDescription: String { make }

    init(_ make: String, _ says: String) {
      self.make = make
      self.says = says
    }
  }

  static let flaws: [Flaw] = [
    Flaw(": > \"$1\"", ":1:1: it is empty; write {} for a file without preferences"),
    Flaw("printf '// nothing\\n' > \"$1\"", ":2:1: it is empty"),
    Flaw("mkdir \"$1\"", ": it is a folder"),
    Flaw("mkfifo \"$1\"", ": it is "),
    Flaw("ln -s config.json5 \"$1\"", ": it "),
    Flaw("ln -s /dev/zero \"$1\"", ": it is "),
    Flaw(
      "echo '{fade: 1}' > \"$1.x\"; chmod 666 \"$1.x\"; mv \"$1.x\" \"$1\"",
      ": it is writable by everyone"
    ),
    Flaw("truncate -s 1G \"$1\"", ": it is larger than 4 MiB"),
    Flaw("head -c 100000 /dev/zero | tr '\\0' '[' > \"$1\"", ":1:65: expected at most 64 levels"),
    Flaw("printf '{fade: 1}\\n\\377' > \"$1\"", ":2:1: expected UTF-8 text, found the byte 0xFF"),
    Flaw("printf '{fade: 1}\\0' > \"$1\"", ":1:10: expected UTF-8 text, found a NUL byte"),
    Flaw("echo '{fade: 1, fade: 2}' > \"$1\"", ":1:11: expected each name once in an object"),
    Flaw("echo '{fade: 1, format: 2}' > \"$1\"", ":1:19: it was written for a newer nightd"),
    Flaw("echo '{fade: 1' > \"$1\"", ":2:1: expected “,” or “}” after this value"),
    Flaw("echo '[1]' > \"$1\"", ":1:1: expected “{” with preferences in it"),
  ]

  @Test(
    "If a config file is invalid at the start, the next layer is used, and `prefs check` says why",
    arguments: flaws
  )
  func atStart(flaw: Flaw) throws {
    let desk = try Desk()
    try desk.home.write("{fade: 77}", to: "system/config/nightd/config.json5")
    try put(flaw, on: desk)
    try desk.startDaemon()
    #expect(try desk.nightctl("prefs", "read", "fade").output == "77\n")
    try expect(flaw, on: desk)
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
  }

  @Test(
    "If a config file becomes invalid, its last good values stay in force, and no signal is sent",
    arguments: flaws
  )
  func later(flaw: Flaw) throws {
    let desk = try Desk()
    try desk.home.write("{fade: 150, app: {x: {choice: 'dark'}}}", to: Self.path)
    try desk.startDaemon()
    let watch = try desk.start("prefs", "watch", "fade")
    #expect(try watch.nextLine() == "fade = 150")
    try put(flaw, on: desk, as: ".new")
    replace(on: desk)
    try expect(flaw, on: desk)
    #expect(try desk.nightctl("prefs", "read", "fade").output == "150\n")
    #expect(try desk.nightctl("apps").output == "dark  x\n")
    try desk.home.write("{fade: 160}", to: Self.path + ".new")
    replace(on: desk)
    // The next signal is caused by the valid file.
    #expect(try watch.nextLine() == "fade = 160")
    #expect(try desk.nightctl("prefs", "check").exit == .exited(0))
  }

  @Test(
    "If one value in a config file is invalid, the other values of the file stay in force",
    arguments: [
      (
        "fade: -1", ":1:9: fade takes a whole number from 0 to 10000 (milliseconds), and this is -1"
      ),
      ("fade: 'soon'", ":1:9: fade takes a whole number"),
      ("fade: {}", ":1:9: fade takes a whole number"),
      ("fade: null", ":1:9: fade: null is not allowed: leave the name out"),
      (
        "theme: 'x'",
        ":1:10: theme must be an object, because the names of other keys begin with “theme.”"
      ),
      ("choice: 'purple'", ":1:11: choice takes light, dark, schedule or system"),
      ("app: []", ":1:8: an object with a member for each application was expected here"),
    ]
  )
  func oneValue(member: String, says: String) throws {
    let desk = try Desk()
    try desk.home.write("{ \(member), location: {latitude: 52.5} }", to: Self.path)
    try desk.startDaemon()
    #expect(try desk.nightctl("prefs", "read", "location.latitude").output == "52.5\n")
    #expect(try desk.nightctl("prefs", "read", "fade").output == "300\n")
    let check = try desk.nightctl("prefs", "check")
    #expect(check.output.contains(desk.home.file(Self.path) + says))
    #expect(check.exit == .exited(1))
  }

  @Test("If a locks file becomes unreadable, the locks that were read before stay in force")
  func brokenLocks() throws {
    let desk = try Desk()
    try desk.home.write("# mine\nfade\n", to: Self.locks)
    try desk.startDaemon()
    func refusal() throws -> String { try desk.nightctl("prefs", "write", "fade", "5").errors }
    let place = desk.home.file(Self.locks)
    #expect(try refusal() == "nightctl: fade is locked by \(place):2:1\n")
    _ = try desk.shell("chmod 666 '\(place)'")
    #expect(try desk.nightctl("prefs", "check").exit == .exited(1))
    #expect(try refusal() == "nightctl: fade is locked by \(place):2:1\n")
  }

  private func put(_ flaw: Flaw, on desk: Desk, as suffix: String = "") throws {
    try desk.home.makeFolder(Self.folder)
    let path = desk.home.file(Self.path) + suffix
    let finished = try Program.run(
      "/bin/sh",
      ["-c", flaw.make, "sh", path],
      environment: desk.environment
    )
    #expect(finished.exit == .exited(0), "\(finished.errors)")
  }

  /// Replaces the file with the file beside it that ends in `.new`; either may also be a folder.
  ///
  /// The test renames the file itself, because a program such as `mv` may be slow to start on a
  /// loaded machine. If `mv` were slow, the daemon would stop waiting for the removed file to be
  /// replaced.
  private func replace(on desk: Desk) {
    let path = desk.home.file(Self.path)
    if unlink(path) != 0 { rmdir(path) }
    #expect(rename(path + ".new", path) == 0)
  }

  private func expect(_ flaw: Flaw, on desk: Desk) throws {
    let check = try desk.nightctl("prefs", "check")
    #expect(check.output.contains(desk.home.file(Self.path) + flaw.says), "\(check.output)")
    #expect(check.exit == .exited(1))
  }
}
