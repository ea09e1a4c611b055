package import NightBus
package import NightCore

/// Converts records, which are values with named fields, to and from the D-Bus type `a{sv}`.
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
    case .optionalStrings(let texts): self = .strings(texts.compactMap(\.self))
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

extension Snapshot {
  /// The values that the replies of `Get` and `Set` and the signal `Changed` contain.
  package static let arguments = [
    Argument("style", .string), Argument("serial", .uint64),
    Argument("appearance", .dictionary(.string, .variant)),
  ]

  package var values: [BusValue] {
    [.string(appearance.style.rawValue), .uint64(serial), appearance.bus]
  }

  /// Reads the values of `Get`, `Set` and `Changed`; nil if the values have another form.
  package init?(_ values: [BusValue]) {
    guard values.count == 3, case .string(let word) = values[0],
      case .uint64(let serial) = values[1],
      let style = Style(rawValue: word), let members = values[2].asOptions
    else { return nil }
    var appearance = Appearance.blank
    appearance.style = style
    appearance.theme = style.builtInTheme
    guard appearance.read(BusFields(members)) else { return nil }
    self.init(serial: serial, appearance: appearance)
  }
}

extension Accent {
  package var bus: BusValue { .structure([red, green, blue].map(BusValue.double)) }

  package init?(_ value: BusValue) {
    guard case .structure(let parts) = value, parts.count == 3, case .double(let red) = parts[0],
      case .double(let green) = parts[1],
      case .double(let blue) = parts[2], let accent = SourceFacts.accent(red, green, blue)
    else { return nil }
    self = accent
  }
}

extension Transition {
  package static let busType = BusType.structure([.uint64, .string])

  package var bus: BusValue {
    .structure([.uint64(UInt64(clamping: instant.microseconds)), .string(style.rawValue)])
  }

  package init?(_ value: BusValue) {
    guard case .structure(let parts) = value, parts.count == 2,
      let microseconds = parts[0].asUInt64,
      let style = parts[1].asString.flatMap(Style.init(rawValue:))
    else { return nil }
    self.init(Instant(microseconds: Int64(clamping: microseconds)), style)
  }
}

extension PortalSettings {
  /// The D-Bus type of a reply that contains all settings of several namespaces.
  package static let busType = BusType.dictionary(.string, .dictionary(.string, .variant))

  /// Returns the value of a key of these portal settings; nil if the key is not set.
  package func value(_ key: Key) -> BusValue? {
    switch key {
    case .colorScheme: .uint32(colorScheme.rawValue)
    case .contrast: isHighContrast.map { .uint32($0 ? 1 : 0) }
    case .accent: accent?.bus
    case .reducedMotion: isMotionReduced.map { .uint32($0 ? 1 : 0) }
    }
  }

  /// Returns the value that must be sent when a key of the portal settings is no longer set.
  ///
  /// The portal has no signal for a removed key, so a value that means “not set” is sent instead.
  package static func unset(_ key: Key) -> BusValue {
    switch key {
    case .colorScheme, .contrast, .reducedMotion: .uint32(0)
    // In the portal's documentation, a colour out of range means “no accent colour”.
    case .accent: .structure([.double(-1), .double(-1), .double(-1)])
    }
  }

  /// Returns all namespaces that match the patterns, each with all keys that are set in it.
  package func values(matching patterns: NamespacePatterns) -> BusValue {
    guard patterns.matches(Self.namespace) else { return .dictionary(.string, Self.inner, []) }
    let members = Key.allCases.compactMap { key in value(key).map { (key.rawValue, $0) } }
    let entry = BusValue.Entry(key: .string(Self.namespace), value: .options(members))
    return .dictionary(.string, Self.inner, [entry])
  }

  private static let inner = BusType.dictionary(.string, .variant)
}
