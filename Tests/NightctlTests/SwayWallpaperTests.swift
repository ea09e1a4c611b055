import Testing

@testable import nightctl

@Suite("Wallpaper of sway")
struct SwayWallpaperTests {
  @Test(
    "A path is quoted so that sway reads nothing else in it",
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

  @Test("A name with a line end is refused, since sway would begin another command there")
  func refused() {
    #expect(throws: Failure.self) { try SwayWallpaper.quoted("/a\nexec x") }
  }
}
