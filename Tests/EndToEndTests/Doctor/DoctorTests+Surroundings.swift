import Glibc
import NightBus
import TestSupport
import Testing

/// What the doctor reports about sandboxes, hidden names, variables, and files that occupy the
/// paths of nightd's files.
extension DoctorTests {
  @Test(
    "If a proxy hides bus names, the doctor only says that it must run outside the sandbox",
    .enabled(if: Tool.path(SandboxProxy.program) != nil, "xdg-dbus-proxy is missing")
  )
  func proxy() throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    try desk.desk.set("dark")
    for rules in [[], SandboxProxy.reading] {
      let proxy = try SandboxProxy(desk.desk.bus, rules)
      let inside = ["DBUS_SESSION_BUS_ADDRESS": proxy.address]
      let finished = try desk.desk.nightctl("doctor", adding: inside)
      #expect(finished.codes == ["sandboxed"], "\(finished)")
      #expect(!finished.output.contains("kill"), "\(finished)")
    }
  }

  @Test(
    "If a folder is in place of a file that nightd needs, the doctor says so before nightd starts",
    arguments: ["intent.json", "intent.lock"]
  )
  func stateInTheWay(name: String) throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    let path = desk.desk.home.file(".local/state/nightd/\(name)")
    #expect(try desk.desk.shell("mkdir -p \(path)/x").exit == .exited(0))
    let finished = try desk.doctor()
    #expect(finished.codes.contains("unusable-path"), "\(finished)")
    let command = "mv -n \(path) \(path).aside"
    #expect(finished.output.contains("  run: \(command)\n"), "\(finished)")
    #expect(try desk.desk.shell(command).exit == .exited(0))
    try desk.desk.set("dark")
    #expect(try !desk.doctor().codes.contains("unusable-path"))
  }

  @Test(
    "The doctor reports an XDG variable with a relative path, or with a different value in nightd"
  )
  func variables() throws {
    let desk = try PortalDesk()
    try desk.putBoth()
    try desk.desk.set("dark")
    func codes(_ name: String, _ value: String) throws -> [String] {
      try desk.desk.nightctl("doctor", adding: [name: value]).codes
    }
    #expect(try codes("XDG_STATE_HOME", "state").contains("unusable-variable"))
    #expect(try codes("XDG_CONFIG_HOME", "/nowhere").contains("variable-differs"))
    let same = desk.desk.home.file(".config") + "/"
    #expect(try !codes("XDG_CONFIG_HOME", same).contains("variable-differs"))
  }
}
