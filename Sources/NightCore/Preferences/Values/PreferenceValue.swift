/// A value that a preference can have.
///
/// Two are equal only where nothing tells them apart, byte by byte and bit by bit: what is equal is
/// neither stored nor told.
package indirect enum PreferenceValue: Sendable {
  case bool(Bool)
  case integer(Int64)
  /// Never NaN and never infinite: JSON has no words for them.
  case double(Double)
  case string(String)
  case array([PreferenceValue])
  /// Names are unique and stand in the order of their bytes.
  case dictionary([Member])
  /// Seconds since 1970-01-01T00:00:00Z, within the years 1 to 9999; property lists know no
  /// fractions of them.
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

  /// The types, by the words that people use for them.
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

  /// How many arrays and dictionaries stand within each other here.
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
  /// A dictionary with its members in order; nil where a name stands twice.
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
  /// Swift takes texts for equal that look equal; a store must not.
  package func isSameText(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        // Copies share their bytes, so that most are told by where they are.
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
  /// The value to which the names of dictionaries lead.
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

  /// Whether so many seconds since 1970 fall within the years 1 to 9999.
  package static func isDate(_ seconds: Int64) -> Bool {
    (-62_135_596_800...253_402_300_799).contains(seconds)
  }
}
