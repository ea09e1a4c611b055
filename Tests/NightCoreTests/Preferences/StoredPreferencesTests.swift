import NightCore
import TestSupport
import Testing

@Suite("Stored preferences")
struct StoredPreferencesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let edits: [String]
    let after: String
    var testDescription: String { "\(before) \(edits)" }

    init(_ before: String, _ edits: [String], _ after: String) {
      self.before = before
      self.edits = edits
      self.after = after
    }
  }

  @Test(
    "A preference edit makes the dictionaries that it needs, and removes those that it empties",
    arguments: [
      Case("{}", ["fade = 1"], #"{"fade":1}"#),
      Case("{}", ["fade"], "{}"),
      Case("{fade: 1}", ["fade = 2"], #"{"fade":2}"#),
      Case("{fade: 1}", ["fade"], "{}"),
      Case(
        "{}",
        ["theme.light = 'a'", "theme.dark = 'b'"],
        #"{"theme":{"dark":"b","light":"a"}}"#
      ),
      Case("{theme: {light: 'a'}}", ["theme.light"], "{}"),
      Case("{theme: {light: 'a', dark: 'b'}}", ["theme.light"], #"{"theme":{"dark":"b"}}"#),
      Case("{}", ["X:a.b.c = 1"], #"{"app":{"X":{"a":{"b":{"c":1}}}}}"#),
      Case("{app: {X: {a: {b: {c: 1}}}}}", ["X:a.b.c"], "{}"),
      Case("{app: {X: {a: {b: {c: 1}}}, Y: {a: 1}}}", ["X:a.b.c"], #"{"app":{"Y":{"a":1}}}"#),
      Case("{app: {X: {a: 1, b: 2}, Y: {a: 1}}}", ["X:"], #"{"app":{"Y":{"a":1}}}"#),
      Case("{app: {X: {a: 1}}, fade: 1}", ["X:"], #"{"fade":1}"#),
      Case("{fade: 1}", ["X:", "X:a", "X:a.b"], #"{"fade":1}"#),
      // An empty dictionary is kept if it was set explicitly.
      Case("{}", ["X:a = {}"], #"{"app":{"X":{"a":{}}}}"#),
      Case("{app: {X: {a: {}}}}", ["X:a.b"], #"{"app":{"X":{"a":{}}}}"#),
      Case("{app: {X: {a: {b: {}}}}}", ["X:a.b.c"], #"{"app":{"X":{"a":{"b":{}}}}}"#),
      Case("{app: {X: {}}}", ["X:a"], #"{"app":{"X":{}}}"#),
      Case("{app: {X: {a: {}}}}", ["X:a.b = 1"], #"{"app":{"X":{"a":{"b":1}}}}"#),
      // A tag such as $date is a single value: no key can name a part of the tag, and an edit
      // replaces all of it.
      Case("{app: {X: {a: {$data: 'SGk='}}}}", ["X:a.b"], #"{"app":{"X":{"a":{"$data":"SGk="}}}}"#),
      Case("{app: {X: {a: {$data: 'SGk='}}}}", ["X:a.b = 1"], #"{"app":{"X":{"a":{"b":1}}}}"#),
      Case("{app: {X: {a: 5}}}", ["X:a.b"], #"{"app":{"X":{"a":5}}}"#),
      Case("{app: {X: {a: 5}}}", ["X:a.b = 1"], #"{"app":{"X":{"a":{"b":1}}}}"#),
      Case(
        "{app: 5, theme: 'x'}",
        ["X:a = 1", "theme.dark = 'b'"],
        #"{"app":{"X":{"a":1}},"theme":{"dark":"b"}}"#
      ),
      Case(
        "{app: {X: {a: {$$data: 'x'}}}}",
        ["X:a.b = 1"],
        #"{"app":{"X":{"a":{"$$data":"x","b":1}}}}"#
      ),
      // If a call edits a key several times, the last edit counts.
      Case("{}", ["fade = 1", "fade = 2"], #"{"fade":2}"#),
      Case("{}", ["fade = 1", "fade"], "{}"),
      Case("{unheard: {of: 1}}", ["fade = 1"], #"{"fade":1,"unheard":{"of":1}}"#),
      // Names with different bytes are different, even if they look equal.
      Case(
        "{}",
        ["é:a = 1", "e\u{301}:a = 2"],
        "{\"app\":{\"e\u{301}\":{\"a\":2},\"é\":{\"a\":1}}}"
      ),
    ]
  )
  func apply(example: Case) throws {
    let before = try StoredPreferences(text: example.before)
    let edits = try example.edits.flatMap { try NightCoreTests.edits($0) }
    let after = before.applying(edits)
    #expect(after.line == example.after)
    #expect(after == (try StoredPreferences(text: example.after)))
    #expect(before.line == (try StoredPreferences(text: example.before)).line)
  }

  @Test("In any order, the same edits give the same text, which is read back unchanged")
  func anyOrder() throws {
    var random = SplitMix64(seed: 4)
    let all = try (0..<200).map { index in
      PreferenceEdit(
        try PreferenceKey("k\(index % 40).x\(index)", of: "app \(index % 7)"),
        .string("é\u{2028}\"\(index)")
      )
    }
    let text = StoredPreferences.none.applying(all).document
    for _ in 0..<10 {
      var stored = StoredPreferences.none
      var rest = all.shuffled(using: &random)
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...50, using: &random))
        stored = stored.applying(Array(rest.prefix(count)))
        rest.removeFirst(count)
      }
      #expect(stored.document == text)
    }
    #expect(try StoredPreferences(text: text).document == text)
    #expect(try StoredPreferences(text: text) == StoredPreferences.none.applying(all))
  }

  @Test("Several edits in one call have the same result as the same edits in separate calls")
  func together() throws {
    var random = SplitMix64(seed: 9)
    // With few names, edits often hit the same name, or set and delete its parents or children.
    let keys = ["a", "b", "d", "d.a", "d.b", "d.c", "d.c.a", "d.c.b", "e.c.a"]
    for _ in 0..<500 {
      let edits = try (0..<Int.random(in: 2...12, using: &random)).map { index in
        let key = try PreferenceKey(
          keys.randomElement(using: &random) ?? "",
          of: Bool.random(using: &random) ? "X" : "Y"
        )
        let isSet = Int.random(in: 0..<4, using: &random) > 0
        return PreferenceEdit(key, isSet ? .integer(Int64(index)) : nil)
      }
      let before = StoredPreferences.none.applying(Array(edits.shuffled(using: &random).prefix(5)))
      let single = edits.reduce(before) { $0.applying([$1]) }
      #expect(before.applying(edits).line == single.line, "\(edits)")
    }
  }

  @Test(
    "Strings that look equal but have different bytes are different values, and so are 0 and -0"
  )
  func lookEqual() throws {
    let pairs = [("'é'", "'e\u{301}'"), ("0.0", "-0.0"), ("1", "1.0"), ("['é']", "['e\u{301}']")]
    for (left, right) in pairs {
      let one = StoredPreferences.none.applying(try edits("X:a = \(left)"))
      let other = StoredPreferences.none.applying(try edits("X:a = \(right)"))
      #expect(one != other)
      #expect(one.applying(try edits("X:a = \(right)")) == other)
    }
  }

  private func refusal(_ stored: StoredPreferences, _ edits: [PreferenceEdit]) -> String? {
    var intent = Intent()
    intent.preferences = stored
    var keeper = Keeper(intent, at: .minute(0))
    let effects = keeper.handle(.asked(.prefer(edits, ifRevision: nil), ReplyID(1)), at: .minute(1))
    guard case .refuse(_, let code, let why)? = effects.first else { return nil }
    return "\(code.rawValue): \(why)"
  }

  private static let tooMany =
    "LimitExceeded: at most 4096 preferences can be set; remove some of them first"

  @Test("At most 4,096 values are accepted, and each member of a dictionary counts as one value")
  func keys() throws {
    let members = (0..<64).map { PreferenceValue.Member(name: "m\(10 + $0)", value: .bool(true)) }
    let full = StoredPreferences.none.applying(
      try (0..<64).map {
        PreferenceEdit(try PreferenceKey("k\($0)", of: "X"), .dictionary(members))
      }
    )
    #expect(refusal(full, try edits("X:another = 1")) == Self.tooMany)
    #expect(refusal(full, try edits("X:k0.another = 1")) == Self.tooMany)
    #expect(refusal(full, try edits("fade = 1")) == Self.tooMany)
    #expect(refusal(full, try edits("X:k0.m10 = 1")) == nil)
    #expect(refusal(full, try edits("X:k0.m10", "fade = 1")) == nil)
    #expect(refusal(full, try edits("X:k0 = {}", "fade = 1", "X:other = 1")) == nil)
    // If a count is already above the limit, it may shrink or stay the same, but not grow.
    let over = full.applying(try edits("X:another = 1", "X:yet = 2"))
    #expect(refusal(over, try edits("X:yet = 3")) == nil)
    #expect(refusal(over, try edits("X:yet")) == nil)
    #expect(refusal(over, try edits("X:third = 3")) == Self.tooMany)
  }

  @Test("The count of preferences is still correct after thousands of edits")
  func drift() throws {
    var stored = StoredPreferences.none
    for _ in 0..<4_200 {
      stored = stored.applying(try edits("X:a = {}"))
      stored = stored.applying(try edits("X:a.b = 1"))
    }
    #expect(refusal(stored, try edits("X:another = 1")) == nil)
    for _ in 0..<4_200 {
      stored = stored.applying(try edits("X:c = 5", "X:c.d = 5", "X:c"))
    }
    #expect(refusal(stored, try edits("X:another = 1")) == nil)
  }

  @Test("The largest possible set of preferences fits into 4 MiB and is read back unchanged")
  func section() throws {
    let long = String(repeating: "\"", count: 240)
    let part = String(repeating: "p", count: 30)
    var stored = StoredPreferences.none
    var accepted = 0
    let name = [String](repeating: part, count: 8).joined(separator: ".")
    // Apply many edits at once, because each call copies all preferences.
    for start in stride(from: 0, to: 4_096, by: 64) {
      let edits = try (start..<start + 64).map { index in
        PreferenceEdit(try PreferenceKey(name, of: "\(1_000 + index)" + long), .integer(1))
      }
      if start >= 2_496, let last = edits.last {
        guard refusal(stored, [last]) == nil else { break }
      }
      stored = stored.applying(edits)
      accepted += edits.count
    }
    var intent = Intent()
    intent.preferences = stored
    let bytes = IntentFile.bytes(intent)
    #expect(bytes.count <= 4 << 20)
    #expect(accepted > 2_500)
    #expect(try IntentFile.intent(bytes) == intent)
  }

  @Test("The limit of 4,032 KiB applies to the bytes that the preferences take up in the file")
  func sectionBytes() throws {
    // In the file, this character needs two bytes, but a worst-case estimate would count more.
    let text = String(repeating: "°", count: 32_000)
    let stored = StoredPreferences.none.applying(
      try (0..<64).map { index in
        PreferenceEdit(try PreferenceKey("k\(index)", of: "X"), .string(text))
      }
    )
    #expect(refusal(stored, try edits("X:more = 1")) == nil)
    #expect(
      refusal(stored, try edits("X:more = '\(String(repeating: "x", count: 60_000))'"))
        == "LimitExceeded: all preferences together take at most 4032 KiB; remove some of them first"
    )
    #expect(refusal(stored, try edits("X:k1 = 1")) == nil)
  }

  @Test("Too many values are refused, whether in a single key or in all keys together")
  func values() throws {
    func list(_ count: Int) -> String {
      "[" + [String](repeating: "1", count: count).joined(separator: ",") + "]"
    }
    let preferences = try Preferences.made()
    let refused = #expect(throws: DemandRefusal.self) {
      try preferences.checked(edits("X:a = \(list(25_000))"))
    }
    #expect(refused?.code == .limitExceeded)
    #expect(refused?.message == "a holds more than 50000 values")
    let most = try (0..<5).map { index in
      try #require(try edits("X:k\(index) = \(list(index < 4 ? 24_999 : 19_988))").first)
    }
    #expect(try preferences.checked(most).count == 5)
    // Five edits of five values each, together with the lists around them, make 239,998 values.
    #expect(refusal(.none, most) == nil)
    let stored = StoredPreferences.none.applying(most)
    #expect(
      refusal(stored, try edits("X:more = 1"))
        == "LimitExceeded: all preferences together hold at most 240000 values; "
        + "remove some of them first"
    )
    #expect(refusal(stored, try edits("X:k1 = 1", "X:more = 1")) == nil)
    let data = PreferenceValue.data([UInt8](repeating: 7, count: 48_000))
    let key = try PreferenceKey("data", of: "X")
    #expect(try preferences.checked([PreferenceEdit(key, data)]).count == 1)
    let four = try (0..<5).map { PreferenceEdit(try PreferenceKey("d\($0)", of: "X"), data) }
    #expect(refusal(.none, Array(four.dropLast())) == nil)
    #expect(refusal(.none, four)?.contains("hold at most 240000 values") == true)
  }

  @Test("A dictionary can have at most 64 KiB, whether it is stored as a whole or in parts")
  func parts() throws {
    let half = String(repeating: "x", count: 40 << 10)
    let stored = StoredPreferences.none.applying(try edits("X:window.one = '\(half)'"))
    #expect(
      refusal(stored, try edits("X:window.two = '\(half)'"))
        == "LimitExceeded: window is larger than 64 KiB"
    )
    #expect(refusal(stored, try edits("X:window.one", "X:window.two = '\(half)'")) == nil)
    #expect(refusal(stored, try edits("X:other.two = '\(half)'")) == nil)
  }

  @Test("The key a.b cannot be set while the key a has a value that is not a dictionary")
  func hidden() throws {
    let stored = try StoredPreferences(
      text: "{app: {X: {a: 5, d: {$date: '2026-11-21T07:10:00Z'}}}}"
    )
    let why = "is set and is not a dictionary, so"
    #expect(
      refusal(stored, try edits("X:a.b = 1"))
        == "InvalidValue: a \(why) a.b cannot be set below it"
    )
    #expect(
      refusal(stored, try edits("X:d.b.c = 1"))
        == "InvalidValue: d \(why) d.b.c cannot be set below it"
    )
    #expect(refusal(stored, try edits("X:a", "X:a.b = 1")) == nil)
    #expect(refusal(stored, try edits("X:a = {}", "X:a.b = 1")) == nil)
    #expect(refusal(stored, try edits("X:", "X:a.b = 1")) == nil)
    #expect(
      refusal(.none, try edits("X:a = 5", "X:a.b = 1"))
        == "InvalidValue: a \(why) a.b cannot be set below it"
    )
  }
}
