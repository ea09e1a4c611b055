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

  /// Reads the shares of red, green and blue, each from 0 to 1.
  package func accent(_ name: String) -> Accent? {
    guard case .array(let nodes)? = object[name]?.value, nodes.count == 3 else { return nil }
    let shares = nodes.compactMap { node -> Double? in
      switch node.value {
      case .integer(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    }
    guard shares.count == 3, shares.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    return Accent(red: shares[0], green: shares[1], blue: shares[2])
  }

  // No record in a file has fields of these types.
  package func double(_ name: String) -> Double? { nil }
  package func strings(_ name: String) -> [String]? { nil }
  package func preference(_ name: String) -> PreferenceValue? { nil }
  package func record(_ name: String) -> (any FieldSource)? { nil }
  package func records(_ name: String) -> [any FieldSource]? { nil }
}
