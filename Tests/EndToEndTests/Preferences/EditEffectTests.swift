import TestSupport
import Testing

/// Messages of `nightctl prefs edit` about a valid edit that has no effect.
@Suite("nightctl prefs edit beside a daemon")
struct EditEffectTests {
  private let desk: Desk
  private let user: String

  init() throws {
    desk = try Desk()
    user = desk.home.file(".config/nightd/config.json5")
  }

  private func edit(_ text: String) throws -> Finished {
    try desk.nightctl("prefs", "edit", adding: ["VISUAL": "printf \"\(text)\" >"])
  }

  @Test("If a lock or a stored value overrides an edited value, `prefs edit` reports this")
  func ineffective() throws {
    try desk.home.write("theme.dark", to: "system/nightd/locks")
    try desk.startDaemon(adding: ["XDG_CONFIG_DIRS": desk.home.file("system")])
    try desk.nightctl("prefs", "write", "fade", "9")
    let finished = try edit("{fade: 5, theme: {dark: 'x'}, fad: 1}")
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(
      finished.errors == """
        \(user):1:31: “fad” is not a key that nightd knows; nightd keeps the key but ignores it; did you mean fade?
        \(user):1:8: fade was set to another value through nightd, and that value overrides this one
          nightctl prefs delete fade
        \(user):1:25: theme.dark is locked by \(desk.home.file("system/nightd/locks")):1:1, \
        so this value has no effect

        """
    )
    #expect(try edit("{fade: 9}").errors == "")
  }

  @Test("If the daemon reads a different file than the edited one, `prefs edit` reports this")
  func otherFile() throws {
    let other = desk.home.file("other")
    try desk.startDaemon(adding: ["XDG_CONFIG_HOME": other])
    let finished = try edit("{fade: 5}")
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(
      finished.errors == "nightd reads \(other)/nightd/config.json5 instead, "
        + "because its XDG_CONFIG_HOME is different\n"
    )
  }

  @Test("`nightctl prefs edit` does not start the daemon")
  func noDaemon() throws {
    let desk = try Desk.withActivation()
    let finished = try desk.nightctl("prefs", "edit", adding: ["VISUAL": "printf '{fade: 5}' >"])
    #expect(finished.description == "exited with 0; standard output: \"\"; standard error: \"\"")
    #expect(desk.home.list(Desk.storeFolder) == [])
  }
}
