/// A value with named fields, with the same names on D-Bus, in JSON and in nightd's files.
///
/// `visit` names each field once. Everything uses `visit`: the fields on D-Bus (`a{sv}`) and their
/// reader (in NightContract), the JSON object, and the reader of a line of JSON.
package protocol Record {
  /// The initial values; a field that is missing or malformed keeps its initial value.
  static var blank: Self { get }

  /// Visits each field in order, to write its value or to set it to the received one.
  mutating func visit(_ fields: inout Fields)
}

extension Record {
  /// Reads a record; nil if a required field is missing or malformed.
  ///
  /// A newer version may send unknown fields, or unknown words in fields that are not required.
  /// These never make a record unreadable.
  package init?(reading source: any FieldSource) {
    self = Self.blank
    guard read(source) else { return nil }
  }

  /// Sets the fields to the received values; false if a required one is missing or malformed.
  package mutating func read(_ source: any FieldSource) -> Bool {
    var fields = Fields(reading: source)
    visit(&fields)
    return fields.isComplete
  }

  /// The fields in order, without those that are nil.
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

  /// Visits a field that is always written; if it is missing on reading, the value stays.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.wire) }
    if let found = Value.read(name, in: source) { value = found }
  }

  /// Visits a field that is left out if nil.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value?) {
    guard let source else {
      if let value { write(name, value.wire) }
      return
    }
    value = Value.read(name, in: source)
  }

  /// Visits a flag that is written as the number 0 or 1, as in the portal.
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

  /// Visits the fields of a part, which are written among the record's own fields.
  ///
  /// On reading, the part is nil if one of its required fields is missing or malformed.
  package mutating func part<Part: Record>(_ part: inout Part?) {
    guard let source else { return part?.visit(&self) ?? () }
    part = Part(reading: source)
  }
  /// Visits a record inside a record, which must have it.
  package mutating func required(_ name: String, _ record: inout some Record) {
    guard let source else { return write(name, .record(record.written)) }
    guard let inner = source.record(name), record.read(inner) else { return isComplete = false }
  }

  /// Visits a record inside a record; on reading, nil if it is missing or malformed.
  package mutating func field<Part: Record>(_ name: String, _ record: inout Part?) {
    guard let source else {
      if let record { write(name, .record(record.written)) }
      return
    }
    record = source.record(name).flatMap { Part(reading: $0) }
  }

  /// Visits an array of records; on reading, skips records that cannot be read.
  package mutating func field<Part: Record>(_ name: String, _ records: inout [Part]) {
    guard let source else { return write(name, .records(records.map(\.written))) }
    guard let found = source.records(name) else { return }
    records = found.prefix(Self.mostRecords).compactMap { Part(reading: $0) }
  }

  /// The most records that are read under one name; the rest is ignored.
  ///
  /// No daemon sends more.
  private static let mostRecords = 4_096
}

/// A record's fields in a JSON object.
package struct JSONFields: FieldSource {
  private let object: JSONNode
  /// The longest text, in bytes; a longer one counts as malformed.
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

  // No record in a file has such fields.
  package func double(_ name: String) -> Double? { nil }
  package func strings(_ name: String) -> [String]? { nil }
  package func preference(_ name: String) -> PreferenceValue? { nil }
  package func record(_ name: String) -> (any FieldSource)? { nil }
  package func records(_ name: String) -> [any FieldSource]? { nil }
}
