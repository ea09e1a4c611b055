import NightBus
import TestSupport
import Testing

/// The commands for contrast, accent and motion, with and without values from the desktop.
@Suite("nightctl contrast, accent, motion")
struct LookCommandTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  static let words: [(words: [String], printed: String, json: String)] = [
    (
      ["contrast"], "normal (left to the desktop, which does not report it)",
      #""value":"normal","wish":"system","origin":"registered""#
    ),
    (["contrast", "high"], "high (you set it)", #""value":"high","wish":"high","origin":"set""#),
    (
      ["contrast", "normal"], "normal (you set it)",
      #""value":"normal","wish":"normal","origin":"set""#
    ),
    (
      ["accent"], "none (left to the desktop, which does not report it)",
      #""value":"none","wish":"system","origin":"registered""#
    ),
    (
      ["accent", "#3584e4"], "#3584E4 (you set it)",
      ##""value":"#3584E4","wish":"#3584E4","origin":"set""##
    ),
    (
      ["accent", "ffFF00"], "#FFFF00 (you set it)",
      ##""value":"#FFFF00","wish":"#FFFF00","origin":"set""##
    ),
    (
      ["accent", "hsl(120, 100%, 25%)"], "#008000 (you set it)",
      ##""value":"#008000","wish":"#008000","origin":"set""##
    ),
    (
      ["accent", "Navy"], "#000080 (you set it)",
      ##""value":"#000080","wish":"#000080","origin":"set""##
    ),
    (["accent", "none"], "none (you set it)", #""value":"none","wish":"none","origin":"set""#),
    (
      ["motion"], "full (left to the desktop, which does not report it)",
      #""value":"full","wish":"system","origin":"registered""#
    ),
    (
      ["motion", "reduced"], "reduced (you set it)",
      #""value":"reduced","wish":"reduced","origin":"set""#
    ),
    (
      ["motion", "system"], "full (left to the desktop, which does not report it)",
      #""value":"full","wish":"system","origin":"set""#
    ),
  ]

  @Test("nightctl can set contrast, accent and motion, and prints the new value", arguments: words)
  func set(words: [String], printed: String, json: String) throws {
    try desk.startDaemon()
    #expect(try desk.nightctl(words).output == printed + "\n")
    #expect(try desk.nightctl(words + ["--json"]).output == "{\(json)}\n")
    #expect(try desk.nightctl([words[0]]).output == printed + "\n")
  }

  @Test(
    "nightctl shows which file sets the contrast, and refuses to change motion if it is locked"
  )
  func file() throws {
    try desk.home.write("{contrast: 'high'}", to: ".config/nightd/config.json5")
    try desk.home.write("motion\n", to: "system/nightd/locks")
    try desk.startDaemon(adding: ["XDG_CONFIG_DIRS": desk.home.file("system")])
    let place = desk.home.file(".config/nightd/config.json5") + ":1:12"
    #expect(try desk.printed("contrast") == "high (your config.json5 sets it: \(place))\n")
    let refused = try desk.nightctl("motion", "reduced")
    #expect(refused.exit == .exited(1))
    #expect(refused.errors.hasPrefix("nightctl: motion is locked by "))
  }

  @Test("Contrast, accent and motion follow the desktop, and `status` and `why` show their source")
  func desktop() throws {
    try desk.startDaemon()
    let monitor = try Monitor(desk)
    let gnome = try MadeUpDesktop(
      desk,
      "gnome",
      [
        ("color-scheme", .uint32(1)), ("contrast", .uint32(1)), ("reduced-motion", .uint32(1)),
        ("accent-color", .structure([.double(1), .double(0.5), .double(0)])),
      ]
    )
    while try !monitor.next().hasPrefix("Changed dark") {}
    #expect(try desk.printed("contrast") == "high (from the desktop, as gnome reports)\n")
    #expect(try desk.printed("accent") == "#FF8000 (from the desktop, as gnome reports)\n")
    #expect(
      try desk.printed("motion", "--json")
        == #"{"value":"reduced","wish":"system","desktop-source":"gnome","origin":"registered"}"#
        + "\n"
    )
    #expect(
      try desk.printed("why") == """
        It is dark because the desktop asks for this style; it changes with the desktop's own switch.
        The desktop decides, as long as nobody chooses something else.
        gnome reports that the desktop asks for dark.

        """
    )
    let status = try desk.printed("status")
    #expect(
      status.contains(
        """

        why      the desktop asks for this style
        decides  the desktop (nobody chose otherwise)
        desktop  asks for dark, as gnome reports
        contrast high
        accent   #FF8000
        motion   reduced
        kept in  
        """
      ),
      "\(status)"
    )
    let json = try desk.printed("status", "--json")
    #expect(json.contains(#""inhibited":false,"accent-color":[1.0,0.5,0.0],"desktop":"dark""#))
    #expect(json.contains(#""desktop-source":"gnome","desktop-ignored":false"#))
    #expect(try desk.printed("accent", "none") == "none (you set it)\n")
    withExtendedLifetime(gnome) {}
  }
}
