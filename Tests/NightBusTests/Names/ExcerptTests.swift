import NightBus
import Testing

@Suite("Excerpts")
struct ExcerptTests {
  @Test(
    "An excerpt shows another program's text quoted, shortened and with control characters escaped",
    arguments: [
      ("", "“”"), ("plain", "“plain”"), ("é日🌙", "“é日🌙”"),
      ("a\nb\t\u{1B}[31m", #"“a\u{a}b\u{9}\u{1b}[31m”"#), ("a\0b", #"“a\u{0}b”"#),
      ("\u{202E}txt\u{2066}", #"“\u{202e}txt\u{2066}”"#),
      ("\u{2028}\u{2029}", #"“\u{2028}\u{2029}”"#),
      ("\u{9B}31m\u{7F}", #"“\u{9b}31m\u{7f}”"#),
      (String(repeating: "x", count: 60), "“" + String(repeating: "x", count: 60) + "”"),
      (String(repeating: "x", count: 61), "“" + String(repeating: "x", count: 60) + "…”"),
    ]
  )
  func excerpt(text: String, shown: String) { #expect(Excerpt(text).description == shown) }

  @Test("If a letter has many combining marks, an excerpt shortens it")
  func marks() {
    let piled = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(Excerpt(piled).description.unicodeScalars.count <= Excerpt.limit + 3)
  }
}
