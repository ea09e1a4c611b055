import Glibc
import NightBus
import TestSupport
import Testing

/// What the doctor reports about programs that hang, are missing, or overwrite nightd's settings.
extension DoctorTests {
  @Test("If the portal or nightd hangs, the doctor reports this in less than five seconds")
  func hanging() throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    let daemon = try desk.desk.startDaemon()
    try desk.desk.set("dark")
    let portal = try desk.startPortal()
    let clock = ContinuousClock()
    try portal.pause()
    var codes: [String] = []
    let first = try clock.measure { codes = try desk.doctor().codes }
    #expect(codes == ["portal-silent"])
    #expect(first < .seconds(5))
    try daemon.pause()
    let second = try clock.measure { codes = try desk.doctor().codes }
    #expect(codes == ["daemon-silent"])
    #expect(second < .seconds(5))
    daemon.resume()
    portal.resume()
  }

  @Test("The doctor reports a failed update of programs until these programs are switched off")
  func failedUpdate() throws {
    let desk = try Desk()
    try desk.home.write("#!/bin/sh\n", to: "bin/foot")
    try desk.home.write("", to: ".config/foot/foot.ini")
    chmod(desk.home.file("bin/foot"), 0o755)
    let path = ["PATH": desk.home.file("bin") + ":/usr/bin:/bin"]
    let daemon = try desk.startDaemon(adding: path)
    try desk.set("light")
    try desk.nightctl("programs", "on", "foot", adding: path)
    // Every run fails, because a file is in place of the folder with nightd's colours.
    let folder = desk.home.file(Desk.storeFolder + "/programs")
    rename(folder, folder + ".aside")
    try desk.home.write("", to: Desk.storeFolder + "/programs")
    try desk.set("dark")
    while try !daemon.nextErrorLine().contains("the update programs ended with code 1") {}
    #expect(try desk.nightctl("doctor").codes.contains("reaction-failed"))
    unlink(folder)
    rename(folder + ".aside", folder)
    try desk.nightctl("programs", "off", "foot", adding: path)
    #expect(try !desk.nightctl("doctor").codes.contains("reaction-failed"))
  }

  @Test(
    "The doctor reports each damaged record of nightd's changes",
    arguments: [
      Desk.storeFolder + "/gsettings.json", Desk.storeFolder + "/programs/record.json",
      Desk.storeFolder + "/programs/wallpaper.json", "run/nightd/swaybg.json",
    ]
  )
  func damagedRecord(path: String) throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    #expect(try !desk.nightctl("doctor").codes.contains("record-damaged"))
    try desk.home.write("{", to: path)
    let doctor = try desk.nightctl("doctor")
    #expect(doctor.codes.contains("record-damaged"), "\(doctor)")
    #expect(doctor.output.contains(desk.home.file(path)), "\(doctor)")
    withExtendedLifetime(daemon) {}
  }

  @Test("The doctor reports a bus that hangs")
  func hangingBus() throws {
    let desk = try Desk()
    try desk.bus.pause()
    defer { desk.bus.resume() }
    #expect(try desk.nightctl("doctor").codes == ["no-bus"])
  }

  @Test("The doctor says how to start a missing bus")
  func noBus() throws {
    let desk = try Desk()
    let gone = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]
    let folder = desk.home.file("runtime")
    func said(_ more: [String: String]) throws -> String {
      try desk.nightctl("doctor", adding: gone.merging(more) { $1 }).output
    }
    try desk.home.write("", to: "runtime/bus")
    let export = "  run: export DBUS_SESSION_BUS_ADDRESS=unix:path=\(folder)/bus\n"
    #expect(try said(["XDG_RUNTIME_DIR": folder]).contains(export))
    try desk.home.write("", to: "runtime/systemd/private")
    unlink(folder + "/bus")
    let start = "  run: systemctl --user start dbus.socket && export DBUS_SESSION_BUS_ADDRESS="
    #expect(try said(["XDG_RUNTIME_DIR": folder]).contains(start))
  }

  @Test("If GNOME's settings are kept only in memory, the doctor reports this")
  func memory() throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    try desk.desk.home.write("{}", to: ".config/nightd/config.json5")
    try desk.desk.startDaemon(adding: ["GSETTINGS_BACKEND": "memory"])
    try desk.desk.set("dark")
    let portal = try desk.startPortal()
    let finished = try desk.doctor()
    #expect(finished.codes == ["gnome-in-memory"], "\(finished)")
    withExtendedLifetime(portal) {}
  }

  @Test(
    "If a folder, a pipe or a large file is in place of a portal file, the doctor reports this",
    arguments: ["mkdir", "mkfifo", "truncate -s 65537"]
  )
  func inTheWay(command: String) throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    try desk.desk.set("dark")
    let portal = try desk.startPortal()
    let path = desk.desk.home.file("portals/wlr.portal")
    #expect(try desk.desk.shell("\(command) \(path)").exit == .exited(0))
    let finished = try desk.doctor()
    #expect(finished.codes == ["unusable-path"], "\(finished)")
    #expect(finished.output.contains("  run: mv -n \(path) \(path).aside\n"), "\(finished)")
    withExtendedLifetime(portal) {}
  }

  @Test(
    "If the place is unknown, the doctor suggests GeoClue, or coordinates if GeoClue does not work"
  )
  func noPlace() throws {
    let desk = try PortalDesk()
    let machine = try PrivateBus()
    let system = ["DBUS_SYSTEM_BUS_ADDRESS": machine.address, "TZ": "UTC"]
    try desk.desk.startDaemon(adding: system)
    #expect(
      try desk.desk.nightctl("schedule", "set", "dark sunset", "light sunrise").exit == .exited(0)
    )
    try desk.desk.set("schedule")
    func place() throws -> String {
      let lines = try desk.desk.nightctl("doctor", adding: system).output.split(separator: "\n")
      let first = try #require(lines.firstIndex { $0.hasPrefix("place-unknown: ") })
      return lines[first...].dropFirst(2).first.map(String.init) ?? ""
    }
    #expect(try place() == "  run: nightctl location LAT,LON")
    try machine.addService(name: "org.freedesktop.GeoClue2", command: ["/bin/false"])
    try machine.listServices()
    #expect(try place() == "  run: nightctl location auto")
    #expect(try desk.desk.nightctl("location", "auto").exit == .exited(0))
    #expect(try place() == "  run: nightctl location LAT,LON")
  }

  @Test(
    "If the bus cannot start nightd, the doctor reports this first; `doctor --fix` solves this",
    .enabled(if: BusKind.named == .daemon, "it reads folders of service files by itself")
  )
  func notActivatable() throws {
    let home = try TemporaryFolder()
    let services = try home.makeFolder(".local/share/dbus-1/services")
    let bus = try PrivateBus(home: home, configuration: "<servicedir>\(services)</servicedir>")
    let environment = try bus.environment()
    func run(_ words: String...) throws -> Finished {
      try Program.run(Built.nightctl, words, environment: environment)
    }
    #expect(try run("doctor").codes.first == "not-activatable")
    let done = try run("doctor", "--fix")
    #expect(done.exit == .exited(0), "\(done)")
    #expect(home.list(".local/share/dbus-1/services").count == 2)
    let left = try #require(done.output.split(separator: "\n").last?.split(separator: ": ").last)
    let reload = try Program.run("/bin/sh", ["-c", String(left)], environment: environment)
    #expect(reload.exit == .exited(0), "\(reload)")
    #expect(try run("get").output == "light\n")
    #expect(try run("doctor").codes == ["portal-missing"])
  }

  @Test(
    "The doctor reports a program that undoes nightd's change of the desktop's switch",
    .enabled(if: Tool.path("gsettings") != nil, "there is no gsettings on this machine")
  )
  func otherWriter() throws {
    let settings = ["GSETTINGS_BACKEND": "keyfile", "XDG_DATA_DIRS": "/usr/share"]
    let desk = try PortalDesk()
    try desk.putBoth()
    let environment = desk.desk.environment.merging(settings) { $1 }
    func turn(_ scheme: String) throws {
      let words = ["set", "org.gnome.desktop.interface", "color-scheme", scheme]
      let done = try Program.run("gsettings", words, environment: environment)
      try #require(done.exit == .exited(0), "\(done)")
    }
    try turn("prefer-light")
    let monitor = try Monitor(desk.desk)
    try desk.desk.startDaemon(adding: settings)
    while try monitor.next() != "Desktop" {}
    // The switch can undo only a choice, so choose light first.
    #expect(try desk.desk.nightctl("set", "light").exit == .exited(0))
    // After each `set dark`, the switch is set to another value than dark: by turns “default” and
    // “prefer-light”.
    for (turned, scheme) in ["default", "prefer-light", "default", "prefer-light"].enumerated() {
      try desk.desk.set("dark")
      while try !monitor.next().hasPrefix("Changed dark") {}
      try turn(scheme)
      guard turned < 3 else { break }
      while try !monitor.next().hasPrefix("Changed light") {}
    }
    while try monitor.next() != "Desktop" {}
    let portal = try desk.startPortal()
    let finished = try desk.doctor()
    #expect(finished.codes == ["other-writer"], "\(finished)")
    withExtendedLifetime(portal) {}
  }
}
