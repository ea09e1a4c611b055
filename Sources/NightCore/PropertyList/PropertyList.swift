/// XML property lists, as Apple's `plutil` and Python's plistlib read and write them.
package enum PropertyList {
  /// Why there is no property list, or none that preferences can be made of.
  package struct Flaw: Error, Equatable, CustomStringConvertible {
    /// Where in the text that was read; nil for what was to be written.
    package let position: Position?
    /// A sentence without the place.
    package let message: String

    package var description: String { position.map { "\($0): " + message } ?? message }
  }

  /// What is stored fits, all of it, however much of it XML writes in five bytes instead of one.
  package static let limits = JSONLimits(bytes: 32 << 20)

  /// The value as a property list, members in their order.
  ///
  /// Python's plistlib writes the same bytes, but for carriage returns, which it loses. Refused is
  /// what XML cannot carry; the sentence says where it stands in the value.
  package static func text(_ value: PreferenceValue) throws(Flaw) -> String {
    var writer = PropertyListWriter()
    return try writer.document(value)
  }

  /// The value that a property list holds.
  ///
  /// Whole or not at all: a name that stands twice, a number beyond its range or a fraction of a
  /// second is refused, not left out or rounded.
  package static func value(
    _ bytes: [UInt8],
    limits: JSONLimits = PropertyList.limits
  ) throws(Flaw) -> PreferenceValue {
    guard bytes.count <= limits.bytes else {
      throw Flaw(
        position: Position(line: 1, column: 1),
        message: "expected at most \(limits.bytes) bytes, found \(bytes.count)"
      )
    }
    var reader = PropertyListReader(try XMLReader(bytes), limits: limits)
    return try reader.document()
  }
}
