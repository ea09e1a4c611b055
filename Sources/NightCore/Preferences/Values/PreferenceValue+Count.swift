/// How many values the bus's readers count, each within another included.
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

extension JSON {
  /// How many a call counts that writes all of a section: an edit for each key of the desktop and
  /// each outermost name of an application.
  static func values(in members: [Member]) -> Int {
    members.reduce(0) { count, member in
      guard member.name == PreferenceKey.applications, case .object(let sections) = member.value
      else { return count + edit(member.value) }
      return sections.reduce(count) { count, section in
        guard case .object(let own) = section.value else { return count + edit(section.value) }
        return own.reduce(count) { $0 + edit($1.value) }
      }
    }
  }

  /// The edit, its application, key and list, and the variant in that.
  private static func edit(_ value: JSON) -> Int { 5 + value.values }

  private var values: Int {
    switch self {
    case .array(let values): values.reduce(1) { $0 + 1 + $1.values }
    case .object(let members):
      if isTag, case .string(let text)? = members.first?.value {
        // Base64 has four letters for three bytes; a date is shorter than what this allows it.
        text.utf8.count / 4 * 3 + 2
      } else {
        members.reduce(1) { $0 + 2 + $1.value.values }
      }
    default: 1
    }
  }
}
