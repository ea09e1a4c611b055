/// JSON as a tree of objects whose members are sorted by the bytes of their names.
extension JSON {
  /// The value with the members of every object sorted.
  ///
  /// Parts that are already sorted are not copied. Most parts are sorted already, because nightd
  /// sorts the members that it writes.
  package var ordered: JSON {
    guard !isOrdered else { return self }
    return switch self {
    case .array(let values): .array(values.map(\.ordered))
    case .object(let members):
      .object(
        members.map { Member(name: $0.name, value: $0.value.ordered) }
          .sorted { $0.name.precedes($1.name) }
      )
    default: self
    }
  }

  private var isOrdered: Bool {
    switch self {
    case .array(let values): values.allSatisfy(\.isOrdered)
    case .object(let members):
      zip(members, members.dropFirst()).allSatisfy { $0.name.precedes($1.name) }
        && members.allSatisfy(\.value.isOrdered)
    default: true
    }
  }

  /// The index of the member with this name or, if no member has the name, the index at which to
  /// insert one.
  package static func place(of name: String, in members: [Member]) -> (index: Int, isThere: Bool) {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
    }
    return (low, low < members.count && members[low].name.isSameText(as: name))
  }

  /// The value at the path; nil if the path does not exist.
  package static func value(at path: ArraySlice<String>, in members: [Member]) -> JSON? {
    guard let name = path.first else { return nil }
    let (index, isThere) = place(of: name, in: members)
    guard isThere else { return nil }
    let value = members[index].value
    let rest = path.dropFirst()
    guard !rest.isEmpty else { return value }
    guard case .object(let inner) = value, !value.isTag else { return nil }
    return Self.value(at: rest, in: inner)
  }

  /// Puts a value at the path; nil removes the value at the path.
  ///
  /// A removal also removes each object that becomes empty. An object that was already empty is
  /// treated as a value, and stays. If a value on the path is not an object, an object takes its
  /// place, so that the new value can be put into that object.
  package static func put(_ value: JSON?, at path: ArraySlice<String>, in members: inout [Member]) {
    guard let name = path.last else { return }
    change(at: path.dropLast(), in: &members, isMade: value != nil) { members in
      let (index, isThere) = place(of: name, in: members)
      switch (value, isThere) {
      case (let value?, true): members[index].value = value
      case (let value?, false): members.insert(Member(name: name, value: value), at: index)
      case (nil, true): members.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Puts values into the object at the path; `values` must be sorted and have unique names.
  ///
  /// Merges the values in one pass, which is faster than a search for each name.
  package static func put(
    _ values: [Member],
    at path: ArraySlice<String>,
    in members: inout [Member]
  ) {
    change(at: path, in: &members, isMade: true) { members in
      var merged: [Member] = []
      merged.reserveCapacity(members.count + values.count)
      var rest = members[...]
      for value in values {
        while let next = rest.first, next.name.precedes(value.name) {
          merged.append(next)
          rest.removeFirst()
        }
        if let next = rest.first, next.name.isSameText(as: value.name) { rest.removeFirst() }
        merged.append(value)
      }
      members = merged + rest
    }
  }

  /// Changes the members of the object at the path.
  ///
  /// If the object is missing, `isMade` decides: true creates the object, false changes nothing.
  private static func change(
    at path: ArraySlice<String>,
    in members: inout [Member],
    isMade: Bool,
    _ body: (inout [Member]) -> Void
  ) {
    guard let name = path.first else { return body(&members) }
    let (index, isThere) = place(of: name, in: members)
    var inner: [Member] = []
    if isThere, members[index].value.isTree {
      inner = removeMembers(of: &members[index].value)
    } else if !isMade {
      return
    }
    let wasEmpty = inner.isEmpty
    change(at: path.dropFirst(), in: &inner, isMade: isMade, body)
    if inner.isEmpty, !wasEmpty {
      members.remove(at: index)
    } else if isThere {
      members[index].value = .object(inner)
    } else {
      members.insert(Member(name: name, value: .object(inner)), at: index)
    }
  }

  /// Removes and returns the members of a value; the value becomes null.
  ///
  /// The caller is then the only owner of the array of members, and can change the array without a
  /// copy.
  private static func removeMembers(of value: inout JSON) -> [Member] {
    guard case .object(let members) = value else { return [] }
    value = .null
    return members
  }

  /// Whether the value is an object of named members, rather than a tagged date or tagged data.
  private var isTree: Bool {
    guard case .object = self else { return false }
    return !isTag
  }

  /// Counts the keys at all levels.
  ///
  /// An empty object or a tag counts as one key; for any other object, the keys in it are counted.
  package static func keys(in members: [Member]) -> Int {
    members.reduce(0) { count, member in
      guard case .object(let inner) = member.value, !inner.isEmpty, !member.value.isTag else {
        return count + 1
      }
      return count + keys(in: inner)
    }
  }

  /// Whether this value and `other` are identical; `==` also returns true for different strings
  /// that look the same.
  package func isSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): left.isSameText(as: right)
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)): Self.areSame(left, right)
    default: self == other
    }
  }

  package static func areSame(_ left: [Member], _ right: [Member]) -> Bool {
    guard left.count == right.count else { return false }
    // A part that no edit changed is still the same array in memory, so compare the addresses
    // first.
    let isOneArray = left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
    }
    return isOneArray
      || zip(left, right).allSatisfy {
        $0.name.isSameText(as: $1.name) && $0.value.isSame(as: $1.value)
      }
  }
}

extension JSON {
  /// The number of D-Bus values in a call that writes all preferences in `members`.
  ///
  /// Such a call has one edit for each key of the desktop, and one for each outermost name in an
  /// application's dictionary.
  package static func values(in members: [Member]) -> Int {
    members.reduce(0) { count, member in
      guard member.name == PreferenceKey.applications, case .object(let sections) = member.value
      else { return count + edit(member.value) }
      return sections.reduce(count) { count, section in
        guard case .object(let own) = section.value else { return count + edit(section.value) }
        return own.reduce(count) { $0 + edit($1.value) }
      }
    }
  }

  /// The number of D-Bus values in one edit: five, plus those of the preference's value.
  private static func edit(_ value: JSON) -> Int { 5 + value.values }

  private var values: Int {
    switch self {
    case .array(let values): values.reduce(1) { $0 + 1 + $1.values }
    case .object(let members):
      if isTag, case .string(let text)? = members.first?.value {
        // Each byte of data is one D-Bus value, and four letters of base64 encode three bytes. A
        // date needs fewer values than data of the same length.
        text.utf8.count / 4 * 3 + 2
      } else {
        members.reduce(1) { $0 + 2 + $1.value.values }
      }
    default: 1
    }
  }
}
