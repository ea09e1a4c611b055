import Glibc

/// A value whose fields have the same names on D-Bus, in JSON and in nightd's files.
///
/// `visit` visits each field once. All writers and readers call `visit`, both for fields on D-Bus
/// (`a{sv}`, in NightContract) and for JSON objects and lines of JSON.
package protocol Record {
  /// A record with initial values; fields that are missing or malformed keep these values.
  static var blank: Self { get }

  /// Visits the fields in order, and either writes each value or sets it to the received value.
  mutating func visit(_ fields: inout Fields)
}

extension Record {
  /// Reads a record; nil if a required field is missing or malformed.
  ///
  /// A newer version may send unknown fields, or unknown keywords in fields that are not required.
  /// Such unknown fields and keywords never make a record unreadable.
  package init?(reading source: any FieldSource) {
    self = Self.blank
    guard read(source) else { return nil }
  }

  /// Sets the fields to the received values; false if a required field is missing or malformed.
  package mutating func read(_ source: any FieldSource) -> Bool {
    var fields = Fields(reading: source)
    visit(&fields)
    return fields.isComplete
  }

  /// The fields in order, leaving out fields that are nil.
  package var written: [WrittenField] {
    var copy = self
    var fields = Fields()
    copy.visit(&fields)
    return fields.written
  }

  package var json: [JSON.Member] {
    written.map(\.json)
  }
}

/// Writes or reads the fields of a record.
package struct Fields {
  /// The received fields; nil while the record is written.
  private let source: (any FieldSource)?
  private(set) var written: [WrittenField] = []
  private(set) var isComplete = true

  fileprivate init(reading source: (any FieldSource)? = nil) { self.source = source }

  package var isReading: Bool { source != nil }

  private mutating func write(_ name: String, _ value: FieldValue) {
    written.append(WrittenField(name: name, value: value))
  }

  /// Visits a field that a record must have.
  package mutating func required<Value: Wire>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.wire) }
    guard let found = Value.read(name, in: source) else { return isComplete = false }
    value = found
  }

  /// Notes that a field could not be read; if `source.isStrict` is true and `source` has this
  /// field, the record is unreadable.
  private mutating func missed(_ name: String, in source: any FieldSource) {
    if source.isStrict, source.names.contains(name), !source.isNull(name) { isComplete = false }
  }

  /// Visits a field that is always written; if a received record lacks the field, the value stays
  /// unchanged.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.wire) }
    guard let found = Value.read(name, in: source) else { return missed(name, in: source) }
    value = found
  }

  /// Visits an optional field, which is written only if its value is not nil.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value?) {
    guard let source else {
      if let value { write(name, value.wire) }
      return
    }
    value = Value.read(name, in: source)
    if value == nil { missed(name, in: source) }
  }

  /// Visits a flag that is written as the number 0 or 1, as in the desktop portal's settings.
  package mutating func number(_ name: String, _ flag: inout Bool?) {
    var number: UInt32? = flag.map { $0 ? 1 : 0 }
    field(name, &number)
    flag = number.map { $0 == 1 }
  }

  package mutating func number(_ name: String, _ flag: inout Bool) {
    var number: Bool? = flag
    self.number(name, &number)
    flag = number ?? false
  }

  /// Visits a part, which is an inner record whose fields are written beside the record's own
  /// fields.
  ///
  /// When reading, the part is nil if one of its required fields is missing or malformed.
  package mutating func part<Part: Record>(_ part: inout Part?) {
    guard let source else { return part?.visit(&self) ?? () }
    part = Part(reading: source)
  }
  /// Visits a required record inside a record.
  package mutating func required(_ name: String, _ record: inout some Record) {
    guard let source else { return write(name, .record(record.written)) }
    guard let inner = source.record(name), record.read(inner) else { return isComplete = false }
  }

  /// Visits an optional record inside a record; a missing or malformed inner record is read as nil.
  package mutating func field<Part: Record>(_ name: String, _ record: inout Part?) {
    guard let source else {
      if let record { write(name, .record(record.written)) }
      return
    }
    record = source.record(name).flatMap { Part(reading: $0) }
    if record == nil { missed(name, in: source) }
  }

  /// Visits a required array of records.
  package mutating func required<Part: Record>(_ name: String, _ records: inout [Part]) {
    if let source, source.records(name) == nil { isComplete = false }
    field(name, &records)
  }

  /// Visits an array of records, and skips unreadable records, unless `source.isStrict` is true.
  package mutating func field<Part: Record>(_ name: String, _ records: inout [Part]) {
    guard let source else { return write(name, .records(records.map(\.written))) }
    guard let found = source.records(name) else { return missed(name, in: source) }
    records = found.prefix(Self.mostRecords).compactMap { Part(reading: $0) }
    if records.count != found.count { missed(name, in: source) }
  }

  /// Visits a required array in which each element is a string or nil.
  package mutating func required(_ name: String, _ texts: inout [String?]) {
    guard let source else { return write(name, .optionalStrings(texts)) }
    guard let found = source.optionalStrings(name) else { return isComplete = false }
    texts = found
  }

  /// Visits a required field that contains named records; in JSON, the field is an object.
  package mutating func required<Part: Record>(_ name: String, _ parts: inout [String: Part]) {
    guard let source else {
      let sorted = parts.sorted { $0.key < $1.key }
      return write(
        name,
        .record(sorted.map { WrittenField(name: $0.key, value: .record($0.value.written)) })
      )
    }
    guard let inner = source.record(name) else { return isComplete = false }
    parts = inner.names.reduce(into: [:]) { parts, name in
      parts[name] = inner.record(name).flatMap { Part(reading: $0) }
    }
    if parts.count != inner.names.count { missed(name, in: source) }
  }

  /// Visits an optional field that contains named records; if the field is missing, `parts` stays
  /// unchanged.
  package mutating func field<Part: Record>(_ name: String, _ parts: inout [String: Part]) {
    if let source, source.record(name) == nil { return missed(name, in: source) }
    required(name, &parts)
  }

  /// The maximum number of records that are read for one field; further records are ignored.
  ///
  /// A daemon sends fewer records than this for each field.
  private static let mostRecords = 4_096
}

/// The fields of a record that is read from a JSON object.
package struct JSONFields: FieldSource {
  private let object: JSONNode
  /// The longest string, in bytes; a longer string is treated as malformed.
  private let textBytes: Int
  package let isStrict: Bool

  package init(_ object: JSONNode, textBytes: Int, isStrict: Bool = false) {
    self.object = object
    self.textBytes = textBytes
    self.isStrict = isStrict
  }

  package var names: [String] { object.members?.map(\.name) ?? [] }

  package func isNull(_ name: String) -> Bool { object[name]?.value == .null }

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

  package func string(_ name: String) -> String? { object[name].flatMap(text) }

  private func text(_ node: JSONNode) -> String? {
    guard case .string(let text) = node.value, text.utf8.count <= textBytes, !text.containsNUL
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

  package func strings(_ name: String) -> [String]? {
    guard let texts = optionalStrings(name) else { return nil }
    let present = texts.compactMap(\.self)
    return present.count == texts.count ? present : nil
  }

  package func optionalStrings(_ name: String) -> [String?]? {
    guard case .array(let nodes)? = object[name]?.value else { return nil }
    var texts: [String?] = []
    for node in nodes {
      guard node.value != .null else {
        texts.append(nil)
        continue
      }
      guard let text = text(node) else { return nil }
      texts.append(text)
    }
    return texts
  }

  package func record(_ name: String) -> (any FieldSource)? {
    object[name].flatMap { $0.members == nil ? nil : fields($0) }
  }

  package func records(_ name: String) -> [any FieldSource]? {
    guard case .array(let nodes)? = object[name]?.value else { return nil }
    let objects = nodes.filter { $0.members != nil }
    return isStrict && objects.count != nodes.count ? nil : objects.map(fields)
  }

  private func fields(_ node: JSONNode) -> JSONFields {
    JSONFields(node, textBytes: textBytes, isStrict: isStrict)
  }

  // Records that are read from JSON have no fields of these types.
  package func double(_ name: String) -> Double? { nil }
  package func preference(_ name: String) -> PreferenceValue? { nil }
}

extension String {
  /// Whether the text contains a NUL, found with `memchr`, because `contains` compares one byte at a
  /// time.
  fileprivate var containsNUL: Bool {
    let found = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    }
    return found ?? utf8.contains(0)
  }
}
