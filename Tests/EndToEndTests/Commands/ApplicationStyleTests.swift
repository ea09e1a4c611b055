import Glibc
import TestSupport
import Testing

/// What is in effect for one application.
@Suite struct ApplicationStyleTests {
  @Test("get and status tell of one application")
  func asked() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    _ = try desk.printed("set", "light", "--app", "org.example.Editor")
    #expect(try desk.printed("get", "--app", "org.example.Editor") == "light\n")
    #expect(try desk.printed("get", "--app", "x") == "dark\n")
    #expect(try desk.printed("get") == "dark\n")
    let json = try desk.printed("get", "--app", "org.example.Editor", "--json")
    #expect(json.contains(#""style":"light""#) && json.contains(#""app":"org.example.Editor""#))
    let status = try desk.printed("status", "--app", "org.example.Editor")
    #expect(status.hasPrefix("app      org.example.Editor\nstyle    light\n"), "\(status)")
    #expect(try desk.printed("status", "--app", "x").contains("style    dark\n"))
    let all = try desk.printed("status", "--app", "org.example.Editor", "--json")
    #expect(all.contains(#""app":"org.example.Editor""#), "\(all)")
    withExtendedLifetime(daemon) {}
  }

  @Test("watch follows one application, by its own style and the desktop's")
  func watched() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let watch = try desk.start("watch", "--app", "org.example.Editor")
    #expect(try watch.nextLine() == "light")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    _ = try desk.printed("set", "light", "--app", "org.example.Editor")
    #expect(try watch.nextLine() == "light")
    let json = try desk.start("watch", "--app", "org.example.Editor", "--json")
    let first = try json.nextLine()
    #expect(first.contains(#""style":"light""#) && first.contains(#""app":"org.example.Editor""#))
    for program in [watch, json] {
      program.send(signal: SIGTERM)
      #expect(try program.wait() == .exited(0))
    }
    withExtendedLifetime(daemon) {}
  }
}
