import NightBus
import Testing

@Suite("Signatures")
struct SignatureTests {
  private static func times(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    "A valid signature is read and written unchanged",
    arguments: [
      "", "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "v", "ybnqiuxtdsogv",
      "as", "aas", "(s)", "((s))", "a(sv)", "a{sv}", "a{s(iav)}", "aa{oa{sa{sv}}}", "(a{yv}v)",
      "sta{sv}", times("a", 32) + "y", times("(", 32) + "y" + times(")", 32),
      times("a(", 32) + "y" + times(")", 32), times("y", 255),
    ]
  )
  func valid(text: String) throws {
    let signature = try Signature(checking: text)
    #expect(signature.description == text)
    #expect(Signature(signature.types) == signature)
  }

  @Test(
    "An invalid signature is rejected, and the error quotes the signature",
    arguments: [
      "a", "aa", "(", ")", "()", "(s", "s)", "(()s)", "a{", "a{}", "a{s}", "a{sv", "a{svv}", "{sv}",
      "a{vs}", "a{(s)s}", "a{ass}", "a{a{ss}s}", "}", "z", "r", "e", "m", "*", "&", " ", "s s", "é",
      "\0", "s\0", "h", "ah", "(sh)", "a{sh}", times("a", 33) + "y",
      times("(", 33) + "y" + times(")", 33), times("y", 256), times("a", 100_000),
      times("(", 100_000),
      times("a{y", 200),
    ]
  )
  func invalid(text: String) throws {
    let error = #expect(throws: BusError.self) { try Signature(checking: text) }
    guard case .malformed(let why)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(why.hasPrefix("\(Excerpt(text)) is not a valid signature: "))
  }

  @Test("The error for an invalid signature says which rule it breaks")
  func reasons() {
    let reasons = [
      "a{vs}": "a dictionary's key is not a basic type", "()": "a structure is empty",
      "(s": "a structure is not closed", "a": "it ends before a type is complete",
      "h": "“h” is not a supported type",
      Self.times("y", 256): "it is longer than 255 bytes",
      Self.times("a", 33) + "y": "arrays nest too deep",
    ]
    for (text, reason) in reasons {
      #expect(
        throws: BusError.malformed("\(Excerpt(text)) is not a valid signature: \(reason)")
      ) { try Signature(checking: text) }
    }
  }
}
