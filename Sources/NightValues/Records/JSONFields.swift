/// The fields of a record in a JSON object.
package struct JSONFields: FieldSource {
  private let object: JSONNode
  /// The maximum size of a text, in bytes; a longer text counts as malformed.
  private let textBytes: Int

  package init(_ object: JSONNode, textBytes: Int) {
    self.object = object
    self.textBytes = textBytes
  }

  package func bool(_ name: String) -> Bool? {
    guard case .bool(let flag)? = object[name]?.value else { return nil }
    return flag
  }

  package func int32(_ name: String) -> Int32? { number(name) }
  package func uint32(_ name: String) -> UInt32? { number(name) }
  package func uint64(_ name: String) -> UInt64? { number(name) }

  private func number<Number: BinaryInteger>(_ name: String) -> Number? {
    guard case .integer(let number)? = object[name]?.value else { return nil }
    return Number(exactly: number)
  }

  package func string(_ name: String) -> String? {
    guard case .string(let text)? = object[name]?.value, !text.utf8.contains(0),
      text.utf8.count <= textBytes
    else { return nil }
    return text
  }

  package func moment(_ name: String) -> Instant? { string(name).flatMap { Instant(iso: $0) } }

  // No record in a file has fields of these types.
  package func double(_ name: String) -> Double? { nil }
  package func strings(_ name: String) -> [String]? { nil }
  package func accent(_ name: String) -> Accent? { nil }
  package func preference(_ name: String) -> PreferenceValue? { nil }
  package func record(_ name: String) -> (any FieldSource)? { nil }
  package func records(_ name: String) -> [any FieldSource]? { nil }
}
