import NightCore
import Testing

@Suite("Findings about preferences")
struct FindingsTests {
  private func summary(_ findings: [PreferenceFinding]) -> [String] {
    findings.map {
      "\($0.kind.rawValue) \($0.place): \($0.message)" + ($0.advice.map { " | " + $0 } ?? "")
    }
  }

  @Test("If values in a config file have no effect, they are reported in the order of the text")
  func ineffective() throws {
    let preferences = try Preferences.made(
      set: "{fade: 1, app: {X: {a: 1, b: 2, c: 'bad'}}, theme: {light: 'sand'}}",
      choice: .dark,
      user: """
        {
          theme: {dark: "x", light: "sand"},
          fade: 2,
          choice: "light",
          app: {X: {b: 2, a: 5, d: 1}, Y: {a: 1}},
        }
        """,
      [(nil, "theme.dark")]
    )
    let wins = "was set to another value through nightd, and that value overrides this one"
    #expect(
      summary(preferences.findings) == [
        "locked /home/me/config.json5:2:17: theme.dark is locked by /etc/0/locks:1:1, so this value has no effect",
        "shadowed /home/me/config.json5:3:9: fade \(wins) | nightctl prefs delete fade",
        "shadowed /home/me/config.json5:4:11: choice \(wins) | nightctl prefs delete choice",
        "shadowed /home/me/config.json5:5:22: a of “X” \(wins) | nightctl prefs delete a --app X",
      ]
    )
  }

  @Test("Values that look equal but have different bytes are reported as different")
  func looks() throws {
    let preferences = try Preferences.made(
      set: "{'gtk-theme': {light: 'é'}}",
      user: "{'gtk-theme': {light: 'e\u{301}'}}"
    )
    #expect(preferences.findings.map(\.kind) == [.shadowed])
  }

  @Test(
    "The advice of a finding is one shell command, whatever the application's identifier contains",
    arguments: [
      ("org.example.Editor", "org.example.Editor"), ("my editor", "'my editor'"),
      ("it's", #"'it'\''s'"#), ("'", #"''\'''"#), ("$(id)", "'$(id)'"), ("a;b", "'a;b'"),
      ("é", "'é'"), ("a\\", "'a\\'"),
      // Swift treats the combining mark and the quotation mark as one character, but a shell does
      // not.
      ("a'\u{301};id;'", "'a'\\''\u{301};id;'\\'''"),
    ]
  )
  func advice(application: String, word: String) throws {
    var intent = Intent()
    intent.preferences = StoredPreferences.none.applying([
      PreferenceEdit(try PreferenceKey("a", of: application), 1)
    ])
    let members: [JSON.Member] = [
      .init(name: application, value: .object([.init(name: "a", value: .integer(2))]))
    ]
    let text = JSON.object([.init(name: "app", value: .object(members))]).text(pretty: true)
    let preferences = Preferences(intent, .made(user: text))
    let advice = try #require(preferences.findings.first?.advice)
    #expect(Array(advice.utf8) == Array("nightctl prefs delete a --app \(word)".utf8))
  }

  @Test("If locks have no effect, or system files have mistakes, this is reported")
  func system() throws {
    let preferences = try Preferences.made([
      ("{fade: 'x'}", "fade\nchoice\ntheme.*"), ("{", "fade\nfdae"),
    ])
    #expect(
      summary(preferences.findings) == [
        "value /etc/0/config.json5:1:8: fade takes a whole number from 0 to 10000 (milliseconds), and this is the string “x”",
        "lock /etc/0/locks:1:1: fade is also locked by /etc/1/locks:1:1, so this lock has no effect",
        "broken /etc/1/config.json5:1:2: expected a name or “}”, found the end of the text, with 1:1 still open; nothing in this file is in force",
        "lock /etc/1/locks:2:1: “fdae” is not a key that nightd knows, so this line locks only applications' keys of that name; did you mean fade?",
      ]
    )
  }

  @Test("A mistake in a stored value is reported with the command that deletes it")
  func stored() throws {
    let preferences = try Preferences.made(
      set: """
        {fade: 'x', unheard: 1, theme: {light: 5, new: {a: 1}}, format: 1,
         app: {'my app': {choice: 'purple', a: null, ok: 1, 'no key': 1, 'a.b': 1}}}
        """
    )
    #expect(preferences.findings == [])
    let takes =
      "fade takes a whole number from 0 to 10000 (milliseconds), and this is the string “x”"
    let name =
      "theme.light takes a theme's name (neither a path nor a keyword of nightctl set), "
      + "and this is 5"
    #expect(
      summary(preferences.findings(storedIn: "/s/intent.json")) == [
        "value /s/intent.json: \(takes) | nightctl prefs delete fade",
        "unknown /s/intent.json: “format” is not a key that nightd knows; nightd keeps the key but ignores it",
        "value /s/intent.json: \(name) | nightctl prefs delete theme.light",
        "unknown /s/intent.json: “theme.new” is not a key that nightd knows; nightd keeps the key but ignores it",
        "unknown /s/intent.json: “unheard” is not a key that nightd knows; nightd keeps the key but ignores it",
        "value /s/intent.json: null is not allowed: leave the name out | nightctl prefs delete a --app 'my app'",
        "unknown /s/intent.json: “my app” has “a.b”, which is not a valid key; nightd keeps the key but ignores it",
        "value /s/intent.json: choice takes light, dark or follow, and this is the string “purple” | nightctl prefs delete choice --app 'my app'",
        "unknown /s/intent.json: “my app” has “no key”, which is not a valid key; nightd keeps the key but ignores it",
      ]
    )
  }

  @Test(
    "A finding is new if its kind or its value is new, but not if only its position has changed"
  )
  func news() throws {
    let intent = try Intent.made(set: "{fade: 1}")
    func preferences(_ user: String?, _ locks: String? = nil) -> Preferences {
      Preferences(intent, .made(user: user, [(nil, locks)]))
    }
    let old = preferences("{fade: 2, fdae: 1}")
    #expect(old.news(since: preferences(nil)).map(\.kind) == [.unknown, .shadowed])
    #expect(old.news(since: old) == [])
    // A finding counts as the same if only its position in the text has changed.
    #expect(preferences("{\n fdae: 1,\n fade: 2}").news(since: old) == [])
    #expect(preferences("{fade: 3, fdae: 1}").news(since: old).map(\.kind) == [.shadowed])
    #expect(preferences("{fade: 1}").news(since: old) == [])
    #expect(preferences("{fade: 2, fdae: 1}", "fade").news(since: old).map(\.kind) == [.locked])
    #expect(preferences("{fade: 2, fade: 1}").news(since: old).map(\.kind) == [.broken])
  }

  @Test("Mistakes are reported before unknown keys, whatever their positions are")
  func mistakesFirst() throws {
    let unknown = (0..<150).map { "\"u\($0)\": 1" }.joined(separator: ", ")
    let text = "{\(unknown), \"fade\": \"x\", \"app\": {\"X\": {\"no key\": 1}}}"
    let preferences = try Preferences.made(set: text, user: text)
    for (findings, mistakes) in [
      (preferences.layers.user?.findings ?? [], 2),
      (preferences.findings(storedIn: "/s").filter { $0.file == "/s" }, 1),
    ] {
      #expect(findings.count == 101)
      #expect(findings.prefix(mistakes).allSatisfy { $0.kind == .value })
      #expect(findings.dropFirst(mistakes).allSatisfy { $0.kind == .unknown })
      #expect(findings.last?.message == "more problems were found in this file, but are not listed")
    }
  }

  @Test("If too many findings exist, mistakes are kept before unknown keys")
  func worstHidden() throws {
    let values = (0..<101).map { "a\($0): null" }.joined(separator: ", ")
    let user = "{unheard: 1, app: {X: {\(values)}}}"
    let findings = try Preferences.made(user: user).findings
    #expect(findings.count == 101)
    #expect(findings.allSatisfy { $0.kind == .value })
  }
}
