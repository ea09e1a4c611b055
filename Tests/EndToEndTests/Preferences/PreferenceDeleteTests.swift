import TestSupport
import Testing

@Suite("nightctl prefs delete")
struct PreferenceDeleteTests {
  @Test("`prefs delete` removes an unknown key if it is stored, and refuses other unknown keys")
  func foreign() throws {
    let desk = try Desk()
    try desk.home.write(
      """
      {"format": 2, "revision": 4, "preferences": {"fade": 5, "glow": 7}}
      """,
      to: Desk.store
    )
    try desk.startDaemon()
    let slip = try desk.nightctl("prefs", "delete", "fad")
    #expect(slip.exit == .exited(1), "\(slip)")
    #expect(
      slip.errors == "nightctl: “fad” is not a key that nightd knows; did you mean fade?; "
        + "for an application's key, add --app ID\n"
    )
    let taken = try desk.nightctl("prefs", "delete", "glow")
    #expect(taken.exit == .exited(0), "\(taken)")
    let export = try desk.nightctl("prefs", "export").output
    #expect(export.contains("fade") && !export.contains("glow"), "\(export)")
    #expect(try desk.nightctl("prefs", "delete", "glow").exit == .exited(1))
  }
}
