import TestSupport
import Testing

@Suite("nightctl prefs")
struct PreferenceCommandTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
  }

  /// Runs `nightctl prefs`, which must succeed, and returns its output.
  private func prefs(_ words: String) throws -> String {
    let finished = try desk.shell("$NIGHTCTL prefs " + words)
    #expect(finished.exit == .exited(0), "\(words): \(finished.errors)")
    #expect(finished.errors == "")
    return finished.output
  }

  @Test("A preference is written, read, listed and deleted")
  func ways() throws {
    #expect(try prefs("write fade 250") == "")
    #expect(try prefs("read fade") == "250\n")
    #expect(try prefs("read fade --json") == #"{"key":"fade","value":250,"revision":1}"# + "\n")
    #expect(try prefs("write location.longitude -70.6 2>/dev/null") == "")
    #expect(try prefs("write theme.dark-high midnight --json") == "{\"revision\":3}\n")
    #expect(try prefs("read theme.dark-high") == "midnight\n")
    let list = try prefs("list --origin")
    #expect(
      try GoldenText.inFile("Tests/golden/preferences/list.txt", found: list) == list,
      "make texts"
    )
    let values = try prefs("read")
    #expect(
      try GoldenText.inFile("Tests/golden/preferences/read.txt", found: values) == values,
      "make texts"
    )
    #expect(try prefs("delete fade") == "")
    #expect(try prefs("read fade") == "300\n")
  }

  /// Arguments of `write`, and the expected output of `read`.
  static let values: [(words: String, printed: String)] = [
    ("5", "5"), ("-string ''", ""), ("-bool yes", "true"), ("-bool 0", "false"),
    ("-int -9223372036854775808", "-9223372036854775808"), ("-float 1", "1.0"),
    ("-integer 5", "5"), ("-real 0.5", "0.5"), ("-boolean no", "false"),
    ("-float -1.5e3", "-1500.0"), ("-string -- -x", "-x"), ("-- -bool", "-bool"),
    ("-date 2026-11-21T07:10:00Z", #"{"$date":"2026-11-21T07:10:00Z"}"#),
    ("-data 48692A", #"{"$data":"SGkq"}"#), ("-data ''", #"{"$data":""}"#),
    ("-data base64:SGkq", #"{"$data":"SGkq"}"#), ("-array", "[]"),
    ("-array a 'b c'", #"["a","b c"]"#), ("-array '[1, true, [],]'", "[1,true,[]]"),
    ("-dict b 1 a 2", #"{"a":"2","b":"1"}"#), ("-dict", "{}"),
    ("-dict '{w: 800, $$x: {}}'", #"{"$$x":{},"w":800}"#),
  ]

  @Test("A key that an application defines accepts values of every type", arguments: values)
  func typed(words: String, printed: String) throws {
    let shown = words.hasPrefix("-") || words == "5" ? words : "-" + words
    #expect(try prefs("write some.key --app 'a b' \(shown)") == "")
    #expect(try prefs("read some.key --app 'a b'") == printed + "\n")
  }

  @Test("Reading a key that is not set exits with 1")
  func notSet() throws {
    for words in ["read location.latitude", "read k --app x", "read k --app x --json"] {
      let finished = try desk.shell("$NIGHTCTL prefs " + words)
      #expect(finished.exit == .exited(1))
      #expect(finished.output == "")
      #expect(finished.errors.contains("is not set"), "\(finished.errors)")
    }
  }

  @Test("A style for one application is set, listed and removed")
  func applications() throws {
    let set = try desk.nightctl("set", "dark", "--app", "org.example.Editor", "--json")
    #expect(set.output == #"{"app":"org.example.Editor","choice":"dark"}"# + "\n")
    try desk.nightctl("set", "follow", "--app", "x")
    try desk.nightctl("set", "light", "--app", "y z")
    #expect(try desk.nightctl("apps").output == "dark   org.example.Editor\nlight  y z\n")
    #expect(
      try desk.nightctl("apps", "--json").output
        == #"{"applications":{"org.example.Editor":"dark","y z":"light"},"themes":{}}"# + "\n"
    )
    _ = try prefs("write k v --app org.example.Editor")
    #expect(try desk.nightctl("apps", "remove", "org.example.Editor").exit == .exited(0))
    #expect(try desk.nightctl("apps").output == "light  y z\n")
    #expect(try prefs("read k --app org.example.Editor") == "v\n")
    #expect(try prefs("delete --app 'y z' --all") == "")
    #expect(try desk.nightctl("apps").output == "")
  }

  @Test(
    "An import into an empty home can be exported as the same file; a second import does nothing"
  )
  func roundTrip() throws {
    _ = try prefs("write fade 250")
    _ = try prefs("write location.latitude 52.5 2>/dev/null")
    _ = try prefs("write window -dict '{width: 800}' --app org.example.Editor")
    _ = try desk.nightctl("set", "dark", "--app", "org.example.Editor")
    let text = try prefs("export")
    try desk.home.write(text, to: "export")
    let other = try Desk()
    try other.startDaemon()
    let file = desk.home.file("export")
    let changes = try other.nightctl("prefs", "import", file, "--dry-run")
    #expect(
      changes.output == """
        + app org.example.Editor choice = "dark"
        + app org.example.Editor window = {"width":800}
        + fade = 250
        + location.latitude = 52.5

        """
    )
    #expect(try other.nightctl("prefs", "export").output == "{}\n")
    #expect(try other.nightctl("prefs", "import", file).output == "")
    #expect(try other.nightctl("prefs", "export").output == text)
    #expect(other.storedRevision == 1)
    for words in [["prefs", "import", file], ["prefs", "import", file, "--dry-run"]] {
      let finished = try Program.run(Built.nightctl, words, environment: other.environment)
      #expect(finished.output == "nothing to change\n")
    }
    #expect(other.storedRevision == 1)
  }

  @Test("A property list that `prefs export` writes can be imported again, and Python can read it")
  func propertyList() throws {
    _ = try prefs("write location.latitude 52 2>/dev/null")
    _ = try prefs("write s ' <&' --app 'a b'")
    _ = try prefs(
      "write d -dict '{$$x: [{$data: \"SGk=\"}, {$date: \"1969-12-31T23:59:59Z\"}]}' --app x"
    )
    let text = try prefs("export")
    let list = try prefs("export --format plist")
    #expect(list.hasPrefix("<?xml "))
    try desk.home.write(list, to: "list")
    #expect(try prefs("import \(desk.home.file("list"))") == "nothing to change\n")
    let other = try Desk()
    try other.startDaemon()
    #expect(try other.nightctl("prefs", "import", desk.home.file("list")).exit == .exited(0))
    #expect(try other.nightctl("prefs", "export").output == text)
    guard Tool.path("python3") != nil else { return }
    let read = "import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb')))"
    let printed = try desk.run("python3", "-c", read, desk.home.file("list")).output
    #expect(
      printed == "{'app': {'a b': {'s': ' <&'}, 'x': {'d': {'$x': [b'Hi', "
        + "datetime.datetime(1969, 12, 31, 23, 59, 59)]}}}, 'location': {'latitude': 52.0}}\n"
    )
  }

  @Test("A mistake in a property list is reported with its position or its key path")
  func mistakenList() throws {
    let head = "<plist version=\"1.0\"><dict>"
    for (body, sentence) in [
      (
        "<key>app</key><dict><key>x y</key><dict><key>choice</key><true/></dict></dict></dict></plist>",
        " (at app x y choice): choice takes light, dark or follow, and this is true"
      ),
      ("<key>fade</key><integer>x</integer></dict></plist>", ":1:"),
    ] {
      try desk.home.write(head + body, to: "list")
      let finished = try desk.nightctl("prefs", "import", desk.home.file("list"))
      #expect(finished.exit == .exited(1))
      #expect(finished.errors.hasPrefix("nightctl: " + desk.home.file("list") + sentence))
      #expect(finished.errors.hasSuffix("; nothing was changed\n"))
    }
  }

  static let imports: [(text: String, sentence: String)] = [
    ("{fade: 1,\n fad: 2}", ":2:7: “fad” is not a key that nightd knows; did you mean fade?"),
    (
      "{fade: 1",
      ":1:9: expected “,” or “}” after this value, found the end of the text, "
        + "with 1:1 still open"
    ),
    ("", ":1:1: expected a value, found an empty text"),
    ("{fade: null}", ":1:8: null is not allowed: leave the name out"),
  ]

  @Test("An import with one mistake changes nothing", arguments: imports)
  func mistaken(text: String, sentence: String) throws {
    try desk.home.write(text, to: "import")
    let file = desk.home.file("import")
    for words in ["import \(file)", "import - <\(file)", "import --dry-run --json \(file)"] {
      let finished = try desk.shell("$NIGHTCTL prefs " + words)
      #expect(finished.exit == .exited(1))
      let name = words.contains(" - ") ? "standard input" : file
      #expect(finished.errors == "nightctl: \(name)\(sentence); nothing was changed\n")
      #expect(finished.output == "")
    }
    #expect(try prefs("export") == "{}\n")
  }

  @Test("`prefs import` says why it cannot read a file", arguments: ["/nowhere", "/", "/dev/zero"])
  func unreadable(file: String) throws {
    let finished = try desk.nightctl("prefs", "import", file)
    #expect(finished.exit == .exited(1))
    let why =
      switch file {
      case "/": "Is a directory"
      case "/dev/zero": "it is larger than 32 MiB"
      default: "No such file or directory"
      }
    #expect(finished.errors == "nightctl: cannot read “\(file)”: \(why)\n")
  }
}
