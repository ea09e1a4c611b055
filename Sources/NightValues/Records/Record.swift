/// A value with named fields, which D-Bus, JSON and the files of nightd carry in the same way.
///
/// `visit` names each field once. The fields on D-Bus (`a{sv}`) and their reader (in
/// NightContract), the JSON object, and the reader of a line of JSON all use `visit`.
package protocol Record {
  /// The initial values of the fields; if a field is missing or malformed, its initial value stays.
  static var blank: Self { get }

  /// Visits each field in order, either to write its value or to set it to the received value.
  mutating func visit(_ fields: inout Fields)
}

extension Record {
  /// Reads a record; nil if a required field is missing or malformed.
  ///
  /// Unknown fields, and unknown words in fields that are not required, never make a record
  /// unreadable, because a newer version may have sent them.
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

  /// The fields in order, without fields whose value is nil.
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
  /// The received fields; nil while a record is written.
  private let source: (any FieldSource)?
  private(set) var written: [WrittenField] = []
  private(set) var isComplete = true

  fileprivate init(reading source: (any FieldSource)? = nil) { self.source = source }

  package var isReading: Bool { source != nil }

  private mutating func write(_ name: String, _ value: FieldValue) {
    written.append(WrittenField(name: name, value: value))
  }

  /// Visits a field without which a record cannot be read.
  package mutating func required<Value: Wire>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.wire) }
    guard let found = Value.read(name, in: source) else { return isComplete = false }
    value = found
  }

  /// Visits a field that is always written; when read, a missing field leaves the value unchanged.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.wire) }
    if let found = Value.read(name, in: source) { value = found }
  }

  /// Visits a field that is left out if its value is nil.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value?) {
    guard let source else {
      if let value { write(name, value.wire) }
      return
    }
    value = Value.read(name, in: source)
  }

  /// Visits a flag that is written as the number 0 or 1, as the portal writes flags.
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

  /// Visits the fields of a part, which are written among the fields of the whole record.
  ///
  /// On reading, the part becomes nil if one of its required fields is missing or malformed.
  package mutating func part<Part: Record>(_ part: inout Part?) {
    guard let source else { return part?.visit(&self) ?? () }
    part = Part(reading: source)
  }
  /// Visits a record in a record; the outer record cannot be read without it.
  package mutating func required(_ name: String, _ record: inout some Record) {
    guard let source else { return write(name, .record(record.written)) }
    guard let inner = source.record(name), record.read(inner) else { return isComplete = false }
  }

  /// Visits a record in a record; after reading, the value is nil if the record is missing or
  /// malformed.
  package mutating func field<Part: Record>(_ name: String, _ record: inout Part?) {
    guard let source else {
      if let record { write(name, .record(record.written)) }
      return
    }
    record = source.record(name).flatMap { Part(reading: $0) }
  }

  /// Visits an array of records; records that cannot be read are left out.
  package mutating func field<Part: Record>(_ name: String, _ records: inout [Part]) {
    guard let source else { return write(name, .records(records.map(\.written))) }
    guard let found = source.records(name) else { return }
    records = found.prefix(Self.mostRecords).compactMap { Part(reading: $0) }
  }

  /// The maximum number of records that are read under one name.
  ///
  /// No daemon sends more records than this; the reader ignores any beyond this limit.
  private static let mostRecords = 4_096
}

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
