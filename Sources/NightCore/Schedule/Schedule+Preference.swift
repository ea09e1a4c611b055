/// A schedule as the value of its preference: an array of its rules' texts.
extension Schedule {
  package init(_ value: PreferenceValue) throws(ScheduleFlaw) {
    guard case .array(let values) = value else {
      throw ScheduleFlaw("expected an array of rules, and this is \(value.described)")
    }
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value else {
        throw ScheduleFlaw(index: index, "expected a text, and this is \(value.described)")
      }
      texts.append(text)
    }
    try self.init(texts)
  }

  package var value: PreferenceValue { .array(texts.map(PreferenceValue.string)) }
}

extension Preferences {
  /// The schedule in force; the registered one where no layer gives one.
  package var schedule: Schedule {
    let value = value(PreferenceKey(known: PreferenceTable.schedule))
    return value.flatMap { try? Schedule($0) } ?? .registered
  }
}
