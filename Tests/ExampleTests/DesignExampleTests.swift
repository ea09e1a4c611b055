import TestSupport
import Testing

/// Runs the commands that Examples/README.md gives for a program, to import and choose themes.
@Suite("Examples/Designs")
struct DesignExampleTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
    try desk.nightctl("set", "light")
  }

  private func nightctl(_ arguments: String...) throws {
    let finished = try desk.nightctl(arguments)
    #expect(finished.exit == .exited(0), "\(arguments): \(finished)")
  }

  private func start(_ name: String) throws -> Program {
    let block = try #require(
      try Documentation("Examples/README.md").blocks.first {
        $0.text.hasSuffix("$ swift run \(name)Example\n")
      }
    )
    for line in block.text.split(separator: "\n").dropLast() {
      let command = line.dropFirst("$ nightctl".count)
      let finished = try desk.shell(
        "cd '\(Built.sourceRoot)/Examples/Designs' && \"$NIGHTCTL\"\(command)"
      )
      #expect(line.hasPrefix("$ nightctl ") && finished.exit == .exited(0), "\(line): \(finished)")
    }
    return try Program.start(Built.example(name), environment: desk.environment, input: .pipe)
  }

  /// Compares the example's next lines with the expected lines.
  private func expect(
    _ expected: [String],
    from program: Program,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try lines(expected.count, of: program)
    #expect(found == expected, sourceLocation: location)
  }

  private func lines(_ count: Int, of program: Program) throws -> [String] {
    try (0..<count).map { _ in try program.nextLine() }
  }

  private func expectEnd(of program: Program) throws {
    program.closeInput()
    #expect(try program.readLine() == nil)
    #expect(try program.wait() == .exited(0))
    #expect(program.errorsSoFar == "")
  }

  @Test("In the colour table example, each property gets its colour from the theme's column")
  func table() throws {
    // Without a fade, a change of style causes only one change of the background colour.
    try nightctl("motion", "reduced")
    let example = try start("Table")
    try expect(
      [
        "background #ffffff", "text #1c2128", "tint #1f5fc4", "badge #c62828", "image sun.png",
        "image alpha 1.0", "theme NORMAL, status bar light",
      ],
      from: example
    )
    try nightctl("set", "dark")
    try expect(
      [
        "background #20242b", "text #d8dee9", "tint #8ab4f8", "badge #ff8a80", "image moon.png",
        "image alpha 0.6", "theme NIGHT, status bar dark",
      ],
      from: example
    )
    try example.write("SEPIA\n")
    try expect(
      [
        "background #f5ecd9", "text #433527", "tint #8a4b14", "badge #9c3d00", "image sun.png",
        "image alpha 1.0", "theme SEPIA, status bar light",
      ],
      from: example
    )
    try example.write("nightFalling\n")
    #expect(try lines(7, of: example).last == "theme NIGHT, status bar dark")
    try example.write("SEPPIA\n")
    #expect(try example.nextLine() == "there is no theme “SEPPIA”; did you mean SEPIA?")
    // Only the application's style has changed, not the desktop's.
    try nightctl("set", "light")
    #expect(try desk.nightctl("get", "--app", "org.example.Notes").output == "dark\n")
    try expectEnd(of: example)
  }

  @Test("In the theme folder example, each themed view gets its colours and images")
  func folders() throws {
    let example = try start("Folders")
    try expect(
      [
        "page #fbfbf8", "title #2b2b28", "note #fff3c4", "play normal theme_day/play@2x.png",
        "play pressed theme_day/play_press.png", "day in theme_day",
      ],
      from: example
    )
    try nightctl("set", "dark")
    try expect(
      [
        "page #1b1d22", "title #e4e2da", "note #4a3f1c", "play normal theme_night/play@2x.png",
        "play pressed theme_night/play_press.png", "night in theme_night",
      ],
      from: example
    )
    // The view `note` keeps the night's colour until its `needsTheme` is switched on again.
    try example.write("needsTheme\nswitchState\n")
    try expect(
      [
        "page #fbfbf8", "title #2b2b28", "play normal theme_day/play@2x.png",
        "play pressed theme_day/play_press.png", "day in theme_day",
      ],
      from: example
    )
    // Only the application's style has changed, not the desktop's.
    #expect(try desk.nightctl("get").output == "dark\n")
    try example.write("needsTheme\ndescribe\n")
    try expect(["note #fff3c4", "behind a note"], from: example)
    try expectEnd(of: example)
  }

  @Test(
    "In the style manager example, observers are notified when the application's choice changes"
  )
  func manager() throws {
    let (light, dark) = ("light #ffffff #1c2128", "dark #1c2027 #e6eaf0")
    let example = try start("Manager")
    #expect(
      try lines(3, of: example) == ["home \(light)", "print preview \(light)", "details \(light)"]
    )
    try nightctl("set", "dark")
    #expect(try lines(2, of: example) == ["home \(dark)", "details \(dark)"])
    try example.write("light\n")
    // The handlers' lines and the answer to the setting may come in any order.
    #expect(
      try Set(lines(3, of: example)) == ["home \(light)", "details \(light)", "settings light"]
    )
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(try desk.nightctl("get", "--app", "org.example.Reader").output == "light\n")
    try example.write("close details\nfollow\n")
    #expect(try Set(lines(2, of: example)) == ["home \(dark)", "settings follow"])
    try example.write("freeze home\nlight\n")
    #expect(try example.nextLine() == "settings light")
    try example.write("home\n")
    #expect(try example.nextLine() == "home \(light)")
    try expectEnd(of: example)
  }

  @Test(
    "In the Themes.json example, themes inherit colours, and style sheets apply to the controls"
  )
  func parents() throws {
    let example = try start("Parents")
    try expect(
      [
        "harbour < daylight", "page #f4f7f8 #17222633", "label “TIDES” of size 22.0 #0b6e8a",
        "button with radius 8.0 #0b6e8a", "label “Save” of size 13.0 #ffffff",
      ],
      from: example
    )
    try nightctl("set", "dark")
    try expect(
      [
        "harbour-night < harbour < midnight", "page #101a1e #dbe7eb33",
        "label “TIDES” of size 22.0 #0b6e8a", "button with radius 8.0 #0b6e8a",
        "label “Save” of size 13.0 #ffffff",
      ],
      from: example
    )
    try example.write("harbour-sunset\n")
    try expect(
      [
        "harbour-sunset < harbour < daylight", "page #fdf3ea #17222633",
        "label “TIDES” of size 22.0 #a8430b", "button with radius 8.0 #a8430b",
        "label “Save” of size 13.0 #ffffff",
      ],
      from: example
    )
    // Only the application has this theme, not the desktop.
    #expect(try desk.nightctl("get").output == "dark\n")
    try example.write("system\n")
    let followed = try lines(6, of: example)
    #expect(followed.contains("harbour-night < harbour < midnight"))
    #expect(followed.contains("the system decides"))
    try nightctl("set", "light")
    #expect(try lines(5, of: example).first == "harbour < daylight")
    try expectEnd(of: example)
  }

  @Test(
    "In the example with its own theme type, the page fades and subscribers get the new font size"
  )
  func provider() throws {
    // A long fade, so that it does not end during the test.
    try nightctl("prefs", "write", "fade", "10000")
    let (light, dark) = ("status bar dark #f5f6f8 #1c2128", "status bar light #14171c #e6eaf0")
    let example = try start("Provider")
    #expect(try lines(2, of: example) == [light, "font of size 12"])
    try example.write("larger\n")
    #expect(try example.nextLine() == "font of size 13")
    try nightctl("set", "dark")
    var frame = light
    while frame == light || frame.hasSuffix("#f5f6f8 #1c2128") { frame = try example.nextLine() }
    #expect(frame != dark)
    try nightctl("motion", "reduced")
    while frame != dark { frame = try example.nextLine() }
    try example.write("nextTheme\n")
    #expect(
      try Set(lines(2, of: example)) == ["status bar dark #ffffff #000000", "theme daylight-high"]
    )
    // Only the application's style has changed, not the desktop's.
    #expect(try desk.nightctl("get").output == "dark\n")
    try expectEnd(of: example)
  }

  @Test(
    "If the input is not the name of a button, the example lists its buttons",
    arguments: ["Folders", "Provider"]
  )
  func unknownButton(name: String) throws {
    let example = try start(name)
    try example.write("sparkle\n")
    while try !example.nextLine().hasPrefix("the buttons are ") {}
    example.closeInput()
    #expect(try example.wait() == .exited(0))
  }
}
