/// A value with named fields, which D-Bus, JSON and the files of nightd carry in the same way.
///
/// `visit` names each field once. Everything else follows from it: the `a{sv}` on D-Bus and its reader
/// (in NightContract), the JSON object, and the reader of a line of JSON.
package protocol Record {
  /// What a record has before its fields are read, and keeps for a field that is missing or malformed.
  static var blank: Self { get }

  /// Visits each field in its order, either to write it or to set it to what was received.
  mutating func visit(_ fields: inout Fields)
}

extension Record {
  /// Reads a record; nil if a required field is missing or malformed.
  ///
  /// Unknown fields, and unknown words in fields that are not required, never make it unreadable: a
  /// newer version may have sent it.
  package init?(reading source: any FieldSource) {
    self = Self.blank
    guard read(source) else { return nil }
  }

  /// Sets the fields to what was received; false if a required one is missing or malformed.
  package mutating func read(_ source: any FieldSource) -> Bool {
    var fields = Fields(reading: source)
    visit(&fields)
    return fields.isComplete
  }

  /// The fields in their order, without those that are nil.
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
  /// Nil while a record is written.
  private let source: (any FieldSource)?
  private(set) var written: [WrittenField] = []
  private(set) var isComplete = true

  fileprivate init(reading source: (any FieldSource)? = nil) { self.source = source }

  package var isReading: Bool { source != nil }

  private mutating func write(_ name: String, _ value: FieldValue) {
    written.append(WrittenField(name: name, value: value))
  }

  /// A field without which a record cannot be read.
  package mutating func required<Value: Wire>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.wire) }
    guard let found = Value.read(name, in: source) else { return isComplete = false }
    value = found
  }

  /// A field that is always written; a record without it keeps its value.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.wire) }
    if let found = Value.read(name, in: source) { value = found }
  }

  /// A field that is left out if it is nil.
  package mutating func field<Value: Wire>(_ name: String, _ value: inout Value?) {
    guard let source else {
      if let value { write(name, value.wire) }
      return
    }
    value = Value.read(name, in: source)
  }

  /// A flag that is written as the number 0 or 1, as the portal has it.
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

  /// The fields of a part, beside those of the whole; nil if one that the part requires is missing.
  package mutating func part<Part: Record>(_ part: inout Part?) {
    guard let source else { return part?.visit(&self) ?? () }
    part = Part(reading: source)
  }
  /// A record under a name of its own, which is always written.
  package mutating func required(_ name: String, _ record: inout some Record) {
    guard let source else { return write(name, .record(record.written)) }
    guard let inner = source.record(name), record.read(inner) else { return isComplete = false }
  }

  /// A record under a name of its own; nil if it is missing or malformed.
  package mutating func field<Part: Record>(_ name: String, _ record: inout Part?) {
    guard let source else {
      if let record { write(name, .record(record.written)) }
      return
    }
    record = source.record(name).flatMap { Part(reading: $0) }
  }

  /// Records under one name; those that cannot be read are left out.
  package mutating func field<Part: Record>(_ name: String, _ records: inout [Part]) {
    guard let source else { return write(name, .records(records.map(\.written))) }
    guard let found = source.records(name) else { return }
    records = found.prefix(Self.mostRecords).compactMap { Part(reading: $0) }
  }

  /// More than any daemon sends under one name; the rest is not read.
  private static let mostRecords = 4_096
}
