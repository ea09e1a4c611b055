import NightCore

/// The value of a preference.
public indirect enum PreferenceValue: Equatable, Sendable {
  /// A Boolean value, true or false.
  case bool(Bool)
  /// A 64-bit integer.
  case integer(Int64)
  /// A floating-point number, always finite.
  case double(Double)
  /// A string of Unicode characters.
  case string(String)
  /// A list of values in order.
  case array([PreferenceValue])
  /// A dictionary whose keys are the names of its values.
  case dictionary([String: PreferenceValue])
  /// A moment in time, in seconds since 1970-01-01T00:00:00Z.
  case date(Int64)
  /// A sequence of bytes.
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

/// A type whose values can be stored as preferences.
public protocol PreferenceConvertible: Sendable {
  /// Reads a stored value, or returns nil if the value has another type.
  ///
  /// - Parameter value: The stored value, of any type.
  init?(preference value: PreferenceValue)
  /// This value, in the form in which it is stored.
  var preference: PreferenceValue { get }
}

extension PreferenceValue: PreferenceConvertible {
  /// Accepts a stored value of any type, unchanged.
  ///
  /// - Parameter value: The stored value; no value is refused.
  public init?(preference value: PreferenceValue) { self = value }
  /// The value itself, because a `PreferenceValue` already has the stored form.
  public var preference: PreferenceValue { self }
}

extension Bool: PreferenceConvertible {
  /// Reads a stored Boolean, or returns nil if the value has another type.
  ///
  /// - Parameter value: The stored value, such as `.bool(true)`.
  public init?(preference value: PreferenceValue) {
    guard case .bool(let value) = value else { return nil }
    self = value
  }
  /// The Boolean, in the form in which it is stored.
  public var preference: PreferenceValue { .bool(self) }
}

extension Int: PreferenceConvertible {
  /// Reads a stored integer, or returns nil if the value has another type or does not fit into an
  /// `Int`.
  ///
  /// - Parameter value: The stored value, such as `.integer(4)`.
  public init?(preference value: PreferenceValue) {
    guard case .integer(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// The integer, in the form in which it is stored.
  public var preference: PreferenceValue { .integer(Int64(self)) }
}

extension Double: PreferenceConvertible {
  /// Reads a stored integer or floating-point number, or returns nil if the value has another type.
  ///
  /// - Parameter value: The stored value, such as `.double(1.5)` or `.integer(4)`.
  public init?(preference value: PreferenceValue) {
    switch value {
    case .double(let value): self = value
    case .integer(let value): self.init(value)
    default: return nil
    }
  }
  /// The number, in the form in which it is stored.
  public var preference: PreferenceValue { .double(self) }
}

extension String: PreferenceConvertible {
  /// Reads a stored string, or returns nil if the value has another type.
  ///
  /// - Parameter value: The stored value, such as `.string("serif")`.
  public init?(preference value: PreferenceValue) {
    guard case .string(let value) = value else { return nil }
    self = value
  }
  /// The string, in the form in which it is stored.
  public var preference: PreferenceValue { .string(self) }
}

extension Color: PreferenceConvertible {
  /// Reads a colour from a stored string, or returns nil if the value is not a string that
  /// describes a colour.
  ///
  /// - Parameter value: The stored value, such as `.string("#1f5fc4")`.
  public init?(preference value: PreferenceValue) {
    guard case .string(let text) = value else { return nil }
    self.init(text)
  }
  /// The colour, converted to the string that is stored.
  public var preference: PreferenceValue { .string(hex) }
}

extension Array: PreferenceConvertible where Element: PreferenceConvertible {
  /// Reads a stored array; returns nil if the value is no array, or if an element's type is wrong.
  ///
  /// - Parameter value: The stored value, such as `.array([.integer(4)])`.
  public init?(preference value: PreferenceValue) {
    guard case .array(let values) = value else { return nil }
    let elements = values.compactMap(Element.init(preference:))
    guard elements.count == values.count else { return nil }
    self = elements
  }
  /// The array, in the form in which it is stored.
  public var preference: PreferenceValue { .array(map(\.preference)) }
}
