import Glibc
import NightBus
import NightCore
import NightDaemon
import TestSupport
import Testing

@Suite("The program gsettings as a source")
struct ProgramSourceTests {
  private static func bench(
    _ settings: MadeUpSettings,
    environment: [String: String] = [:],
    delays: DesktopDelays = .quick
  ) throws -> DesktopBench {
    try DesktopBench(
      environment: environment,
      programEnvironment: settings.environment,
      delays: delays
    )
  }

  /// A watch that uses the program `gsettings` from the beginning.
  private static func following(
    _ settings: MadeUpSettings,
    environment: [String: String] = [:],
    sources: [String] = ["gsettings"]
  ) throws -> DesktopBench {
    let bench = try bench(settings, environment: environment)
    bench.watch.sources = sources
    return bench
  }

  /// Starts only nightd's script for gsettings, and returns after the script's first `read_all`.
  private static func script(_ settings: MadeUpSettings) throws -> Program {
    let script = try Program.start(
      "/bin/sh",
      ["-s"],
      environment: settings.environment,
      input: .pipe
    )
    try script.write(ShellScript(SettingsScript.gnome.text).input + "\(SettingsScript.read)\n")
    return script
  }

  @Test("nightd first reports all values that gsettings prints together, and then each change")
  func follows() throws {
    let settings = try MadeUpSettings([
      "color-scheme": "'prefer-dark'", "accent-color": "'slate'", "enable-animations": "false",
      "high-contrast": "true", "cursor-size": "24",
    ])
    let bench = try Self.following(settings, sources: ["gtk", "gsettings"])
    var report = DesktopReport(
      source: "gsettings",
      style: .dark,
      isHighContrast: true,
      accent: .init(red: 111 / 255, green: 131 / 255, blue: 150 / 255),
      isMotionReduced: true
    )
    #expect(try bench.report(1) == report)
    try bench.serve(until: { settings.calls.filter { $0.hasPrefix("list-r") }.count == 4 })
    try settings.tell("color-scheme", "'default'")
    report.style = nil
    #expect(try bench.report(2) == report)
    try settings.tell("high-contrast", "false")
    report.isHighContrast = false
    #expect(try bench.report(3) == report)
    try settings.tell("enable-animations", "true")
    report.isMotionReduced = false
    #expect(try bench.report(4) == report)
    try settings.tell("accent-color", "'mauve'")
    report.accent = nil
    #expect(try bench.report(5) == report)
    #expect(
      bench.logged
        == ["gsettings reports an invalid value of accent-color; nightd treats it as no preference"]
    )
  }

  @Test("On Cinnamon, nightd reads the switch with gsettings until the portal backend xapp runs")
  func cinnamon() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-light'"])
    let schema = "org.x.apps.portal"
    try settings.folder.write("", to: schema)
    try settings.folder.write("\(schema) color-scheme 'prefer-dark'\n", to: "values.\(schema)")
    let bench = try DesktopBench(programEnvironment: settings.environment, desktops: ["X-Cinnamon"])
    bench.watch.sources = ["xapp", "gtk", "gsettings"]
    #expect(try bench.report(1) == DesktopReport(source: "xapp", style: .dark))
    try bench.serve(until: { settings.liveMonitors.count == 1 })
    try settings.folder.write("color-scheme: 'prefer-light'\n", to: schema)
    #expect(try bench.report(2) == DesktopReport(source: "xapp", style: .light))
    try bench.backend("xapp", .telling([("color-scheme", .uint32(1))]))
    #expect(try bench.report(3) == DesktopReport(source: "xapp", style: .dark))
    try bench.serve(until: { settings.liveMonitors.isEmpty })
  }

  @Test("On Budgie, gsettings reads Budgie's switch, and ignores GNOME's switch")
  func budgie() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-light'", "high-contrast": "true"])
    let schema = "com.solus-project.budgie-panel"
    try settings.folder.write("", to: schema)
    try settings.folder.write("\(schema) dark-theme true\n", to: "values.\(schema)")
    let bench = try DesktopBench(programEnvironment: settings.environment, desktops: ["Budgie"])
    bench.watch.sources = ["budgie", "gtk", "gsettings"]
    let report = try bench.report(1)
    #expect(report?.source == "budgie")
    #expect(report?.style == .dark)
    #expect(report?.isHighContrast == true)
    try bench.serve(until: { settings.liveMonitors.count == 3 })
    try settings.tell("color-scheme", "'default'")
    try settings.folder.write("dark-theme: false\n", to: schema)
    #expect(try bench.report(2)?.style == .light)
    #expect(bench.reports.count == 2)
  }

  @Test("If a change happens before `gsettings monitor` starts, the second reading finds it")
  func second() throws {
    let settings = try MadeUpSettings(["color-scheme": "'default'"])
    let bench = try Self.following(settings)
    #expect(try bench.report(1)?.style == nil)
    try settings.set(["color-scheme": "'prefer-light'"])
    #expect(try bench.report(2)?.style == .light)
    try settings.set(["color-scheme": "'prefer-dark'"])
    try bench.serve(milliseconds: 300)
    #expect(bench.reports.count == 2)
  }

  @Test(
    "If gsettings reports a change while values are read, the new value replaces the value read"
  )
  func overtaken() throws {
    // The fake `gsettings list-recursively` gets the values before the change, but prints them only
    // after the change.
    let settings = try MadeUpSettings(["color-scheme": "'prefer-light'"])
    mkfifo(settings.folder.file("told"), 0o600)
    try settings.folder.write(
      """
      #!/bin/sh
      case $1 in
      list-keys) [ $2 = \(MadeUpSettings.interface) ] ;;
      list-recursively)
        : <"$FOLDER/told"
        echo "$2 color-scheme 'prefer-light'"
        ;;
      monitor)
        echo "color-scheme: 'prefer-dark'"
        exec 3<>"$FOLDER/told"
        exec tail -n 0 -f "$FOLDER/$2"
        ;;
      esac

      """,
      to: "bin/gsettings"
    )
    #expect(try Self.following(settings).report(1)?.style == .dark)
  }

  @Test("While a portal backend is listed before gsettings, gsettings does not run")
  func stopped() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-light'"])
    let bench = try Self.bench(settings)
    let gtk = try bench.backend("gtk", .telling([("color-scheme", .uint32(1))]))
    bench.watch.sources = ["gtk", "gsettings", "xapp"]
    #expect(try bench.report(1)?.source == "gtk")
    #expect(settings.calls.isEmpty)
    bench.end(gtk)
    #expect(try bench.report(2)?.source == "gsettings")
    try bench.backend("xapp", .telling([("color-scheme", .uint32(1))]))
    try bench.backend("gtk", .telling([("color-scheme", .uint32(1))]))
    #expect(try bench.report(3)?.source == "gtk")
    try bench.serve(until: { settings.liveMonitors.isEmpty })
  }

  @Test("When nightd's list of sources no longer contains gsettings, the gsettings processes end")
  func ends() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-light'"])
    let bench = try Self.following(settings)
    try bench.report(1)
    try bench.serve(until: { settings.monitors.count == 2 })
    bench.watch.sources = ["gtk"]
    #expect(try bench.report(2) == nil)
    try bench.serve(until: { settings.liveMonitors.isEmpty })
  }

  @Test(
    "If the script that runs gsettings loses its input, it ends with all processes that it started"
  )
  func inputEnds() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-light'"], monitor: "sleep 100")
    let script = try Self.script(settings)
    while try script.nextLine() != SettingsScript.endOfReading {}
    script.closeInput()
    #expect(try script.wait() == .signalled(SIGTERM))
    #expect(try script.readAll().isEmpty)
  }

  @Test("If the script that runs gsettings loses its input, it ends, even if gsettings hangs")
  func hangs() throws {
    let settings = try MadeUpSettings([:])
    try settings.folder.write("#!/bin/sh\nexec sleep 100\n", to: "bin/gsettings")
    let script = try Self.script(settings)
    script.closeInput()
    #expect(try script.wait() == .signalled(SIGTERM))
    #expect(try script.readAll().isEmpty)
  }

  @Test(
    "A gsettings process that is starting while its process group is killed also ends",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")")
  )
  func late() throws {
    let settings = try MadeUpSettings([:])
    try settings.folder.write("#!/bin/sh\nexec sleep 100\n", to: "bin/gsettings")
    // dash blocks signals until it has started a program; strace delays this start until the group
    // is killed.
    let delays = ["kill:delay_enter=200000", "vfork:delay_enter=500000"]
    let script = try Program.start(
      "strace",
      ["-fo", "/dev/null"] + delays.flatMap { ["-e", "inject=\($0)"] } + ["setsid", "sh", "-s"],
      environment: settings.environment,
      input: .pipe
    )
    try script.write(ShellScript(SettingsScript.gnome.text).input + "\(SettingsScript.read)\n")
    script.closeInput()
    #expect(try script.readAll().isEmpty)
  }

  @Test(
    "If systemd refuses to start the unit for gsettings, this is logged once, and no program starts"
  )
  func refused() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-dark'"])
    let bench = try Self.bench(settings, environment: ["INVOCATION_ID": "1"])
    let manager = try Connection(address: bench.bus.address)
    try manager.attach(to: bench.loop)
    try #require(try manager.request("org.freedesktop.systemd1", milliseconds: 10_000) == .owned)
    bench.watch.sources = ["gsettings"]
    #expect(try bench.report(1) == nil)
    bench.watch.sources = ["gtk", "gsettings"]
    try bench.serve(milliseconds: 200)
    #expect(settings.calls.isEmpty)
    #expect(
      bench.logged.map { $0.prefix(80) } == [
        "the user's systemd refuses to run the program that follows GNOME's settings, so "
      ]
    )
  }

  @Test("If gsettings or its schema is missing, it is not used as a source, and nothing is logged")
  func missing() throws {
    let settings = try MadeUpSettings([:])
    try settings.folder.makeFolder("empty")
    let bench = try DesktopBench(programEnvironment: ["PATH": settings.folder.file("empty")])
    bench.watch.sources = ["gsettings"]
    #expect(try bench.report(1) == nil)

    try #require(unlink(settings.folder.file(MadeUpSettings.interface)) == 0)
    let other = try Self.following(settings)
    #expect(try other.report(1) == nil)
    try other.serve(until: { settings.calls.contains("monitor \(MadeUpSettings.interface)") })
    try other.serve(until: { settings.liveMonitors.isEmpty })
    #expect(bench.logged + other.logged == [])
  }

  @Test("A source can lack the schema for contrast, but not the key `color-scheme`")
  func old() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-dark'", "high-contrast": "true"])
    try #require(unlink(settings.folder.file(MadeUpSettings.accessibility)) == 0)
    let bench = try Self.following(settings)
    #expect(try bench.report(1) == DesktopReport(source: "gsettings", style: .dark))

    let older = try MadeUpSettings(["enable-animations": "true"])
    let other = try Self.following(older)
    #expect(try other.report(1) == nil)
  }

  @Test("Settings that GSettings keeps only in memory are not read")
  func memory() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-dark'"])
    let bench = try Self.following(settings, environment: ["GSETTINGS_BACKEND": "memory"])
    #expect(try bench.report(1) == nil)
    #expect(settings.calls.isEmpty)
  }

  @Test("If gsettings ends, nightd restarts it, and until then keeps its last report in force")
  func crash() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-dark'"])
    let bench = try Self.following(settings)
    try bench.report(1)
    try bench.serve(until: { settings.monitors.count == 2 })
    try settings.set(["color-scheme": "'prefer-light'"])
    kill(settings.monitors[0], SIGKILL)
    #expect(try bench.report(2)?.style == .light)
    #expect(bench.logged == [])
    try bench.serve(until: { !settings.liveMonitors.contains(settings.monitors[1]) })
  }

  @Test(
    "If gsettings ends repeatedly, nightd warns and does not restart it until the sources change"
  )
  func givenUp() throws {
    let settings = try MadeUpSettings(
      ["color-scheme": "'prefer-dark'"],
      monitor: #"""
        [ -e "$FOLDER/well" ] || [ "$2" != \#(MadeUpSettings.interface) ] || kill -9 0
        """#
    )
    let bench = try Self.following(settings)
    try bench.serve(until: { !bench.logged.isEmpty })
    try bench.awaitReport(nil)
    #expect(
      bench.logged == [
        "the program that follows GNOME's settings was ended by signal 9 again and again; nightd "
          + "starts it again only if system.sources changes or nightd restarts"
      ]
    )
    let starts = settings.calls.filter { $0 == "monitor \(MadeUpSettings.interface)" }.count
    #expect(starts == 4)
    try settings.folder.write("", to: "well")
    bench.watch.sources = ["gtk", "gsettings"]
    try bench.awaitReport(DesktopReport(source: "gsettings", style: .dark))
  }

  @Test(
    "If gsettings prints a huge line, memory does not fill, and the next lines are read"
  )
  func endless() throws {
    let settings = try MadeUpSettings(
      ["color-scheme": "'prefer-dark'"],
      monitor: #"""
        if [ "$2" = \#(MadeUpSettings.interface) ]; then
          : <"$FOLDER/gate"
          head -c 1000000 /dev/zero | tr '\0' x
          echo
          echo "color-scheme: 'default'"
        fi
        """#
    )
    let gate = try Gate(settings.folder)
    let bench = try Self.following(settings)
    try bench.awaitReport(DesktopReport(source: "gsettings", style: .dark))
    try gate.open()
    try bench.awaitReport(DesktopReport(source: "gsettings"))
    #expect(bench.logged == [])
  }

  @Test("If gsettings reports no value, nightd uses the next source until gsettings reports one")
  func hanging() throws {
    let settings = try MadeUpSettings(["color-scheme": "'prefer-dark'"])
    let gate = try Gate(settings.folder)
    let script = try #require(settings.folder.text("bin/gsettings"))
    try settings.folder.write(
      script.replacing("cat \"", with: #": <"$FOLDER/gate" && cat ""#),
      to: "bin/gsettings"
    )
    let bench = try Self.bench(settings, delays: .hasty)
    try bench.backend("xapp", .telling([("color-scheme", .uint32(2))]))
    bench.watch.sources = ["gsettings", "xapp"]
    // On a slow machine, this source may report late as well.
    try bench.awaitReport(DesktopReport(source: "xapp", style: .light))
    try gate.open()
    try bench.awaitReport(DesktopReport(source: "gsettings", style: .dark))
  }
}
