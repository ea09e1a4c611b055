package import NightBus
package import NightCore

/// Converts preferences to and from D-Bus values.
///
/// The D-Bus types are b, x, d, s, av, a{sv}, ay for data, and (x) for a date.
extension PreferenceValue {
  package var bus: BusValue {
    switch self {
    case .bool(let value): .boolean(value)
    case .integer(let value): .int64(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let values): .array(.variant, values.map { .variant($0.bus) })
    case .dictionary(let members): .options(members.map { ($0.name, $0.value.bus) })
    case .date(let seconds): .structure([.int64(seconds)])
    case .data(let bytes): .array(.byte, bytes.map(BusValue.byte))
    }
  }

  /// Reads a value from the bus; nil if no preference can have a value of this type.
  ///
  /// To make calls easy, the initializer accepts integers, arrays and dictionaries of every D-Bus
  /// type. A variant is accepted too, and is read as the value inside.
  package init?(_ value: BusValue) {
    switch value {
    case .boolean(let value): self = .bool(value)
    case .byte(let value): self = .integer(Int64(value))
    case .int16(let value): self = .integer(Int64(value))
    case .uint16(let value): self = .integer(Int64(value))
    case .int32(let value): self = .integer(Int64(value))
    case .uint32(let value): self = .integer(Int64(value))
    case .int64(let value): self = .integer(value)
    case .uint64(let value):
      guard let number = Int64(exactly: value) else { return nil }
      self = .integer(number)
    case .double(let value):
      guard value.isFinite else { return nil }
      self = .double(value)
    case .string(let value): self = .string(value)
    case .variant(let inner): self.init(inner)
    case .array(.byte, let elements):
      var bytes: [UInt8] = []
      bytes.reserveCapacity(elements.count)
      for case .byte(let byte) in elements { bytes.append(byte) }
      self = .data(bytes)
    case .array(_, let elements):
      var values: [PreferenceValue] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        guard let value = PreferenceValue(element) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case .dictionary(.string, _, let entries):
      var members: [Member] = []
      members.reserveCapacity(entries.count)
      for entry in entries {
        guard let name = entry.key.asString, let value = PreferenceValue(entry.value) else {
          return nil
        }
        members.append(Member(name: name, value: value))
      }
      guard let dictionary = PreferenceValue.dictionary(unordered: members) else { return nil }
      self = dictionary
    case .structure(let fields):
      guard fields.count == 1, case .int64(let seconds) = fields[0], Self.isDate(seconds) else {
        return nil
      }
      self = .date(seconds: seconds)
    case .objectPath, .signature, .fileDescriptor, .dictionary: return nil
    }
  }
}

/// The form in which `Write` accepts an edit: the application, the key, and an array of at most one
/// value.
extension PreferenceEdit {
  package static let busType = BusType.structure([.string, .string, .array(.variant)])

  package var bus: BusValue {
    let (application, name) =
      switch subject {
      case .key(let key): (key.application, key.name)
      case .application(let application): (application, "")
      }
    let values = value.map { [BusValue.variant($0.bus)] } ?? []
    return .structure([.string(application), .string(name), .array(.variant, values)])
  }

  package init(_ bus: BusValue) throws(Flaw) {
    guard case .structure(let fields) = bus, fields.count == 3,
      let application = fields[0].asString,
      let name = fields[1].asString, case .array(.variant, let values) = fields[2]
    else {
      throw Flaw("an edit must be an application, a key and a value")
    }
    guard let given = values.first else {
      guard !name.isEmpty || application.isEmpty else {
        try PreferenceKey.checkApplication(application)
        self.init(forgetting: application)
        return
      }
      self.init(try PreferenceKey(name, of: application), nil)
      return
    }
    let key = try PreferenceKey(name, of: application)
    guard values.count == 1, let value = PreferenceValue(given) else {
      throw Flaw("the value of \(key.named) is not one that a preference can have")
    }
    self.init(key, value)
  }
}
