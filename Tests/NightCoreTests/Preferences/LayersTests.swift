import NightCore
import Testing

@Suite("Layers of preferences")
struct LayersTests {
  typealias System = (config: String?, locks: String?)

  @Test("A layer's value for a key is in force if no layer above has a value for this key")
  func order() throws {
    let layers = [
      "{fade: 1}", "{app: {X: {fade: 2}}}", "{fade: 3}", "{app: {X: {fade: 4}}}", "{fade: 5}",
      "{app: {X: {fade: 6}}}", "{fade: 7}", "{app: {X: {fade: 8}}}",
    ]
    // The layers are: stored preferences, user's file, first system file and second system file.
    // Each layer has a value for the desktop and one for X.
    func made(_ present: Set<Int>) throws -> Preferences {
      func text(_ layer: Int) -> String {
        let parts = [2 * layer, 2 * layer + 1].filter(present.contains).map {
          String(layers[$0].dropFirst().dropLast())
        }
        return "{" + parts.joined(separator: ",") + "}"
      }
      return try .made(set: text(0), user: text(1), [(text(2), nil), (text(3), nil)])
    }
    for present in 0..<256 {
      let found = Set((0..<8).filter { present >> $0 & 1 == 1 })
      let preferences = try made(found)
      let desktop = [0, 2, 4, 6].first(where: found.contains).map { $0 + 1 }
      let own = [1, 3, 5, 7].first(where: found.contains).map { $0 + 1 }
      #expect(try preferences.text("fade") == "\(desktop ?? 300)")
      #expect(try preferences.text("fade", "X") == "\(own ?? desktop ?? 300)")
      #expect(try preferences.text("fade", "Y") == "\(desktop ?? 300)")
    }
  }

  @Test("The layers of a key are listed in search order, with the position of each value")
  func rows() throws {
    let preferences = try Preferences.made(
      set: "{app: {X: {fade: 1}}}",
      user: "{\n  fade: 2,\n}",
      [("{app: {X: {fade: '3'}}}", nil), ("{}", "choice\n fade")]
    )
    let rows = preferences.rows(try PreferenceKey("fade", of: "X"))
    let told = rows.map { row in
      "\(row.origin) \(row.isOwn ? "own" : "all") \(row.place)"
        + (row.value.map { " = " + $0.json.text(pretty: false) } ?? "")
        + (row.flaw.map { " (\($0))" } ?? "") + (row.lock.map { " lock " + $0 } ?? "")
        + (row.isIgnored ? " passed" : "") + (row.wins ? " wins" : "")
    }
    let flaw =
      "fade takes a whole number from 0 to 10000 (milliseconds), and this is the string “3”"
    #expect(
      told == [
        "set own  = 1 passed",
        "user own /home/me/config.json5 passed",
        "system own /etc/0/config.json5:1:18 (\(flaw)) passed",
        "system own /etc/1/config.json5 lock /etc/1/locks:2:2",
        "set all  passed",
        "user all /home/me/config.json5:2:9 = 2 passed",
        "system all /etc/0/config.json5 passed",
        "system all /etc/1/config.json5 lock /etc/1/locks:2:2",
        "registered all  = 300 wins",
      ]
    )
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let comment: String
    var set = "{}"
    var choice: Choice?
    var user: String?
    var systems: [System] = []
    var application = ""
    let name: String
    let value: String
    let origin: PreferenceOrigin?
    var testDescription: String { comment }
  }

  private static let wide = "{app: {X: {window: {width: 1, height: 2}}}}"

  @Test(
    "If a layer locks a key, the first valid value in this layer or below is in force",
    arguments: [
      Case(
        comment: "a wrong value is skipped in each layer",
        set: "{fade: -1}",
        user: "{fade: 'x'}",
        systems: [("{fade: null}", nil), ("{fade: 70000}", nil)],
        name: "fade",
        value: "300",
        origin: .registered
      ),
      Case(
        comment: "a wrong value leaves other values of the file in force",
        user: "{fade: 'x', theme: {light: 'sand'}}",
        name: "theme.light",
        value: "\"sand\"",
        origin: .user
      ),
      Case(
        comment: "a key without a default and without a value has no value",
        name: "location.longitude",
        value: "nothing",
        origin: nil
      ),
      Case(
        comment: "a whole number is accepted for a number",
        user: "{location: {latitude: 52}}",
        name: "location.latitude",
        value: "52.0",
        origin: .user
      ),
      Case(
        comment: "a set choice overrides the user's file",
        choice: .dark,
        user: "{choice: 'light'}",
        name: "choice",
        value: "\"dark\"",
        origin: .set
      ),
      Case(
        comment: "a choice among the stored preferences is ignored",
        set: "{choice: 'dark'}",
        name: "choice",
        value: "\"system\"",
        origin: .registered
      ),
      Case(
        comment: "the desktop's choice does not apply as an application's choice",
        choice: .dark,
        application: "X",
        name: "choice",
        value: "\"follow\"",
        origin: .registered
      ),
      Case(
        comment: "an application's own key does not come from the desktop",
        user: "{wild: 1}",
        application: "X",
        name: "wild",
        value: "nothing",
        origin: nil
      ),
      Case(
        comment: "coordinates belong to the desktop alone",
        user: "{location: {latitude: 1}}",
        application: "X",
        name: "location.latitude",
        value: "nothing",
        origin: nil
      ),
      Case(
        comment: "a lock in the first system folder overrides set and user values",
        set: "{fade: 1}",
        user: "{fade: 2}",
        systems: [("{fade: 3}", "fade"), ("{fade: 4}", nil)],
        name: "fade",
        value: "3",
        origin: .system
      ),
      Case(
        comment: "a lock in the second system folder also overrides the first folder",
        set: "{fade: 1}",
        user: "{fade: 2}",
        systems: [("{fade: 3}", nil), ("{fade: 4}", "fade")],
        name: "fade",
        value: "4",
        origin: .system
      ),
      Case(
        comment: "the lower of two locks decides",
        set: "{fade: 1}",
        systems: [("{fade: 3}", "fade"), ("{fade: 4}", "*")],
        name: "fade",
        value: "4",
        origin: .system
      ),
      Case(
        comment: "a lock without a value leaves the next lower value",
        set: "{fade: 1}",
        systems: [(nil, "fade"), ("{fade: 4}", nil)],
        name: "fade",
        value: "4",
        origin: .system
      ),
      Case(
        comment: "a lock without any lower value leaves the default",
        set: "{fade: 1}",
        user: "{fade: 2}",
        systems: [("{fade: 3}", nil), (nil, "fade")],
        name: "fade",
        value: "300",
        origin: .registered
      ),
      Case(
        comment: "a lock with an invalid value leaves the next lower value",
        set: "{fade: 1}",
        systems: [("{fade: 'x'}", "fade"), ("{fade: 4}", nil)],
        name: "fade",
        value: "4",
        origin: .system
      ),
      Case(
        comment: "a lock on the desktop's key also applies to applications",
        set: "{app: {X: {fade: 1}}}",
        user: "{app: {X: {fade: 2}}}",
        systems: [("{fade: 3}", "fade")],
        application: "X",
        name: "fade",
        value: "3",
        origin: .system
      ),
      Case(
        comment: "an application's value beside the lock wins over the desktop's",
        set: "{app: {X: {fade: 1}}}",
        systems: [("{app: {X: {fade: 2}}, fade: 3}", "fade")],
        application: "X",
        name: "fade",
        value: "2",
        origin: .system
      ),
      Case(
        comment: "a lock on one application leaves other applications alone",
        set: "{app: {Y: {fade: 1}}}",
        systems: [("{}", "app X fade")],
        application: "Y",
        name: "fade",
        value: "1",
        origin: .set
      ),
      Case(
        comment: "a lock on one application also overrides the desktop's set value",
        set: "{fade: 9, app: {X: {fade: 1}}}",
        systems: [("{fade: 3}", "app X fade")],
        application: "X",
        name: "fade",
        value: "3",
        origin: .system
      ),
      Case(
        comment: "a lock on one application leaves the desktop alone",
        set: "{fade: 9}",
        systems: [("{fade: 3}", "app X fade")],
        name: "fade",
        value: "9",
        origin: .set
      ),
      Case(
        comment: "a lock on the choice also ends an application's choice",
        set: "{app: {X: {choice: 'dark'}}}",
        systems: [(nil, "choice")],
        application: "X",
        name: "choice",
        value: "\"follow\"",
        origin: .registered
      ),
      Case(
        comment: "a name leads into a dictionary",
        user: wide,
        application: "X",
        name: "window.width",
        value: "1",
        origin: .user
      ),
      Case(
        comment: "a dictionary comes whole from one layer",
        set: "{app: {X: {window: {width: 9}}}}",
        user: wide,
        application: "X",
        name: "window",
        value: #"{"width":9}"#,
        origin: .set
      ),
      Case(
        comment: "a name that the upper dictionary lacks has no value",
        set: "{app: {X: {window: {width: 9}}}}",
        user: wide,
        application: "X",
        name: "window.height",
        value: "nothing",
        origin: nil
      ),
      Case(
        comment: "a locked name in a dictionary has the locked value",
        set: "{app: {X: {window: {width: 9}}}}",
        systems: [(wide, "app X window.width")],
        application: "X",
        name: "window.width",
        value: "1",
        origin: .system
      ),
      Case(
        comment: "the neighbour of a locked name has the value of the same dictionary",
        set: "{app: {X: {window: {height: 9}}}}",
        systems: [(wide, "app X window.width")],
        application: "X",
        name: "window.height",
        value: "2",
        origin: .system
      ),
      Case(
        comment: "the whole dictionary of a locked name has the locked values",
        set: "{app: {X: {window: {width: 9}}}}",
        user: "{app: {X: {window: {width: 8}}}}",
        systems: [(wide, "app X window.width")],
        application: "X",
        name: "window",
        value: #"{"height":2,"width":1}"#,
        origin: .system
      ),
      Case(
        comment: "a name below a locked name has the locked value",
        set: "{app: {X: {window: {width: 9}}}}",
        systems: [(wide, "app X window")],
        application: "X",
        name: "window.width",
        value: "1",
        origin: .system
      ),
      Case(
        comment: "a name does not lead into a date",
        user: "{app: {X: {a: {$date: '2026-11-21T07:10:00Z'}}}}",
        application: "X",
        name: "a.b",
        value: "nothing",
        origin: nil
      ),
      Case(
        comment: "a dotted name in a file is not a path",
        user: "{'theme.light': 'sand'}",
        name: "theme.light",
        value: "\"daylight\"",
        origin: .registered
      ),
    ]
  )
  func inForce(example: Case) throws {
    let preferences = try Preferences.made(
      set: example.set,
      choice: example.choice,
      user: example.user,
      example.systems
    )
    let key = try PreferenceKey(example.name, of: example.application)
    #expect(try preferences.text(example.name, example.application) == example.value)
    #expect(preferences.found(key)?.origin == example.origin)
    #expect(preferences.rows(key).count { $0.wins } == (example.origin == nil ? 0 : 1))
  }

  @Test("If a system folder is in the list twice, its locks still protect its values")
  func twice() throws {
    let folder = LayerTexts.Folder(
      config: .init(path: "/etc/config.json5", content: .bytes(Array("{fade: 5}".utf8))),
      locks: .init(path: "/etc/locks", content: .bytes(Array("fade".utf8)))
    )
    let texts = LayerTexts(user: .init(path: "", content: .missing), systems: [folder, folder])
    #expect(try Preferences(.made(set: "{fade: 1}"), Layers(texts)).text("fade") == "5")
  }

  @Test("Each list of keys or applications has only valid names, and each name once")
  func listed() throws {
    let preferences = try Preferences.made(
      set: "{app: {X: {b: 1, fade: 1}, 'a\\u0000b': {choice: 'dark'}, '': {c: 1}, Z: {}}}",
      user: "{app: {X: {a: {c: 1}, 'a.c': 2, 'no key': 3, b: 4}, 'new\\nline': {a: 1}}}",
      [("{app: {X: {c: 1}, Y: 5, '\(String(repeating: "x", count: 256))': {a: 1}}}", nil)]
    )
    let themes = ["theme.light", "theme.dark", "theme.light-high", "theme.dark-high"]
    #expect(
      preferences.keys(of: "X").map(\.name) == ["choice", "fade"] + themes + ["a", "b", "c"]
    )
    #expect(preferences.applications == ["X", "Z"])
    #expect(preferences.keys().map(\.name).first == "choice")
    #expect(preferences.keys().count == PreferenceTable.keys().count)
  }
}
