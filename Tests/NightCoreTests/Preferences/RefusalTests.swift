import NightCore
import Testing

@Suite("Refused changes of preferences")
struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let edits: [String]
    let code: RefusalCode?
    let sentence: String
    var testDescription: String { "\(edits)" }

    init(_ edits: [String], _ code: RefusalCode?, _ sentence: String = "") {
      self.edits = edits
      self.code = code
      self.sentence = sentence
    }
  }

  private static let set = """
    {fade: 5, theme: {light: "sand"}, old: 1, location: {latitude: 1},
     app: {X: {window: {width: 1}, fade: 1}, Y: {a: 1}}}
    """
  private static let locks = "theme.light\napp X window.width\napp Z *\nlocation.*"
  private static let at = "is locked by /etc/0/locks:"

  @Test(
    "A preference change is either accepted, or refused with an error code and a message",
    arguments: [
      Case(["fade = 5"], nil), Case(["fade"], nil), Case(["theme.dark"], nil),
      Case(["old"], nil),
      Case(["choice"], nil), Case(["X:choice = 'dark'"], nil), Case(["X:choice"], nil),
      Case(["Y:"], nil), Case(["nobody:"], nil), Case(["Y:anything = [1, {}]"], nil),
      Case(["old = 1"], .unknownKey, "“old” is not a key that nightd knows"),
      // A confusable identifier cannot get new values, but its existing values can be deleted.
      Case(
        ["X\u{202E}Y:choice = 'dark'"],
        .invalidValue,
        "an application's identifier must have no invisible characters, but this one has U+202E"
      ),
      Case(
        ["X\u{200B}:a = 1"],
        .invalidValue,
        "an application's identifier must have no invisible characters, but this one has U+200B"
      ),
      Case(
        ["X\u{200D}:a = 1"],
        .invalidValue,
        "an application's identifier must have no invisible characters, but this one has U+200D"
      ),
      Case(["X\u{202E}Y:choice"], nil), Case(["X\u{202E}Y:"], nil),
      Case(["X é—🌙:choice = 'dark'"], nil),
      Case(["fdae = 1"], .unknownKey, "“fdae” is not a key that nightd knows; did you mean fade?"),
      Case(["fdae"], .unknownKey, "“fdae” is not a key that nightd knows; did you mean fade?"),
      Case(["theme = 'x'"], .unknownKey, "“theme” is not a key that nightd knows"),
      // A name that only groups other keys cannot be deleted, because some of these keys may be
      // locked.
      Case(["theme"], .unknownKey, "“theme” is not a key that nightd knows"),
      Case(["location"], .unknownKey, "“location” is not a key that nightd knows"),
      Case(["app"], .unknownKey, "“app” is not a key that nightd knows"),
      Case(["app.X"], .unknownKey, "“app.X” is not a key that nightd knows"),
      Case(
        ["app.X.window.width"],
        .unknownKey,
        "“app.X.window.width” is not a key that nightd knows"
      ),
      Case(
        ["fade = 5.0"],
        .invalidValue,
        "fade takes a whole number from 0 to 10000 (milliseconds), and this is 5.0"
      ),
      Case(
        ["fade = -1"],
        .invalidValue,
        "fade takes a whole number from 0 to 10000 (milliseconds), and this is -1"
      ),
      Case(
        ["theme.dark = ''"],
        .invalidValue,
        "theme.dark takes a theme's name (neither a path nor a keyword of nightctl set), "
          + "and this is the string “”"
      ),
      Case(
        ["location.latitude = 91"],
        .invalidValue,
        "location.latitude takes a number from -90 to 90 (degrees north)"
      ),
      Case(
        ["choice = 'dark'"],
        .invalidValue,
        "choice is changed by nightctl set and can only be deleted here"
      ),
      Case(
        ["X:choice = 'system'"],
        .invalidValue,
        "choice takes light, dark or follow, and this is the string “system”"
      ),
      Case(["X:a = [[[[[[[[[]]]]]]]]]"], .limitExceeded, "a has more than 8 nested levels"),
      Case(["X:a.b.c = [[[[[[[]]]]]]]"], .limitExceeded, "a.b.c has more than 8 nested levels"),
      Case(["X:a.b.c = [[[[[[]]]]]]"], nil),
      Case(
        ["X:a = '\(String(repeating: "x", count: 65_535))'"],
        .limitExceeded,
        "a is larger than 64 KiB"
      ),
      Case(["X:a = '\(String(repeating: "x", count: 65_534))'"], nil),
      Case(["theme.light = 'x'"], .locked, "theme.light \(at)1:1"),
      Case(["theme.light = 'sand'"], .locked, "theme.light \(at)1:1"),
      Case(["theme.light"], .locked, "theme.light \(at)1:1"),
      Case(["location.latitude"], .locked, "location.latitude \(at)4:1"),
      Case(["X:window.width = 1"], .locked, "window.width of “X” \(at)2:1"),
      Case(["X:window.width.x = 1"], .locked, "window.width.x of “X” \(at)2:1"),
      Case(["X:window = {}"], .locked, "window of “X” \(at)2:1"),
      Case(["X:window"], .locked, "window of “X” \(at)2:1"),
      // A lock on a key whose value is a dictionary covers the whole dictionary.
      Case(["X:window.height = 1"], .locked, "window.height of “X” \(at)2:1"),
      Case(["Y:window.width = 1"], nil),
      Case(["Z:a = 1"], .locked, "a of “Z” \(at)3:1"),
      Case(["Z:choice = 'dark'"], .locked, "choice of “Z” \(at)3:1"),
      Case(["Z:choice"], .locked, "choice of “Z” \(at)3:1"),
      // Deleting all of Z's values does nothing, because Z has none; deleting all of X's would
      // delete a locked key.
      Case(["Z:"], nil),
      Case(["X:"], .locked, "window of “X” \(at)2:1"),
      Case(["X:fade", "X:"], .locked, "window of “X” \(at)2:1"),
      Case(["fade = 1", "theme.light = 'x'", "fdae = 1"], .locked, "theme.light \(at)1:1"),
      Case(["Y:theme.light = 'x'"], .locked, "theme.light of “Y” \(at)1:1"),
    ]
  )
  func refused(example: Case) throws {
    let preferences = try Preferences.made(set: Self.set, [(nil, Self.locks)])
    let edits = try example.edits.flatMap { try NightCoreTests.edits($0) }
    do throws(DemandRefusal) {
      _ = try preferences.checked(edits)
      #expect(example.code == nil)
    } catch {
      #expect(error.code == example.code)
      #expect(error.message == example.sentence)
    }
  }

  @Test(
    "Accepted values are converted to the types of their keys, and stay in the order of the call"
  )
  func accepted() throws {
    let preferences = try Preferences.made()
    let asked = try edits("location.latitude = 52", "X:location.latitude = 52", "fade")
    let expected = try edits("location.latitude = 52.0", "X:location.latitude = 52", "fade")
    #expect(try preferences.checked(asked) == expected)
  }

  @Test("A call that makes more than 4,096 changes is refused")
  func count() throws {
    let preferences = try Preferences.made()
    let edit = try edits("fade = 1")
    let most = Array(repeating: edit[0], count: 4_096)
    #expect(try preferences.checked(most).count == 4_096)
    let refusal = #expect(throws: DemandRefusal.self) {
      try preferences.checked(most + edit)
    }
    #expect(refusal?.code == .limitExceeded)
    #expect(refusal?.message == "a call makes at most 4096 changes")
  }

  @Test(
    "If a preference is locked, the refusal mentions the lock, even a lock in the last folder"
  )
  func lastFolder() throws {
    let preferences = try Preferences.made([(nil, "fade"), (nil, nil), (nil, "# ours\nfade")])
    let refusal = #expect(throws: DemandRefusal.self) {
      try preferences.checked(edits("fade = 1"))
    }
    #expect(refusal?.message == "fade is locked by /etc/2/locks:2:1")
  }
}
