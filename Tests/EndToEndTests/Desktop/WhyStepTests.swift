import NightBus
import TestSupport
import Testing

/// The answers of `nightctl why` after each step of a person who begins with a fresh home.
@Suite(
  "nightctl why, step by step",
  .enabled(if: Tool.path("gsettings") != nil, "there is no gsettings on this machine")
)
struct WhyStepTests {
  private static let settings = ["GSETTINGS_BACKEND": "keyfile", "XDG_DATA_DIRS": "/usr/share"]
  private static let waitSeconds = 20
  private let desk: Desk

  init() throws { desk = try Desk() }

  /// The answer of `why`, without the words that depend on the clock.
  private func why() throws -> String {
    try desk.nightctl("why").output
      .replacing(#/\d\d:\d\d (?:today|tomorrow)/#, with: "TIME")
      .replacing(#/a moment ago|a minute ago|\d+ seconds ago/#, with: "now")
  }

  private func flip(_ scheme: String) throws {
    let done = try Program.run(
      "gsettings",
      ["set", "org.gnome.desktop.interface", "color-scheme", scheme],
      environment: desk.environment.merging(Self.settings) { $1 }
    )
    try #require(done.exit == .exited(0), "\(done)")
  }

  /// Repeats `why` until it prints this text, since the desktop's change may arrive a moment later.
  private func expect(_ text: String, at place: SourceLocation = #_sourceLocation) throws {
    let deadline = ContinuousClock.now + .seconds(Self.waitSeconds)
    while try why() != text, ContinuousClock.now < deadline {}
    #expect(try why() == text, sourceLocation: place)
  }

  @Test("`nightctl why` explains the style after each step of a user's first evening with nightd")
  func steps() throws {
    try flip("prefer-light")
    let daemon = try desk.startDaemon(adding: Self.settings)
    try expect(
      """
      It is light because the desktop asks for this style; it changes with the desktop's own switch.
      The desktop decides, as long as nobody chooses something else.
      gsettings reports that the desktop asks for light.

      """
    )
    try desk.set("dark")
    try expect(
      """
      It is dark because you set it with nightctl now; it stays dark until you choose another.

      """
    )
    try waitForWrite(toWrite: "dark")
    try flip("prefer-light")
    try expect(
      """
      It is light because you set it with the desktop's own switch now; it stays light until you choose another.
      gsettings reports that the desktop asks for light.

      """
    )
    try desk.nightctl("set", "dark", "--for", "2h")
    try expect(
      """
      It is dark because you set it with nightctl now; at TIME it is light again, as you chose.
      You chose light.
      This is a temporary hold; to end it at once, run nightctl resume.

      """
    )
    try desk.nightctl("set", "system")
    try expect(
      """
      It is light because the desktop asks for this style; it changes with the desktop's own switch.
      You chose that the desktop decides.
      gsettings reports that the desktop asks for light.

      """
    )
    try desk.nightctl("set", "dark", "--for", "2h")
    try expect(
      """
      It is dark because you set it with nightctl now; at TIME the desktop decides again.
      You chose that the desktop decides.
      This is a temporary hold; to end it at once, run nightctl resume.
      gsettings reports that the desktop asks for light.

      """
    )
    try desk.set("dark")
    try waitForWrite(toWrite: "dark")
    try desk.set("light")
    try waitForWrite(toWrite: "light")
    // nightd stores the desktop's last report a moment later. Without the stored report, the flip
    // would not count as new.
    let isStored = becomesTrue {
      (desk.home.text(".local/state/nightd/desktop.json") ?? "").contains("\"heard\": \"light\"")
    }
    try #require(isStored)
    _ = try desk.end(daemon)
    try flip("prefer-dark")
    try desk.startDaemon(adding: Self.settings)
    try expect(
      """
      It is dark because you set it with the desktop's own switch now; it stays dark until you choose another.
      gsettings reports that the desktop asks for dark.

      """
    )
  }

  /// Waits until nightctl has written the style and has ended.
  ///
  /// Without this wait, nightctl might overwrite the person's next flip of the switch.
  private func waitForWrite(toWrite style: String) throws {
    try #require(try Caller(desk).awaitDesktop(style))
  }
}
