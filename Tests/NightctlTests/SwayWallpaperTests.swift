import TestSupport
import Testing

@testable import nightctl

@Suite("Wallpaper of sway")
struct SwayWallpaperTests {
  @Test(
    "A path is quoted so that sway finds no command or variable in it",
    arguments: [
      ("/a b.png", #""/a\ b.png""#), ("/a\"; exec x", #""/a\"\;\ exec\ x""#),
      ("/a\"\u{301}; exec x", "\"/a\\\"\u{301}\\;\\ exec\\ x\""), (#"/a\"#, #""/a\\""#),
      ("/$mod", #""/'$$'mod""#), ("/$(touch x).png", #""/'$$'\(touch\ x\).png""#),
      ("/`x`", #""/\`x\`""#), ("/it's", #""/it\'s""#),
    ]
  )
  func quoted(_ path: String, _ expected: String) throws {
    #expect(try Array(SwayWallpaper.quoted(path).utf8) == Array(expected.utf8))
  }

  @Test("A path with a line end is refused, because sway would read a second command")
  func refused() {
    #expect(throws: Failure.self) { try SwayWallpaper.quoted("/a\nexec x") }
  }
}

@Suite("Wallpapers in sway's configuration")
struct SwayConfigurationTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func commands(_ text: String) throws -> [String] {
    try home.write(text, to: "config")
    return SwayConfiguration(at: home.file("config")).commands
      .map { $0.replacing(home.path, with: "@") }
  }

  @Test(
    "The reader of sway's configuration finds the commands that set wallpapers and colours",
    arguments: [
      ("output * bg /a.png fill", [#"output "*" bg "/a.png" fill"#]),
      (
        "  OUTPUT DP-1 Background /a.png Fit #102030 scale 2",
        [
          ##"output "DP-1" bg "/a.png" Fit "#102030""##
        ]
      ),
      (
        "output DP-1 scale 2 bg #102030 solid_color",
        [
          ##"output "DP-1" bg "#102030" solid_color"##
        ]
      ),
      (
        "output \"Dell 24\" {\n\tscale 2\n\tbg /a.png fill\n}",
        [
          #"output "Dell 24" bg "/a.png" fill"#
        ]
      ),
      (
        "output DP-1\n\n{\nbg /a.png fill\n}\nbg /b.png fill",
        [
          #"output "DP-1" bg "/a.png" fill"#
        ]
      ),
      ("output DP-1 {\n# }\nbg /a.png fill\n}", [#"output "DP-1" bg "/a.png" fill"#]),
      ("output DP-1 {\nbg \"/a\\;b.png\" fill\n}", [#"output "DP-1" bg "/a\;b.png" fill"#]),
      ("output DP-1 {\nbg '/a\\ b.png' fill\n}", [#"output "DP-1" bg "/a\ b.png" fill"#]),
      ("output * \\\n bg /a.png \\\n fill", [#"output "*" bg "/a.png" fill"#]),
      ("# output * \\\noutput * bg /a.png fill", [#"output "*" bg "/a.png" fill"#]),
      ("output * bg /a.png fill\r\n", [#"output "*" bg "/a.png" fill"#]),
      ("output * bg my pictures/a.png fill", [#"output "*" bg "@/my\ pictures/a.png" fill"#]),
      ("set $a /b\nset $ab \"/a\"\noutput * bg $ab.png fill", [#"output "*" bg "/a.png" fill"#]),
      ("output * bg $(echo /a.png) fill", [#"output "*" bg "/a.png" fill"#]),
      ("output * bg /a.png\noutput * scale 2\noutput *", []),
      ("output * bg\noutput * bg fill\noutput * bg /a(b).png fill", []),
      ("exec swaymsg output * bg /a.png fill\nbindsym a output * bg /b.png fill\n}\n{\n", []),
    ]
  )
  func commands(_ text: String, _ expected: [String]) throws {
    #expect(try commands(text) == expected)
  }

  @Test(
    "Each file that sway includes is read once, and its paths are relative to the file's folder"
  )
  func includes() throws {
    try home.write("output a bg one.png fill\ninclude ../more/*.conf\n", to: "parts/1.conf")
    try home.write("output b bg $two fill\n", to: "parts/2.conf")
    try home.write("output c bg a b.png fill\ninclude 1.conf ../config", to: "more/1.conf")
    try home.write("output d bg 'a\\ b.png' fill\n", to: "my $$(x) 'parts/1.conf")
    let text = """
      set $two /two.png
      include parts/*.conf
      include "my\\ \\$\\$\\(x\\)\\ \\'parts/1.conf"
      output e bg four.png fill
      include parts/1.conf config
      include nowhere $(exit 1) (
      """
    let expected = [
      #"output "a" bg "@/parts/one.png" fill"#, #"output "c" bg "@/more/a\ b.png" fill"#,
      #"output "b" bg "/two.png" fill"#,
      #"output "d" bg "@/my\ '$$''$$'\(x\)\ \'parts/a\ b.png" fill"#,
      #"output "e" bg "@/four.png" fill"#,
    ]
    #expect(try commands(text) == expected)
  }
}
