/// The value of a record's field, before the value is converted for D-Bus or JSON.
package enum FieldValue: Equatable, Sendable {
  case bool(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case strings([String])
  /// Strings, some of which can be null in JSON. Records on D-Bus have no field with such strings.
  case optionalStrings([String?])
  /// A moment, in microseconds on D-Bus and as ISO 8601 in JSON.
  case moment(Instant)
  /// The shares of red, green and blue, as a structure on D-Bus and as an array in JSON.
  case accent(Accent)
  case preference(PreferenceValue)
  /// A record inside a record, as an `a{sv}` on D-Bus and as an object in JSON.
  case record([WrittenField])
  case records([[WrittenField]])

  var json: JSON {
    switch self {
    case .bool(let flag): .bool(flag)
    case .int32(let number): .integer(Int64(number))
    case .uint32(let number): .integer(Int64(number))
    case .uint64(let number): .integer(Int64(clamping: number))
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .strings(let texts): .array(texts.map(JSON.string))
    case .optionalStrings(let texts): .array(texts.map { $0.map(JSON.string) ?? .null })
    case .moment(let instant): .string(instant.iso)
    case .accent(let accent):
      .array([accent.red, accent.green, accent.blue].map(JSON.double))
    case .preference(let value): value.json
    case .record(let fields): .object(fields.map(\.json))
    case .records(let records): .array(records.map { .object($0.map(\.json)) })
    }
  }
}

/// A field of a record: its name and its value.
package struct WrittenField: Equatable, Sendable {
  package let name: String
  package let value: FieldValue

  var json: JSON.Member { JSON.Member(name: name, value: value.json) }
}

/// Access to the fields of a received record by their names.
///
/// The function for each type returns nil if the field is missing or has a different type.
package protocol FieldSource {
  /// Whether a field of the wrong type makes its record unreadable.
  var isStrict: Bool { get }
  /// The names of all fields; empty for a record that came over D-Bus.
  var names: [String] { get }
  func isNull(_ name: String) -> Bool
  func bool(_ name: String) -> Bool?
  func int32(_ name: String) -> Int32?
  func uint32(_ name: String) -> UInt32?
  func uint64(_ name: String) -> UInt64?
  func double(_ name: String) -> Double?
  func string(_ name: String) -> String?
  func strings(_ name: String) -> [String]?
  func optionalStrings(_ name: String) -> [String?]?
  func moment(_ name: String) -> Instant?
  func accent(_ name: String) -> Accent?
  func preference(_ name: String) -> PreferenceValue?
  func record(_ name: String) -> (any FieldSource)?
  /// An array of records; elements that are not records are skipped, unless `isStrict` is true.
  func records(_ name: String) -> [any FieldSource]?
}

extension FieldSource {
  package var isStrict: Bool { false }
  package var names: [String] { [] }
  package func isNull(_ name: String) -> Bool { false }
  package func optionalStrings(_ name: String) -> [String?]? { nil }
}

/// A type that a field of a record can have.
package protocol Wire {
  static func read(_ name: String, in source: any FieldSource) -> Self?
  var wire: FieldValue { get }
}

extension Bool: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.bool(name)
  }
  package var wire: FieldValue { .bool(self) }
}

extension Int32: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.int32(name)
  }
  package var wire: FieldValue { .int32(self) }
}

extension UInt32: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.uint32(name)
  }
  package var wire: FieldValue { .uint32(self) }
}

extension UInt64: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.uint64(name)
  }
  package var wire: FieldValue { .uint64(self) }
}

extension String: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.string(name)
  }
  package var wire: FieldValue { .string(self) }
}

extension Instant: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.moment(name)
  }
  package var wire: FieldValue { .moment(self) }
}

extension Double: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.double(name)
  }
  package var wire: FieldValue { .double(self) }
}

extension [String]: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.strings(name)
  }
  package var wire: FieldValue { .strings(self) }
}

extension [String: String]: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    guard let source = source.record(name) else { return nil }
    let values = source.names.reduce(into: Self()) { $0[$1] = source.string($1) }
    return source.isStrict && values.count != source.names.count ? nil : values
  }
  package var wire: FieldValue {
    .record(sorted { $0.key < $1.key }.map { WrittenField(name: $0.key, value: .string($0.value)) })
  }
}

extension Accent: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.accent(name)
  }
  package var wire: FieldValue { .accent(self) }
}

extension PreferenceValue: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.preference(name)
  }
  package var wire: FieldValue { .preference(self) }
}

/// A number, such as a line number, that is sent as an unsigned 32-bit number.
extension Int: Wire {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.uint32(name).map(Int.init)
  }
  package var wire: FieldValue { .uint32(UInt32(clamping: self)) }
}

/// A keyword as a string; an unknown keyword, perhaps from a newer version, is treated as
/// malformed.
extension Wire where Self: RawRepresentable<String> {
  package static func read(_ name: String, in source: any FieldSource) -> Self? {
    source.string(name).flatMap(Self.init)
  }
  package var wire: FieldValue { .string(rawValue) }
}
