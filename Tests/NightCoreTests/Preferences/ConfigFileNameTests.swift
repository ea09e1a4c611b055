import NightCore
import Testing

@Suite("Invalid names in config.json5")
struct ConfigFileNameTests {
  private func preferences(_ text: String, set edits: [PreferenceEdit] = []) -> Preferences {
    let file = LayerTexts.File(path: "/config.json5", content: .bytes(Array(text.utf8)))
    var intent = Intent()
    intent.preferences = intent.preferences.applying(edits)
    return Preferences(intent, Layers(LayerTexts(user: file, systems: [])))
  }

  @Test(
    "In config.json5, an application whose name is empty or has control characters is ignored"
  )
  func applications() {
    let text = #"{app: {"": {fade: 1}, "a\u001b[2J": {fade: 1}, b: 1, c: {fade: 1}}}"#
    #expect(preferences(text).applications == ["c"])
    let places = preferences(text).findings(storedIn: "/intent.json").map(\.place)
    #expect(places == ["/config.json5:1:12", "/config.json5:1:23", "/config.json5:1:51"])
  }

  @Test("A key with extra dots or blanks is reported once, and is not mistaken for another key")
  func lookalikes() throws {
    let fade = PreferenceEdit(try PreferenceKey("fade", of: "x"), .integer(9))
    let preferences = preferences(
      "{app: {x: {fade: 5, '.fade': 6, 'fade.': 7, 'a b': 8}}}",
      set: [fade]
    )
    let findings = preferences.findings(storedIn: "/intent.json")
    #expect(findings.map(\.kind) == [.value, .value, .value, .shadowed])
    #expect(findings.last?.position?.description == "1:18")
  }
}
