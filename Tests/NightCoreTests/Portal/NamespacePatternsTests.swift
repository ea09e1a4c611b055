import NightCore
import Testing

@Suite struct NamespacePatternsTests {
  @Test(
    "a namespace is asked for by nothing, by its name, or by what it begins with",
    arguments: [
      ([], true), ([""], true), (["org.example", ""], true), (["*"], true),
      (["org.freedesktop.appearance"], true), (["org.freedesktop.*"], true), (["org.*"], true),
      (["org.freedesktop.app*"], true), (["org.freedesktop.appearance*"], true),
      (["a", "b", "org.freedesktop.*"], true),
      (["org.freedesktop.appearance.*"], false), (["org.freedesktop"], false),
      (["org.freedesktop.appearance "], false), (["ORG.FREEDESKTOP.APPEARANCE"], false),
      (["org.*.appearance"], false), (["*.appearance"], false), (["**"], false),
      (["org.gnome.*", "org.kde"], false), (["\u{301}*"], false), ([" "], false),
    ]
  )
  func matches(patterns: [String], isMatch: Bool) {
    #expect(NamespacePatterns(patterns).matches("org.freedesktop.appearance") == isMatch)
  }
}
