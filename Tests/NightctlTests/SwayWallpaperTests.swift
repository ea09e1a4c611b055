import Testing

@testable import nightctl

@Suite("Wallpaper of sway")
struct SwayWallpaperTests {
  @Test(
    "A path is quoted so that sway reads nothing else in it",
    arguments: [
      ("/a b.png", "\"/a b.png\""), ("/a\"; exec x", "\"/a\\\"; exec x\""),
      ("/a\"\u{301}; exec x", "\"/a\\\"\u{301}; exec x\""), ("/a\\", "\"/a\\\\\""),
      ("/$mod", "\"/$$mod\""),
    ]
  )
  func quoted(_ path: String, _ expected: String) {
    #expect(Array(SwayWallpaper.quoted(path).utf8) == Array(expected.utf8))
  }
}
