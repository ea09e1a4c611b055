import Glibc
import TestSupport
import Testing

/// `nightctl watch --format`, for status bars.
@Suite struct WatchFormatTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private static let light = ##""color":"#1c2128","background":"#ffffff""##
  private static let dark = ##""color":"#e6eaf0","background":"#1c2027""##

  static let formats: [(format: String, first: String, second: String)] = [
    ("plain", "light", "dark"),
    (
      "waybar",
      #"{"text":"light","alt":"light","class":"light","#
        + #""tooltip":"light, nobody decides\ntheme daylight"}"#,
      #"{"text":"dark","alt":"dark","class":"dark","tooltip":"dark, chosen\ntheme midnight"}"#
    ),
    (
      "polybar", "%{B#ffffff}%{F#1c2128} light %{F-}%{B-}",
      "%{B#1c2027}%{F#e6eaf0} dark %{F-}%{B-}"
    ),
    (
      "i3blocks", #"{"full_text":" light ","short_text":" L ",\#(light)}"#,
      #"{"full_text":" dark ","short_text":" D ",\#(dark)}"#
    ),
    (
      "{{{style}}} {previous}|{theme}|{reason}|{contrast}|{accent}|{color.surface}",
      "{light} |daylight|fallback|normal||#ffffff", "{dark} light|midnight|choice|normal||#1c2027"
    ),
  ]

  @Test(
    "With each value of --format, `nightctl watch` prints a line at the start and for each change",
    arguments: formats
  )
  func lines(format: String, first: String, second: String) throws {
    try desk.startDaemon()
    let watch = try desk.start("watch", "--format", format)
    #expect(try watch.nextLine() == first)
    try desk.set("dark")
    #expect(try watch.nextLine() == second)
    watch.send(signal: SIGTERM)
    #expect(try watch.wait() == .exited(0))
    #expect(try watch.readAll() == "")
    #expect(watch.errorsSoFar == "")
  }

  @Test(
    "With --file, `watch --format` needs no bus, and prints the same lines as without --file",
    arguments: formats.dropLast()
  )
  func files(format: String, first: String, second: String) throws {
    try desk.startDaemon()
    let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
    let watch = try desk.start("watch", "--file", "--format", format, adding: nowhere)
    #expect(try watch.nextLine() == first)
    try desk.set("dark")
    #expect(try watch.nextLine() == second)
  }

  @Test("`watch --format` never prints the name of one theme with the colours of another")
  func colors() throws {
    for (name, style, surface) in [("ink", "dark", "#010203"), ("pen", "dark", "#040506")] {
      try desk.home.write(
        "{ style: \"\(style)\", colors: { surface: \"\(surface)\" } }",
        to: ".local/share/nightd/themes/\(name).json5"
      )
    }
    try desk.startDaemon()
    let watch = try desk.start("watch", "--format", "{theme} {color.surface}")
    #expect(try watch.nextLine() == "daylight #ffffff")
    for _ in 1...5 {
      try desk.nightctl("theme", "use", "ink")
      #expect(try watch.nextLine() == "ink #010203")
      try desk.nightctl("theme", "use", "pen")
      #expect(try watch.nextLine() == "pen #040506")
      try desk.set("light")
      #expect(try watch.nextLine() == "daylight #ffffff")
    }
  }

  @Test("`watch --format` prints the time of the next change in the local time zone")
  func next() throws {
    try desk.startDaemon()
    try desk.nightctl("set", "dark", "--until", "tomorrow 07:08")
    let watch = try desk.start("watch", "--format", "{next} {next-style}", adding: ["TZ": "UTC"])
    #expect(try watch.nextLine().contains(#/^\d\d:\d\d light$/#))
    let waybar = try desk.start("watch", "--format", "waybar", adding: ["TZ": "UTC"])
    #expect(try waybar.nextLine().contains(#/held until 20\d\d-\d\d-\d\d \d\d:\d\d"/#))
  }

  @Test("`watch --format` leaves an unknown colour role empty, and reports the role once")
  func missingRole() throws {
    try desk.startDaemon()
    let watch = try desk.start("watch", "--format", "{style} [{color.sruface}]")
    #expect(try watch.nextLine() == "light []")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark []")
    watch.send(signal: SIGINT)
    #expect(try watch.wait() == .exited(0))
    #expect(
      try watch.readAllErrors()
        == "nightctl: the theme “daylight” has no colour “sruface”, so {color.sruface} is empty; "
        + "did you mean “surface”?\n"
    )
  }

  @Test(
    "`watch --format` survives a restart of nightd, and exits with 0 if nobody reads its output"
  )
  func ends() throws {
    let daemon = try desk.startDaemon()
    let watch = try desk.start("watch", "--format", "polybar")
    #expect(try watch.nextLine().contains("light"))
    _ = try desk.end(daemon)
    try desk.startDaemon()
    try desk.set("dark")
    #expect(try watch.nextLine().contains("dark"))
    watch.closeOutput()
    #expect(try watch.wait() == .exited(0))
    #expect(watch.errorsSoFar == "")
    // The reader of the output may also leave before the first line.
    for options in ["--format plain", "--file", "--file --format polybar"] {
      let ended = try desk.shell("\"$NIGHTCTL\" watch \(options) | true")
      #expect(ended.exit == .exited(0))
    }
  }
}

/// `i3status | nightctl watch --format i3status`.
@Suite struct I3StatusFilterTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func filter() throws -> Program {
    try Program.start(
      Built.nightctl,
      ["watch", "--format", "i3status"],
      environment: desk.environment,
      input: .pipe
    )
  }

  private static let light =
    ##"{"name":"nightd","full_text":" light ","short_text":" L ","color":"#1c2128","background":"#ffffff"}"##
  private static let dark =
    ##"{"name":"nightd","full_text":" dark ","short_text":" D ","color":"#e6eaf0","background":"#1c2027"}"##

  @Test(
    "`watch --format i3status` puts nightd's block first, and prints a line for each style change"
  )
  func blocks() throws {
    try desk.startDaemon()
    let filter = try filter()
    try filter.write("{\"version\":1}\n[\n")
    #expect(try filter.nextLine() == #"{"version":1}"#)
    #expect(try filter.nextLine() == "[")
    try filter.write("[{\"full_text\":\"12:00\"}]\n")
    var line = try filter.nextLine()
    // nightd may answer only after i3status's first update, so skip an update without nightd's
    // block.
    if line == #"[{"full_text":"12:00"}]"# { line = String(try filter.nextLine().dropFirst()) }
    #expect(line == "[\(Self.light),{\"full_text\":\"12:00\"}]")
    try desk.set("dark")
    #expect(try filter.nextLine() == ",[\(Self.dark),{\"full_text\":\"12:00\"}]")
    // An update may come in pieces, and may have no blocks.
    try filter.write(",[{\"full_text\":")
    try filter.write("\"12:01\"}]\n,[]\n")
    #expect(try filter.nextLine() == ",[\(Self.dark),{\"full_text\":\"12:01\"}]")
    #expect(try filter.nextLine() == ",[\(Self.dark)]")
    filter.closeInput()
    #expect(try filter.wait() == .exited(0))
    #expect(filter.errorsSoFar == "")
  }

  @Test("If nightd is not running, `watch --format i3status` still prints the blocks of i3status")
  func alone() throws {
    let filter = try filter()
    try filter.write("{\"version\":1}\n[\n[{\"full_text\":\"12:00\"}]\n")
    #expect(try filter.nextLine() == #"{"version":1}"#)
    #expect(try filter.nextLine() == "[")
    #expect(try filter.nextLine() == #"[{"full_text":"12:00"}]"#)
    try desk.startDaemon()
    #expect(try filter.nextLine() == ",[\(Self.light),{\"full_text\":\"12:00\"}]")
    filter.closeInput()
    #expect(try filter.wait() == .exited(0))
  }

  @Test("`watch --format i3status` refuses input that is not in i3bar's format")
  func otherInput() throws {
    try desk.startDaemon()
    let filter = try filter()
    try filter.write("12:00 | 5 °C\n")
    #expect(try filter.wait() == .exited(1))
    #expect(
      try filter.readAllErrors()
        == "nightctl: standard input is not what i3status prints for i3bar; write "
        + "output_format = \"i3bar\" into the section general of its configuration\n"
    )
  }
}
