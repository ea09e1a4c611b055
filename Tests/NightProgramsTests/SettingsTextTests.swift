import NightPrograms
import Testing

@Suite("Text of a settings file")
struct SettingsTextTests {
  typealias Key = SettingPlace.Key

  struct Reading: Sendable {
    let format: SettingsFormat
    let text: String
    let key: Key
    let value: String?
  }

  static let readings: [Reading] = [
    .init(format: .ini, text: "[Settings]\na=1\n", key: Key("Settings", "a"), value: "1"),
    .init(format: .ini, text: "[Settings]\na = 1 2 \r\n", key: Key("Settings", "a"), value: "1 2"),
    .init(format: .ini, text: "[Settings]\n#a=1\n;a=2\n", key: Key("Settings", "a"), value: nil),
    .init(format: .ini, text: "[S]\na=1\na=2\n", key: Key("S", "a"), value: "2"),
    .init(format: .ini, text: "[S]\na=1\n[T]\na=3\n[S]\na=2\n", key: Key("S", "a"), value: "2"),
    .init(format: .ini, text: "a=1\n[S]\na=2\n", key: Key("", "a"), value: "1"),
    .init(format: .ini, text: "[S]\na=\n", key: Key("S", "a"), value: ""),
    .init(format: .ini, text: "[S]\na=b=c", key: Key("S", "a"), value: "b=c"),
    .init(format: .ini, text: "[S]\na[$i]=1\n", key: Key("S", "a"), value: "1"),
    .init(format: .ini, text: "[S]  # x\na=1\n", key: Key("S", "a"), value: "1"),
    .init(format: .ini, text: " [S];x]\r\na=1\r\n", key: Key("S", "a"), value: "1"),
    .init(format: .ini, text: "[A][B] # x\na=1\n", key: Key("A][B", "a"), value: "1"),
    .init(format: .ini, text: "[S] x\na=1\n", key: Key("S", "a"), value: nil),
    // In GLib, KDE and Python, `[ S ]` and `[S]` are different sections; Qt merges two sections of
    // one name.
    .init(format: .ini, text: "[ S ]\na=1\n", key: Key("S", "a"), value: nil),
    .init(format: .ini, text: "\u{FEFF}[S]\na=1\n", key: Key("S", "a"), value: "1"),
    .init(format: .ini, text: "\u{FEFF}a=1\n", key: Key("", "a"), value: "1"),
    .init(format: .ini, text: "[S]\na[de]=1\n", key: Key("S", "a"), value: nil),
    .init(format: .ini, text: "[S][$i]\na=1\n", key: Key("S", "a"), value: "1"),
    .init(
      format: .ini,
      text: "[Colors:Window]\nx=1,2,3\n",
      key: Key("Colors:Window", "x"),
      value: "1,2,3"
    ),
    .init(format: .ini, text: "[A][B]\nx=1\n[A]\nx=2\n", key: Key("A][B", "x"), value: "1"),
    .init(
      format: .xsettingsd,
      text: "Net/T \"a # b\" # c\n",
      key: Key("", "Net/T"),
      value: "\"a # b\""
    ),
    .init(format: .xsettingsd, text: "Xft/DPI\t98304#c\n", key: Key("", "Xft/DPI"), value: "98304"),
    .init(format: .xsettingsd, text: "C (1, 2, 3) # c\n", key: Key("", "C"), value: "(1, 2, 3)"),
    .init(format: .xsettingsd, text: #"T "a\"b" x"#, key: Key("", "T"), value: #""a\"b""#),
    .init(format: .xresources, text: "! a: 1\na : 2\n*a: 3\n", key: Key("", "a"), value: "2"),
    .init(format: .xresources, text: "a: 1\\\n2\nb: 3\n", key: Key("", "a"), value: "1\\\n2"),
    .init(format: .xresources, text: "#define a: 1\n", key: Key("", "#define a"), value: nil),
    .init(format: .gtkrc, text: "t = \"A\" # mine\n", key: Key("", "t"), value: "\"A\""),
    .init(format: .gtkrc, text: "t='A'\n", key: Key("", "t"), value: "'A'"),
    .init(
      format: .gtkrc,
      text: "/* x\nt = \"A\"\n*/\nt = \"B\"\n",
      key: Key("", "t"),
      value: "\"B\""
    ),
    .init(format: .gtkrc, text: "/* x\nt = \"A\"\n*/\n", key: Key("", "t"), value: nil),
    .init(format: .gtkrc, text: "s = \"/*\"\nt = \"A\"\n", key: Key("", "t"), value: "\"A\""),
    .init(format: .toml, text: "a = \"1\" # c\n[S]\na = '2'\n", key: Key("S", "a"), value: "'2'"),
    .init(format: .toml, text: "[ x . 'y' ]\n\"a\" = 1\n", key: Key("x.y", "a"), value: "1"),
    .init(format: .toml, text: "a = \"#1\" # c\n", key: Key("", "a"), value: "\"#1\""),
    .init(format: .toml, text: "l = [\n  [\"S\"]\n]\na = 1\n", key: Key("", "a"), value: "1"),
    .init(
      format: .toml,
      text: "l = \"\"\"\n[S]\na = 2\n\"\"\"\na = 1\n",
      key: Key("S", "a"),
      value: nil
    ),
    .init(
      format: .toml,
      text: "l = \"\"\"\n[S]\na = 2\n\"\"\"\na = 1\n",
      key: Key("", "a"),
      value: "1"
    ),
    .init(format: .toml, text: "s = \"[\"\n[S]\na = 1\n", key: Key("S", "a"), value: "1"),
    .init(format: .toml, text: "[[S]]\na = 1\n", key: Key("S", "a"), value: nil),
    .init(
      format: .json,
      text: "{\"a\": \"1\", \"b\": {\"a\": 2}}",
      key: Key("", "a"),
      value: "\"1\""
    ),
    .init(format: .json, text: "{\"b\": {\"c\": {\"a\": 2 }}}", key: Key("b.c", "a"), value: "2"),
    .init(
      format: .json,
      text: "{ // \"a\": 1\n\"a\": true/* x */,\n}",
      key: Key("", "a"),
      value: "true"
    ),
    .init(format: .json, text: "{\"l\": [{\"a\": 1}, {}], 'a': 2}", key: Key("", "a"), value: "2"),
    .init(format: .json, text: "{\"a\": [1], \"s\": \"}\\\"\"}", key: Key("", "a"), value: nil),
    .init(format: .json, text: "{\"a\": 1", key: Key("", "a"), value: nil),
    .init(format: .word, text: "true", key: Key("", "value"), value: "true"),
    .init(format: .word, text: "\n a=b \r\n", key: Key("", "value"), value: "a=b"),
    .init(format: .word, text: " \n", key: Key("", "value"), value: nil),
    .init(format: .whole, text: "\u{FEFF}a\r\nb", key: Key("", "value"), value: "\u{FEFF}a\r\nb"),
    .init(format: .whole, text: "", key: Key("", "value"), value: nil),
  ]

  @Test(
    "A key in a settings file is read as its program would read it",
    arguments: readings
  )
  func reads(reading: Reading) {
    let text = SettingsText(reading.text, reading.format)
    #expect(text.value(reading.key) == reading.value)
    #expect(text.text.utf8.elementsEqual(reading.text.utf8))
  }

  struct Writing: Sendable {
    let format: SettingsFormat
    let before: String
    let key: Key
    let value: String?
    let after: String
  }

  static let writings: [Writing] = [
    .init(format: .ini, before: "", key: Key("S", "a"), value: "1", after: "[S]\na=1\n"),
    .init(
      format: .ini,
      before: "# c\r\n[S]\r\na = 0\r\nb=2\r\n",
      key: Key("S", "a"),
      value: "1",
      after: "# c\r\n[S]\r\na = 1\r\nb=2\r\n"
    ),
    .init(
      format: .ini,
      before: "[S]\r\nb=2\r\n\r\n[T]\r\nc=3",
      key: Key("S", "a"),
      value: "1",
      after: "[S]\r\nb=2\r\na=1\r\n\r\n[T]\r\nc=3"
    ),
    .init(
      format: .ini,
      before: "[T]\nc=3",
      key: Key("S", "a"),
      value: "1",
      after: "[T]\nc=3\n\n[S]\na=1\n"
    ),
    .init(
      format: .ini,
      before: "[S]\nb=2",
      key: Key("S", "a"),
      value: "1",
      after: "[S]\nb=2\na=1\n"
    ),
    .init(format: .ini, before: "[S]\n", key: Key("", "a"), value: "1", after: "a=1\n[S]\n"),
    .init(format: .word, before: "", key: Key("", "value"), value: "1", after: "1\n"),
    .init(format: .word, before: " 0", key: Key("", "value"), value: "1", after: " 1"),
    .init(format: .word, before: "0\r\n", key: Key("", "value"), value: nil, after: ""),
    .init(format: .whole, before: "a\r\n\r\n", key: Key("", "value"), value: "b\nc", after: "b\nc"),
    .init(format: .whole, before: "", key: Key("", "value"), value: "b", after: "b"),
    .init(format: .whole, before: "a\n", key: Key("", "value"), value: nil, after: ""),
    .init(
      format: .ini,
      before: "\u{FEFF}[S] # x\n",
      key: Key("S", "a"),
      value: "1",
      after: "\u{FEFF}[S] # x\na=1\n"
    ),
    .init(
      format: .ini,
      before: "\u{FEFF}[S]\n",
      key: Key("", "a"),
      value: "1",
      after: "\u{FEFF}a=1\n[S]\n"
    ),
    .init(format: .ini, before: "[S]\na=\n", key: Key("S", "a"), value: "1", after: "[S]\na=1\n"),
    .init(
      format: .ini,
      before: "[S]\na=1\na=2\n",
      key: Key("S", "a"),
      value: "3",
      after: "[S]\na=1\na=3\n"
    ),
    .init(
      format: .ini,
      before: "[S]\na=1\nb=2\na=2\n",
      key: Key("S", "a"),
      value: nil,
      after: "[S]\nb=2\n"
    ),
    .init(
      format: .ini,
      before: "[S]\na[$e]=1\n",
      key: Key("S", "a"),
      value: "2",
      after: "[S]\na[$e]=2\n"
    ),
    .init(
      format: .ini,
      before: "[A]\nx=1\n",
      key: Key("A][B", "x"),
      value: "2",
      after: "[A]\nx=1\n\n[A][B]\nx=2\n"
    ),
    .init(
      format: .ini,
      before: "[S]\na=1\n",
      key: Key("S", "a"),
      value: "2\nb=3",
      after: "[S]\na=1\n"
    ),
    .init(
      format: .xsettingsd,
      before: "T \"A\" # c\n",
      key: Key("", "T"),
      value: "\"B\"",
      after: "T \"B\" # c\n"
    ),
    .init(
      format: .xsettingsd,
      before: "U 1",
      key: Key("", "T"),
      value: "\"B\"",
      after: "U 1\nT \"B\"\n"
    ),
    .init(
      format: .xresources,
      before: "a:\t1\n! x\n",
      key: Key("", "a"),
      value: "2",
      after: "a:\t2\n! x\n"
    ),
    .init(
      format: .xresources,
      before: "b: 1\\\n2",
      key: Key("", "a"),
      value: "2",
      after: "b: 1\\\n2\na: 2\n"
    ),
    .init(
      format: .gtkrc,
      before: "t=\"A\" # c\n",
      key: Key("", "t"),
      value: "\"B\"",
      after: "t=\"B\" # c\n"
    ),
    .init(
      format: .gtkrc,
      before: "include \"x\"\n",
      key: Key("", "t"),
      value: "\"B\"",
      after: "include \"x\"\nt = \"B\"\n"
    ),
    .init(
      format: .toml,
      before: "l = [\n  [\"S\"]\n]\n\n[S]\nb = 1",
      key: Key("S", "a"),
      value: "2",
      after: "l = [\n  [\"S\"]\n]\n\n[S]\nb = 1\na = 2\n"
    ),
    .init(
      format: .toml,
      before: "l = [\n  [\"S\"]\n]\n\n[S]\nb = 1\n",
      key: Key("", "a"),
      value: "2",
      after: "l = [\n  [\"S\"]\n]\na = 2\n\n[S]\nb = 1\n"
    ),
    .init(format: .json, before: "", key: Key("", "a"), value: "1", after: "{\n  \"a\": 1\n}\n"),
    .init(format: .json, before: "{}", key: Key("", "a"), value: "1", after: "{\n  \"a\": 1\n}"),
    .init(
      format: .json,
      before: "{\r\n\t\"b\": 2 // c\r\n}\r\n",
      key: Key("", "a"),
      value: "1",
      after: "{\r\n\t\"a\": 1,\r\n\t\"b\": 2 // c\r\n}\r\n"
    ),
    .init(
      format: .json,
      before: "{\"a\":\"1\",\"b\":2}",
      key: Key("", "a"),
      value: "\"3\"",
      after: "{\"a\":\"3\",\"b\":2}"
    ),
    .init(
      format: .json,
      before: "{ // c\n}",
      key: Key("", "a"),
      value: "1",
      after: "{ \"a\": 1 // c\n}"
    ),
    .init(
      format: .json,
      before: "// c",
      key: Key("", "a"),
      value: "1",
      after: "// c\n{\n  \"a\": 1\n}\n"
    ),
    .init(
      format: .toml,
      before: "a = 'c:\\' # x\n",
      key: Key("", "a"),
      value: "'1'",
      after: "a = '1' # x\n"
    ),
    .init(
      format: .json,
      before: "{\"b\":2}",
      key: Key("x.y", "a"),
      value: "1",
      after: "{\"x\": { \"y\": { \"a\": 1 } }, \"b\":2}"
    ),
    .init(
      format: .json,
      before: "{\n  \"x\": {},\n}\n",
      key: Key("x", "a"),
      value: "1",
      after: "{\n  \"x\": {\n    \"a\": 1\n  },\n}\n"
    ),
    .init(
      format: .json,
      before: "{\n  \"b\": 2,\n  \"a\": 1\n}",
      key: Key("", "a"),
      value: nil,
      after: "{\n  \"b\": 2\n}"
    ),
    .init(
      format: .json,
      before: "{\n  \"a\": 1, // c\n  \"b\": 2\n}",
      key: Key("", "a"),
      value: nil,
      after: "{\n  // c\n  \"b\": 2\n}"
    ),
    .init(
      format: .json,
      before: "{\"b\": {}, // c\n \"a\": 1\n}",
      key: Key("", "a"),
      value: nil,
      after: "{\"b\": {} // c\n}"
    ),
    .init(format: .json, before: "{\"a\": 1}", key: Key("", "a"), value: nil, after: "{}"),
    .init(
      format: .json,
      before: "{\n  // mine\n  \"a\": 1\n}\n",
      key: Key("", "a"),
      value: nil,
      after: "{\n  // mine\n}\n"
    ),
    .init(
      format: .json,
      before: "{\n  \"b\": 1, // mine\n  \"a\": 1\n}\n",
      key: Key("", "a"),
      value: nil,
      after: "{\n  \"b\": 1 // mine\n}\n"
    ),
    .init(
      format: .json,
      before: "{\n  \"b\": 1 // mine\n  , \"a\": 1 }",
      key: Key("", "a"),
      value: nil,
      after: "{\n  \"b\": 1 // mine\n   }"
    ),
    .init(
      format: .json,
      before: "{\"a\": [1]}",
      key: Key("", "a"),
      value: "1",
      after: "{\"a\": [1]}"
    ),
    .init(format: .json, before: "{\"x\": 1}", key: Key("x", "a"), value: "1", after: "{\"x\": 1}"),
    .init(format: .json, before: "{\"x\": 1", key: Key("", "a"), value: "1", after: "{\"x\": 1"),
  ]

  @Test(
    "If a settings file's text leaves no safe way to set a key, nightd does not change the file",
    arguments: [
      (SettingsFormat.json, "", "", nil), (.json, " // c\n", "", nil), (.json, "{}", "x", nil),
      (
        .json, "{\"a\": 1", "",
        "it is not valid JSON (1:8: expected “,” or “}” after this value, found the end of the text, with 1:1 still open)"
      ),
      (.json, "[]", "", "it is not valid JSON (1:1: expected an object)"),
      (.json, "{\"x\": 1}", "x", "it has a value of the wrong kind for “x”"),
      (.json, "{\"x\": [1]}", "x.y", "it has a value of the wrong kind for “x”"),
      (.json, "{\"a\": {}}", "", "it has a value of the wrong kind for “a”"),
      (.toml, "[x]\n", "x", nil), (.toml, "y.x.a = 1\n", "x", nil),
      (.toml, "x.b = 1\n", "x", "it sets “x.b” outside a table"),
      (.toml, "x = { b = 1 }\n", "x", "it sets “x” in another way"),
      (.toml, "[y]\nx = { b = 1 }\n", "y.x", "it sets “y.x” in another way"),
      (.toml, "[x.c]\nb = 1\n", "x", nil), (.toml, "[ 'x' . \"y\" ]\n", "x.y", nil),
      (.toml, "x.a = 1\n", "x", "it sets “x.a” in another way"),
      (.toml, "[[x]]\nb = 1\n", "x", "“x” is a list of tables in it"),
      (.toml, "[a]\n", "", "“a” is a table in it"),
      (.toml, "\"\\u0061\" = 1\n", "", "it has a name with a backslash"),
      (.json, "{\"x.y\": {\"a\": 1}, \"x\": {\"y\": {\"a\": 2}}}", "x.y", nil),
      (.toml, "a = { b = 1 }\n", "", "it has a list, a table or a multi-line string for “a”"),
      (.toml, "a = [\n1]\n", "", "it has a list, a table or a multi-line string for “a”"),
      (.toml, "a = \"\"\"b\"\"\"\n", "", "it has a list, a table or a multi-line string for “a”"),
      (.toml, "a = '''b'''\n", "", "it has a list, a table or a multi-line string for “a”"),
      (.toml, "a = \"\"\n", "", nil),
    ] as [(SettingsFormat, String, String, String?)]
  )
  func flaws(format: SettingsFormat, text: String, group: String, flaw: String?) {
    #expect(SettingsText.flaw(in: text, format, [Key(group, "a")]) == flaw)
  }

  @Test("Each key of a JSON text is listed once, whatever the objects in it are called")
  func unique() {
    let text = #"{"a.b": {"k": 1}, "a": {"b": {"k": 2}}, "": {"k": 3}, "k": 4, "l": [{"k": 5}]}"#
    let values = SettingsText(text, .json).values
    #expect(values.map(\.key) == [Key("a.b", "k"), Key("", "k")])
    #expect(values.map(\.value) == ["2", "4"])
  }

  @Test("If a key in a JSON text is restored, the objects that nightd added for it are removed")
  func restoresJSON() {
    let user = SettingsText("{\n  \"a\": 1,\n  \"y\": {}\n}\n", .json)
    var text = user
    text.set(Key("", "a"), "2")
    text.set(Key("x.y", "b"), "3")
    text.set(Key("y", "b"), "4")
    for key in [Key("", "a"), Key("x.y", "b"), Key("y", "b")] {
      text.restore(key, text.value(key), from: user)
    }
    #expect(text.text == "{\n  \"a\": 1,\n  \"y\": {}\n}\n")
  }

  @Test("Setting a key changes no other part of the settings file", arguments: writings)
  func sets(writing: Writing) {
    var text = SettingsText(writing.before, writing.format)
    text.set(writing.key, writing.value)
    #expect(text.text.utf8.elementsEqual(writing.after.utf8), "\(text.text)")
    // Reading the text again gives the same lines.
    var again = SettingsText(text.text, writing.format)
    again.set(writing.key, text.value(writing.key))
    #expect(again.text.utf8.elementsEqual(writing.after.utf8))
  }

  @Test("The line number of a key in a settings file includes continued lines")
  func lines() {
    let text = SettingsText("[S]\na=1\n\na=2\n[T]\na=3\n", .ini)
    #expect(text.lineNumbers(Key("S", "a")) == [2, 4])
    #expect(text.lineNumbers(Key("S", "b")).isEmpty)
    #expect(SettingsText("b: 1\\\n2\na: 3\n", .xresources).lineNumbers(Key("", "a")) == [3])
  }

  @Test(
    "Restoring a key keeps a comment that the user added to the line",
    arguments: [
      (SettingsFormat.toml, "a = \"x\"\n", "a = \"n\" # why\n", "a = \"x\" # why\n"),
      (.gtkrc, "a = \"x\"\n", "a = \"n\" # why\n", "a = \"x\" # why\n"),
      (.xsettingsd, "a \"x\"\n", "a \"n\" # why\n", "a \"x\" # why\n"),
      (.toml, "a = \"x\" # why\n", "a = \"n\"\n", "a = \"x\" # why\n"),
    ]
  )
  func comments(format: SettingsFormat, users: String, now: String, restored: String) {
    var text = SettingsText(now, format)
    text.restore(Key("", "a"), "\"n\"", from: SettingsText(users, format))
    #expect(text.text == restored)
  }

  @Test("Restoring a key brings back its earlier line, and removes a section that nightd added")
  func restores() {
    let user = SettingsText("[S]\na  =  1\n", .ini)
    var text = user
    text.set(Key("S", "a"), "2")
    text.set(Key("T", "b"), "3")
    text.set(Key("S", "c"), "4")
    text.restore(Key("S", "a"), text.value(Key("S", "a")), from: user)
    text.restore(Key("T", "b"), text.value(Key("T", "b")), from: user)
    #expect(text.text == "[S]\na  =  1\nc=4\n")
  }

  @Test(
    "A section that nightd added is removed even if the user added a comment to it",
    arguments: [SettingsFormat.ini, .toml]
  )
  func note(format: SettingsFormat) {
    let user = SettingsText("a = 1\n", format)
    var text = user
    text.set(Key("T", "b"), "3")
    text = SettingsText(text.text + "\n# mine\n", format)
    text.restore(Key("T", "b"), "3", from: user)
    #expect(text.text == "a = 1\n\n# mine\n")
  }
}
