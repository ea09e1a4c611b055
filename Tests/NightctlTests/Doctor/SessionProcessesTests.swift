import Glibc
@testable import nightctl
import TestSupport
import Testing

@Suite("Processes of a session")
struct SessionProcessesTests {
  private static let own = "unix:path=/run/user/7/bus"

  /// Writes the files in which the kernel describes a process.
  private func add(
    _ process: Int,
    _ environment: [String],
    arguments: [String] = ["/usr/bin/paint"],
    mapped: [String] = ["/usr/lib/libQt6Gui.so.6.4.2"],
    to folder: TemporaryFolder
  ) throws {
    func joined(_ parts: [String]) -> String { parts.map { $0 + "\0" }.joined() }
    try folder.write(joined(environment), to: "\(process)/environ")
    try folder.write(joined(arguments), to: "\(process)/cmdline")
    let lines = mapped.map { "7f00-7f01 r-xp 00000000 fe:00 42                 \($0)\n" }
    try folder.write("5500-5501 rw-p 00000000 00:00 0\n" + lines.joined(), to: "\(process)/maps")
  }

  private func found(_ folder: TemporaryFolder, connected: Set<UInt32> = []) -> [ProcessSight] {
    let session = SessionProcesses(address: Self.own + ",guid=1f", folder: folder.path) {
      connected
    }
    return session.having(["/libQt6Gui.so"]) { _, arguments in arguments().first == "/opt/web" }
  }

  @Test(
    "A process belongs to the session if it uses the session's bus",
    arguments: [
      (["DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"], true),
      (["A=1", "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus,guid=2e"], true),
      (["DBUS_SESSION_BUS_ADDRESS=unix:path=/run/flatpak/bus"], true),
      (["XDG_RUNTIME_DIR=/run/user/7"], true),
      (["DBUS_SESSION_BUS_ADDRESS=", "XDG_RUNTIME_DIR=/run/user/7"], true),
      (["DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/x", "XDG_RUNTIME_DIR=/run/user/7"], false),
      (["XDG_RUNTIME_DIR=/run/user/8"], false),
      (["XDBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"], false),
      (["PATH=/bin"], false),
    ]
  )
  func session(environment: [String], isOwn: Bool) throws {
    let folder = try TemporaryFolder()
    try add(4, environment, to: folder)
    #expect(found(folder).map(\.identifier) == (isOwn ? [4] : []))
  }

  @Test("A process that overwrote its environment is found by its connection to the session's bus")
  func overwritten() throws {
    let folder = try TemporaryFolder()
    for process in [4, 5] {
      try add(process, ["x"], arguments: ["/opt/web --a=b --c"], mapped: ["/x"], to: folder)
    }
    #expect(found(folder).map(\.identifier) == [])
    let programs = found(folder, connected: [5])
    #expect(programs.map(\.identifier) == [5])
    #expect(programs.first?.arguments == ["/opt/web", "--a=b", "--c"])
  }

  @Test(
    "If a process has mapped a toolkit's library, it is listed with all files that it has mapped"
  )
  func mapped() throws {
    let folder = try TemporaryFolder()
    let session = ["XDG_RUNTIME_DIR=/run/user/7"]
    try add(4, session, mapped: ["/lib/libc.so.6", "/lib/libc.so.6"], to: folder)
    let many = (0..<20_000).map { "/lib/\($0)/a file.so" } + ["/usr/lib/libQt6Gui.so.6.4.2"]
    try add(5, session, mapped: many, to: folder)
    try add(6, session, mapped: [], to: folder)
    try folder.write("", to: "7/environ")
    let programs = found(folder)
    #expect(programs.map(\.identifier) == [5])
    #expect(programs.first?.mapped == Set(many))
    #expect(programs.first?.environment == ["XDG_RUNTIME_DIR": "/run/user/7"])
  }

  @Test(
    "The files in a program's folder show which version of Chromium or Electron it contains",
    arguments: [
      ("opt/a", ["chrome_100_percent.pak"], "", false, nil),
      ("opt/a", ["chrome_100_percent.pak", "resources/app.asar"], "v39.1.2\n", true, "39.1.2"),
      ("opt/a", ["chrome_200_percent.pak", "resources/default_app.asar"], "", true, nil),
      ("lib/electron39", ["chrome_100_percent.pak"], "", true, "39"),
      ("lib/electron", ["chrome_100_percent.pak"], "28.3.3", true, "28.3.3"),
      ("lib/electron", ["chrome_100_percent.pak"], "x", true, nil),
    ] as [(String, [String], String, Bool, String?)]
  )
  func web(path: String, files: [String], text: String, isElectron: Bool, version: String?) throws {
    let folder = try TemporaryFolder()
    for file in files { try folder.write("x", to: "\(path)/\(file)") }
    if !text.isEmpty { try folder.write(text, to: "\(path)/version") }
    let found = WebFolder("/" + path, root: folder.path)
    #expect(found?.isElectron == isElectron)
    #expect(found?.version == version)
  }

  @Test("A folder without Chromium's files is not recognised as Chromium's")
  func noWeb() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "usr/bin/electron")
    #expect(WebFolder("/usr/bin", root: folder.path) == nil)
  }
}
