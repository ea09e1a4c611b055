import NightCore

/// A value that a preference can have.
public indirect enum PreferenceValue: Equatable, Sendable {
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number, never infinite.
  case double(Double)
  /// A text.
  case string(String)
  /// Several in an order.
  case array([PreferenceValue])
  /// Several by their names.
  case dictionary([String: PreferenceValue])
  /// A moment, in seconds since 1970-01-01T00:00:00Z.
  case date(Int64)
  /// Bytes.
  case data([UInt8])

  init(_ value: NightCore.PreferenceValue) {
    self =
      switch value {
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .double(let value): .double(value)
      case .string(let value): .string(value)
      case .array(let values): .array(values.map(PreferenceValue.init))
      case .dictionary(let members):
        .dictionary(
          Dictionary(members.map { ($0.name, PreferenceValue($0.value)) }) { $1 }
        )
      case .date(let seconds): .date(seconds)
      case .data(let bytes): .data(bytes)
      }
  }

  var core: NightCore.PreferenceValue {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let values): .array(values.map(\.core))
    case .dictionary(let members):
      .dictionary(unordered: members.map { .init(name: $0.key, value: $0.value.core) })
        ?? .dictionary([])
    case .date(let seconds): .date(seconds: seconds)
    case .data(let bytes): .data(bytes)
    }
  }
}

/// What can be kept as a preference.
public protocol PreferenceConvertible: Sendable {
  /// Nil where the value is of another type.
  init?(preference value: PreferenceValue)
  /// As it is kept.
  var preference: PreferenceValue { get }
}

extension PreferenceValue: PreferenceConvertible {
  /// Any value.
  public init?(preference value: PreferenceValue) { self = value }
  /// Itself.
  public var preference: PreferenceValue { self }
}

extension Bool: PreferenceConvertible {
  /// Yes or no.
  public init?(preference value: PreferenceValue) {
    guard case .bool(let value) = value else { return nil }
    self = value
  }
  /// Yes or no.
  public var preference: PreferenceValue { .bool(self) }
}

extension Int: PreferenceConvertible {
  /// A whole number.
  public init?(preference value: PreferenceValue) {
    guard case .integer(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// A whole number.
  public var preference: PreferenceValue { .integer(Int64(self)) }
}

extension Double: PreferenceConvertible {
  /// A number; a whole one serves as well.
  public init?(preference value: PreferenceValue) {
    switch value {
    case .double(let value): self = value
    case .integer(let value): self.init(value)
    default: return nil
    }
  }
  /// A number.
  public var preference: PreferenceValue { .double(self) }
}

extension String: PreferenceConvertible {
  /// A text.
  public init?(preference value: PreferenceValue) {
    guard case .string(let value) = value else { return nil }
    self = value
  }
  /// A text.
  public var preference: PreferenceValue { .string(self) }
}

extension Color: PreferenceConvertible {
  /// A colour's text.
  public init?(preference value: PreferenceValue) {
    guard case .string(let text) = value else { return nil }
    self.init(text)
  }
  /// A colour's text.
  public var preference: PreferenceValue { .string(text) }
}

extension Array: PreferenceConvertible where Element: PreferenceConvertible {
  /// Several of one type.
  public init?(preference value: PreferenceValue) {
    guard case .array(let values) = value else { return nil }
    let elements = values.compactMap(Element.init(preference:))
    guard elements.count == values.count else { return nil }
    self = elements
  }
  /// Several in an order.
  public var preference: PreferenceValue { .array(map(\.preference)) }
}
