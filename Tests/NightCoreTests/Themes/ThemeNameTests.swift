import NightCore
import Testing

@Suite("A theme's name")
struct ThemeNameTests {
  @Test(
    "what could be taken for something else is none",
    arguments: [
      "", "light", "Dark", "schedule", "system", "next", "previous", "../x", "a/b", ".hidden",
      "-x", "a\u{0}b", "a\nb", " a", "a ", String(repeating: "x", count: 256),
      // An accent of its own, the sign of the angstrom, a syllable in its parts, an order of marks
      // that is not the one.
      "E\u{301}cru", "\u{212B}", "\u{1112}\u{1161}\u{11AB}", "a\u{301}\u{323}",
    ]
  )
  func none(name: String) { #expect(ThemeName.flaw(name) != nil) }

  @Test(
    "any other is",
    arguments: [
      "evening", "Solarized Dark", "Écru", "🌙", "a.b", "dark-2", "한", "ห้วงน้ำ", "सूर्यास्त",
      // No one character is the same.
      "x\u{301}",
    ]
  )
  func any(name: String) { #expect(ThemeName.flaw(name) == nil) }

  @Test(
    "that very name is meant, or the only one that differs in the size of letters",
    arguments: [
      ("nord", "nord"), ("NORD", nil), ("Nord", "Nord"), ("gruvbox", "Gruvbox"), ("grubox", nil),
      ("e\u{301}cru", "Écru"),
    ] as [(String, String?)]
  )
  func meant(word: String, expected: String?) {
    #expect(ThemeName.meant(by: word, among: ["nord", "Nord", "Gruvbox", "Écru"]) == expected)
  }
}
