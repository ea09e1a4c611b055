import Glibc
import TestSupport
import Testing

/// Running programs, which the doctor reports as information and not as problems.
extension DoctorTests {
  /// Maps the files in its arguments into its memory, and then waits for the end of its input.
  private static let mapping = """
    import mmap, sys
    files = [open(path, "rb") for path in sys.argv[1:]]
    maps = [mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) for file in files]
    print("ready", flush=True)
    sys.stdin.read()
    """

  @Test(
    "The doctor lists the running Qt programs of its own session, but does not count them as a problem",
    .enabled(if: Tool.path("python3") != nil, "there is no python3, which maps the files")
  )
  func running() throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    try desk.desk.set("dark")
    let portal = try desk.startPortal()
    func start(_ environment: [String: String]) throws -> Program {
      try Self.start(desk, ["libQt6Gui.so.6.4.2", "platforms/libqxcb.so"], environment)
    }
    let other = desk.desk.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) { $1 }
    let foreign = try start(other)
    #expect(try desk.doctor().codes == [])
    let own = try start(desk.desk.environment)
    let finished = try desk.doctor()
    #expect(finished.codes == ["qt-running"], "\(finished)")
    #expect(finished.output.hasPrefix("All is well: "), "\(finished)")
    let line = "    paint.py (Qt 6.4.2): never, because no platform theme is loaded\n"
    #expect(finished.output.contains(line), "\(finished)")
    #expect(finished.exit == .exited(0))
    #expect(
      try desk.doctor("--json").output.contains(#""level":"information","lines":["paint.py "#)
    )
    #expect(try desk.doctor("--fix").output == "No problem found.\n")
    withExtendedLifetime((portal, foreign, own)) {}
  }

  /// Starts a program that maps these empty files into its memory.
  private static func start(
    _ desk: PortalDesk,
    _ files: [String],
    _ environment: [String: String]
  ) throws -> Program {
    let folder = desk.desk.home
    try folder.write(mapping, to: "paint.py")
    for file in files { try folder.write("x", to: file) }
    let program = try Program.start(
      "python3",
      (["paint.py"] + files).map(folder.file),
      environment: environment,
      input: .pipe
    )
    #expect(try program.nextLine() == "ready")
    return program
  }

  @Test(
    "The doctor reads the theme of running GTK 3 programs from the file that GTK reads",
    .enabled(if: Tool.path("python3") != nil, "there is no python3, which maps the files")
  )
  func gtk() throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    try desk.desk.set("dark")
    let program = try Self.start(desk, ["libgtk-3.so.0.2406.32"], desk.desk.environment)
    // No settings daemon uses this screen, no program can be started, and no theme is installed.
    let session = [
      "DISPLAY": ":nightd-test", "WAYLAND_DISPLAY": "", "PATH": "/nowhere",
      "XDG_DATA_DIRS": "/nowhere",
    ]
    func codes() throws -> Set<String> {
      Set(try desk.desk.nightctl("doctor", adding: session).codes.filter { $0.hasPrefix("gtk-") })
    }
    // GTK's built-in theme has dark colours, which settings.ini can select.
    #expect(try codes() == ["gtk-no-daemon"])
    try desk.desk.home.write(
      "[Settings]\ngtk-theme-name=Nordic\n",
      to: ".config/gtk-3.0/settings.ini"
    )
    #expect(try codes() == ["gtk-no-daemon", "gtk-theme-alone"])
    // Under Wayland no backend reports a theme here. The doctor still finds that no dark theme is
    // installed.
    let wayland = session.merging(["DISPLAY": "", "WAYLAND_DISPLAY": "nightd-test"]) { $1 }
    let doctor = try desk.desk.nightctl("doctor", adding: wayland)
    #expect(doctor.codes.contains("gtk-theme-alone"), "\(doctor)")
    #expect(doctor.output.contains("install gnome-themes-extra"), "\(doctor)")
    try desk.desk.nightctl("prefs", "write", "gtk-theme.dark", "Nordic-dark")
    #expect(try codes() == ["gtk-no-daemon"])
    withExtendedLifetime(program) {}
  }
}
