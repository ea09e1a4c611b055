import NightCore
import Testing

@Suite("The tree of preferences")
struct PreferenceTreeTests {
  private func edits(_ text: String) throws -> [PreferenceEdit] {
    try PreferenceTree(JSONReader.read(Array(text.utf8))).edits
  }

  @Test(
    "A preference tree nests the desktop's dotted keys, and keeps applications' dictionaries whole"
  )
  func nested() throws {
    let text = """
      {
        format: 1,
        theme: {light: "x", "dark-high": "y"}, location: {latitude: 52},
        app: {"org.example.Editor": {choice: "dark", fade: 0, window: {width: 800}}, "a b": {}},
      }
      """
    let editor = "org.example.Editor"
    let window = try #require(
      PreferenceValue.dictionary(unordered: [.init(name: "width", value: 800)])
    )
    #expect(
      try edits(text) == [
        PreferenceEdit(PreferenceKey("choice", of: editor), "dark"),
        PreferenceEdit(PreferenceKey("fade", of: editor), 0),
        PreferenceEdit(PreferenceKey("window", of: editor), window),
        // The whole number becomes a double because the key's type is a double.
        PreferenceEdit(PreferenceKey("location.latitude"), .double(52)),
        PreferenceEdit(PreferenceKey("theme.dark-high"), "y"),
        PreferenceEdit(PreferenceKey("theme.light"), "x"),
      ]
    )
    #expect(try edits("{}") == [])
  }

  @Test(
    "Names that contain dollar signs survive reading and writing a preference tree",
    arguments: ["$y", "$$x", "$date", "a.b", "$"]
  )
  func dollars(application: String) throws {
    let text = #"{"app":{"\#(application)":{"k":{"$$y":{"$date":"2026-11-21T07:10:00Z"}}}}}"#
    let node = try JSONReader.read(Array(text.utf8))
    let value = PreferenceValue.dictionary([.init(name: "$y", value: .date(seconds: 1_795_245_000))]
    )
    let edits = [PreferenceEdit(try PreferenceKey("k", of: application), value)]
    #expect(try PreferenceTree(node).edits == edits)
    let tree = try PreferenceTree.value(node)
    #expect(tree.value(at: ["app", application, "k"]) == value)
    #expect(PreferenceTree.json(tree).text(pretty: false) == text)
  }

  private func names(_ flaw: Flaw) -> [String]? {
    guard case .names(let names, _) = flaw.location else { return nil }
    return names
  }

  @Test("A tag such as $date is rejected where a dictionary is expected")
  func dates() throws {
    for name in ["app", "theme"] {
      let tree = PreferenceValue.dictionary([.init(name: name, value: .date(seconds: 0))])
      let flaw = try #require(throws: Flaw.self) {
        try PreferenceTree(JSONNode(PreferenceTree.json(tree)))
      }
      #expect(names(flaw) == [name] && flaw.message.contains("expected a dictionary"))
    }
  }

  @Test(
    "An import accepts a value that another version stored, as long as the value is unchanged",
    arguments: [
      ("{tomorrow: {b: null, a: [1]}, fade: 5}", ["tomorrow"]),
      ("{theme: {noon: 'x'}}", ["theme", "noon"]),
      ("{theme: 'x'}", ["theme"]),
      ("{app: {x: {choice: 'purple', k: 1}}}", ["app", "x", "choice"]),
      ("{app: {x: {'a b': 1}}}", ["app", "x", "a b"]), ("{app: {x: 1}}", ["app", "x"]),
      ("{fade: -1}", ["fade"]), ("{app: 5}", ["app"]),
    ]
  )
  func snapshot(text: String, path: [String]) throws {
    let node = try JSONReader.read(Array(text.utf8))
    guard case .object(let members) = node.plain else { return }
    let tree = try PreferenceTree(node, beside: StoredPreferences(members))
    #expect(tree.keptFlaws.map(names) == [path])
    let changed = text.replacing("1", with: "2").replacing("'x'", with: "'y'")
    let other = try JSONReader.read(Array(changed.replacing("purple", with: "mauve").utf8))
    #expect(throws: Flaw.self) { try PreferenceTree(node) }
    guard text != "{app: 5}" else { return }
    #expect(throws: Flaw.self) {
      try PreferenceTree(other, beside: StoredPreferences(members))
    }
  }

  static let flaws: [(text: String, place: String, message: String)] = [
    ("[]", "1:1", "expected a dictionary of preferences"),
    (
      "{ fad: 1 }", "1:8",
      "“fad” is not a key that nightd knows; did you mean fade?"
    ),
    (
      "{\n fade: -1 }", "2:8",
      "fade takes a whole number from 0 to 10000 (milliseconds), and this is -1"
    ),
    (
      "{ 'theme.light': 'x' }", "1:18",
      "a name here must not contain dots: expected a dictionary for each part of the name"
    ),
    ("{ theme: 'x' }", "1:10", "theme contains other keys: expected a dictionary"),
    ("{ format: 2 }", "1:11", "“format” is not a key that nightd knows"),
    (
      "{ app: 1 }", "1:8", "expected a dictionary with a member for each application"
    ),
    (
      "{ app: {x: 1} }", "1:12",
      "expected an application's name, and a dictionary with its preferences"
    ),
    (
      "{ app: {'': {}} }", "1:13",
      "expected an application's name, and a dictionary with its preferences"
    ),
    (
      "{ app: {x: {'a b': 1}} }", "1:20",
      "“a b” is not a key: a key has letters, digits, - and _, in parts with dots between them"
    ),
    (
      "{ app: {x: {'a.b': 1}} }", "1:20",
      "a name here must not contain dots: expected a dictionary for each part of the name"
    ),
    (
      "{ app: {x: {choice: 'purple'}} }", "1:21",
      "choice takes light, dark or follow, and this is the string “purple”"
    ),
    ("{ fade: null }", "1:9", "null is not allowed: leave the name out"),
    ("{ app: {x: {k: {$a: 1, b: 2}}} }", "1:16", "a tag must be the only member of its object"),
  ]

  @Test(
    "If an imported preference tree has a mistake, it is rejected with the mistake's position",
    arguments: flaws
  )
  func flawed(text: String, place: String, message: String) throws {
    let node = try JSONReader.read(Array(text.utf8))
    let flaw = try #require(throws: Flaw.self) { try PreferenceTree(node) }
    #expect(flaw.message == message)
    #expect("\(flaw)" == "\(place): \(message)")
  }
}
