import NightBus
import Testing

@Suite("Bus names")
struct BusNamesTests {
  private static let long = String(repeating: "a", count: 254)

  @Test(
    "A valid bus name is accepted, and any other is rejected",
    arguments: [
      ("org.nightd.Night1", true), (":1.42", true), (":1.42.0", true), ("a.b", true),
      ("a-b.c_d", true),
      ("_a._b", true), ("a." + long.dropLast(), true), ("a.b1", true),
      ("", false), ("org", false), (".", false), ("a.", false), (".a.b", false), ("a..b", false),
      ("a.1b", false), ("1a.b", false), (":", false), ("a b.c", false), ("a.é", false),
      ("a.b\0", false), ("\0", false), ("a.b\0.c", false), ("a.\u{FFFF}", false),
      ("a." + long, false),
      ("a.b/c", false), ("a.b\n", false),
    ]
  )
  func busName(text: String, isValid: Bool) { Self.check(BusName.self, text, isValid) }

  @Test("A bus name is recognised as a unique name if it begins with a colon")
  func unique() {
    #expect((":1.0" as BusName).isUnique)
    #expect(!("a.b" as BusName).isUnique)
  }

  @Test(
    "A valid object path is accepted, and any other is rejected",
    arguments: [
      ("/", true), ("/a", true), ("/org/nightd/Night1", true), ("/_/0/A9", true),
      ("/" + long + long, true),
      ("", false), ("a", false), ("//", false), ("/a/", false), ("/a//b", false), ("/a-b", false),
      ("/a.b", false), ("/é", false), ("/a\0", false), ("/a b", false), ("/com/x/some-key", false),
    ]
  )
  func objectPath(text: String, isValid: Bool) { Self.check(ObjectPath.self, text, isValid) }

  @Test(
    "A valid interface or error name is accepted, and any other is rejected",
    arguments: [
      ("org.nightd.Night1.Style", true), ("a.b", true), ("a.b_c", true),
      ("a." + long.dropLast(), true),
      ("", false), ("a", false), (":1.2", false), ("a.b-c", false), ("a.1", false), ("a..b", false),
      ("a.b.", false), ("a.é", false), ("a.b\0", false), ("a." + long, false), ("a.b c", false),
    ]
  )
  func interfaceName(text: String, isValid: Bool) {
    Self.check(InterfaceName.self, text, isValid)
    Self.check(ErrorName.self, text, isValid)
  }

  @Test(
    "A valid member name is accepted, and any other is rejected",
    arguments: [
      ("Get", true), ("_", true), ("a1", true), (long + "a", true),
      ("", false), ("1a", false), ("a.b", false), ("a-b", false), ("é", false), ("Get\0", false),
      (long + "aa", false), ("a b", false),
    ]
  )
  func memberName(text: String, isValid: Bool) { Self.check(MemberName.self, text, isValid) }

  private static func check<Name: CheckedName>(_: Name.Type, _ text: String, _ isValid: Bool) {
    #expect((Name(text) != nil) == isValid)
    #expect(Name(text)?.text == (isValid ? text : nil))
    guard !isValid else { return }
    #expect(throws: BusError.malformed("\(Excerpt(text)) is not a valid \(Name.kind)")) {
      try Name(checking: text)
    }
  }
}
