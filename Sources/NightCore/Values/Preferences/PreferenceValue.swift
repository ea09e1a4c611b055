/// The value of a preference.
///
/// Values are equal only if all their bytes and bits are the same. Exact equality matters because a
/// write that does not change a value is neither stored nor announced.
package indirect enum PreferenceValue: Sendable {
  case bool(Bool)
  case integer(Int64)
  /// The number is never NaN or infinite, because JSON has no such values.
  case double(Double)
  case string(String)
  case array([PreferenceValue])
  /// The members' names are unique, and sorted by their bytes.
  case dictionary([Member])
  /// Seconds since 1970-01-01T00:00:00Z, for the years 1 to 9999.
  ///
  /// The seconds are whole, because property lists have no fractions of a second.
  case date(seconds: Int64)
  case data([UInt8])

  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: PreferenceValue

    package init(name: String, value: PreferenceValue) {
      self.name = name
      self.value = value
    }

    package static func == (left: Member, right: Member) -> Bool {
      left.name.isSameText(as: right.name) && left.value == right.value
    }
  }

  /// The types of values; each raw value is the type's name in messages.
  package enum Kind: String, CaseIterable, Sendable {
    case bool, integer, double, string, array, dictionary, date, data
  }

  package var kind: Kind {
    switch self {
    case .bool: .bool
    case .integer: .integer
    case .double: .double
    case .string: .string
    case .array: .array
    case .dictionary: .dictionary
    case .date: .date
    case .data: .data
    }
  }

  /// A description of the value for messages, such as `the string “purple”`.
  package var described: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): "the string \(MessageText.quoted(text))"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .date: "a date"
    case .data: "data"
    }
  }

  /// How many levels of arrays and dictionaries are nested; 0 for a value of any other type.
  package var depth: Int {
    switch self {
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    case .dictionary(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}

extension PreferenceValue: Equatable {
  package static func == (left: PreferenceValue, right: PreferenceValue) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.isSameText(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    default: false
    }
  }
}

extension PreferenceValue {
  /// Makes a dictionary and sorts its members; nil if a name occurs twice.
  package static func dictionary(unordered members: [Member]) -> PreferenceValue? {
    let ordered = members.sorted { $0.name.precedes($1.name) }
    for (member, next) in zip(ordered, ordered.dropFirst())
    where !member.name.precedes(next.name) {
      return nil
    }
    return .dictionary(ordered)
  }
}

extension String {
  /// Whether both strings have the same bytes.
  ///
  /// Swift's `==` also accepts strings that only look the same, but stored strings must be told
  /// apart.
  package func isSameText(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        // Copies of a string share their storage, so comparing addresses usually settles the
        // comparison.
        left.count == right.count
          && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  package func precedes(_ other: String) -> Bool {
    let precedes = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { left.lexicographicallyPrecedes($0) }
    }
    return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension PreferenceValue {
  /// The value at a path of names through nested dictionaries.
  package func value(at path: ArraySlice<String>) -> PreferenceValue? {
    guard let name = path.first else { return self }
    guard case .dictionary(let members) = self else { return nil }
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
    }
    guard low < members.count, members[low].name.isSameText(as: name) else { return nil }
    return members[low].value.value(at: path.dropFirst())
  }

  /// Whether these seconds since 1970 are in the years 1 to 9999.
  package static func isDate(_ seconds: Int64) -> Bool {
    (-62_135_596_800...253_402_300_799).contains(seconds)
  }
}

extension PreferenceValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral values: PreferenceValue...) { self = .array(values) }
}

/// The number of D-Bus values that a reader on the bus counts for this preference value and
/// everything nested in it.
extension PreferenceValue {
  package var count: Int {
    switch self {
    case .bool, .integer, .double, .string: 1
    case .array(let values): values.reduce(1) { $0 + 1 + $1.count }
    case .dictionary(let members): members.reduce(1) { $0 + 2 + $1.value.count }
    case .date: 2
    case .data(let bytes): 1 + bytes.count
    }
  }
}

/// The limits of one preference, and of all preferences together.
///
/// The limits are well below those of the bus and the JSON reader, so that all preferences can be
/// sent and read again.
package enum PreferenceLimits {
  package static let keyBytes = 255
  /// The largest value, in bytes of JSON on one line.
  package static let valueBytes = 64 << 10
  /// The maximum number of keys, including those of applications and the members of dictionaries.
  package static let keys = 4096
  /// The maximum size, in bytes, of the section with all preferences in the store's file.
  ///
  /// The whole store file can have 4 MiB, so 64 KiB are left for everything except the preferences.
  package static let sectionBytes = (4 << 20) - (64 << 10)
  /// The maximum number of D-Bus values in one preference value, as a reader on the bus counts
  /// them.
  ///
  /// The count includes the value itself, every value in it and each byte of data. Each byte of
  /// data counts as one value, but `valueBytes` allows at most 48 KiB of data, which is below this
  /// limit.
  package static let values = 50_000
  /// The maximum number of D-Bus values in one call that writes all preferences.
  ///
  /// A reader on the bus accepts at most 262,144 values in a message.
  package static let allValues = 240_000
  /// How many levels of arrays and dictionaries may be nested; each dot in a key is one level.
  package static let depth = 8
  /// The maximum number of edits of preferences in one call.
  package static let edits = 4096
}

extension JSON {
  /// Whether the value is an object that encodes a date or data.
  package var isTag: Bool {
    guard case .object(let members) = self, members.count == 1, let first = members.first,
      case .string = first.value
    else { return false }
    return first.name.hasPrefix("$") && !first.name.hasPrefix("$$")
  }
}
