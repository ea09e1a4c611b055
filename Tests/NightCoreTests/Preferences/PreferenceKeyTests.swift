import NightCore
import Testing

@Suite struct PreferenceKeyTests {
  private func flaw(_ name: String, of application: String = "") -> Flaw? {
    do throws(Flaw) {
      _ = try PreferenceKey(name, of: application)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A valid key without an application's name is accepted as a key of the desktop",
    arguments: [
      "a", "fade", "theme.light-high", "location.latitude", "A.Z_9-", "0", "-", "_",
      "a.b.c.d.e.f.g.h", String(repeating: "x", count: 255),
    ]
  )
  func valid(_ name: String) throws {
    let key = try PreferenceKey(name)
    #expect(key.name == name)
    #expect(key.isOfDesktop)
    #expect(key.path == key.parts)
    #expect(key.parts.joined(separator: ".") == name)
  }

  @Test(
    "An invalid key is rejected, and the error shows the expected form",
    arguments: [
      "", ".", "..", ".a", "a.", "a..b", "a b", "a\n", "a/b", "a:b", "é", "e\u{301}", "a\u{0}",
      "$date", "a=b", "a,b", "\u{212A}",
    ]
  )
  func invalid(_ name: String) {
    let flaw = flaw(name)
    #expect(flaw?.kind == .invalid)
    #expect(flaw?.message.hasSuffix("in parts with dots between them") == true)
  }

  @Test("A key that is too long or has too many parts is rejected")
  func limits() {
    #expect(flaw(String(repeating: "x", count: 256))?.kind == .limit)
    #expect(flaw("a.b.c.d.e.f.g.h.i")?.kind == .limit)
    #expect(flaw("a.b.c.d.e.f.g.h.i")?.message == "a key has at most 8 parts")
    // The length is checked first, so that no message contains a very long key.
    #expect(flaw(String(repeating: "é", count: 1_000))?.kind == .limit)
  }

  @Test("An application's key is stored among the preferences of this application")
  func application() throws {
    let key = try PreferenceKey("window.width", of: "org.example.Editor")
    #expect(!key.isOfDesktop)
    #expect(key.path == ["app", "org.example.Editor", "window", "width"])
  }

  @Test(
    "Almost any string is valid as an application's identifier",
    arguments: ["org.example.Editor", "a b", "Übersicht", "$x", "..", "*", "#", "/", "😀"]
  )
  func applications(_ name: String) throws {
    #expect(try PreferenceKey("a", of: name).application == name)
  }

  @Test("An application's identifier has no control characters and at most 255 bytes")
  func applicationFlaws() {
    for name in ["\n", "a\u{0}b", "\u{1B}[1m", "\u{7F}", "\u{85}"] {
      #expect(flaw("a", of: name)?.kind == .invalid)
    }
    #expect(flaw("a", of: String(repeating: "x", count: 255)) == nil)
    #expect(flaw("a", of: String(repeating: "x", count: 256))?.kind == .limit)
    #expect(flaw("a", of: String(repeating: "é", count: 128))?.kind == .limit)
  }

  @Test("Application identifiers that look equal but differ in their bytes are different")
  func lookalikes() throws {
    let composed = try PreferenceKey("a", of: "é")
    let decomposed = try PreferenceKey("a", of: "e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }
}
