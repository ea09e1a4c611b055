package import NightBus
import NightCore
import NightValues

/// Converts records to and from the D-Bus type `a{sv}`.
extension Record {
  package var bus: BusValue { BusValue(written) }

  /// Reads a record; nil if the value is not an `a{sv}` with the record's fields.
  package init?(_ bus: BusValue) {
    guard let members = bus.asOptions else { return nil }
    self.init(reading: BusFields(members))
  }
}

extension BusValue {
  fileprivate init(_ fields: [WrittenField]) {
    self = .options(fields.map { ($0.name, BusValue($0.value)) })
  }

  fileprivate init(_ value: FieldValue) {
    switch value {
    case .bool(let flag): self = .boolean(flag)
    case .int32(let number): self = .int32(number)
    case .uint32(let number): self = .uint32(number)
    case .uint64(let number): self = .uint64(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .strings(let texts): self = .strings(texts)
    case .moment(let instant): self = .uint64(UInt64(clamping: instant.microseconds))
    case .accent(let accent): self = accent.bus
    case .preference(let value): self = value.bus
    case .record(let fields): self = BusValue(fields)
    case .records(let records):
      self = .array(.dictionary(.string, .variant), records.map { BusValue($0) })
    }
  }
}

/// Reads the fields of a record from an `a{sv}`.
struct BusFields: FieldSource {
  private let members: Members

  init(_ members: Members) { self.members = members }

  func bool(_ name: String) -> Bool? { members[name]?.asBool }
  func uint32(_ name: String) -> UInt32? { members[name]?.asUInt32 }
  func uint64(_ name: String) -> UInt64? { members[name]?.asUInt64 }
  func string(_ name: String) -> String? { members[name]?.asString }
  func strings(_ name: String) -> [String]? { members[name]?.asStrings }
  func accent(_ name: String) -> Accent? {
    members[name].flatMap(Accent.init)
  }
  func preference(_ name: String) -> PreferenceValue? {
    members[name].flatMap { PreferenceValue($0) }
  }

  func moment(_ name: String) -> Instant? {
    uint64(name).map { Instant(microseconds: Int64(clamping: $0)) }
  }

  func double(_ name: String) -> Double? {
    guard case .double(let number)? = members[name] else { return nil }
    return number
  }

  func record(_ name: String) -> (any FieldSource)? {
    members[name]?.asOptions.map(BusFields.init)
  }

  func records(_ name: String) -> [any FieldSource]? {
    guard case .array(_, let elements)? = members[name] else { return nil }
    return elements.compactMap { $0.asOptions.map(BusFields.init) }
  }

  func int32(_ name: String) -> Int32? {
    guard case .int32(let number)? = members[name] else { return nil }
    return number
  }
}
