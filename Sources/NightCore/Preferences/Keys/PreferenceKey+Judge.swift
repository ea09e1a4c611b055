extension PreferenceKey {
  /// The value as the key takes it, or why it does not.
  package func judge(_ value: PreferenceValue) -> Result<PreferenceValue, Flaw> {
    if let entry = PreferenceTable.entry(self) {
      if let accepted = entry.type.accepts(value) { return .success(accepted) }
      if let flaw = entry.type.flaw(in: value) {
        return .failure(
          Flaw(
            fault: .invalidValue,
            message: "\(name): \(flaw.message)",
            element: flaw.index,
            column: flaw.column
          )
        )
      }
      // Sentences are logged, and told to more than those who may read a private value.
      let found = entry.isPrivate ? "" : ", and this is \(value.described)"
      return .failure(
        Flaw(fault: .invalidValue, message: "\(name) takes \(entry.type.words)\(found)")
      )
    }
    guard !isOfDesktop else {
      return .failure(
        Flaw(
          fault: .unknownKey,
          message: "\(MessageText.singleQuoted(name)) is no key that nightd knows"
            + PreferenceTable.meant(name)
        )
      )
    }
    guard dots + value.depth <= PreferenceLimits.depth else {
      return .failure(
        Flaw(
          fault: .limitExceeded,
          message: "\(name) nests more than \(PreferenceLimits.depth) deep"
        )
      )
    }
    guard value.isShort else {
      return .failure(
        Flaw(
          fault: .limitExceeded,
          message: "\(name) takes more than \(PreferenceLimits.valueBytes >> 10) KiB"
        )
      )
    }
    guard value.count <= PreferenceLimits.values else {
      return .failure(
        Flaw(
          fault: .limitExceeded,
          message: "\(name) holds more than \(PreferenceLimits.values) values"
        )
      )
    }
    return .success(value)
  }
}

extension PreferenceValue {
  /// Whether it stays within its limit as JSON; whatever is short by any reckoning is not written.
  fileprivate var isShort: Bool {
    most <= PreferenceLimits.valueBytes
      || json.text(pretty: false).utf8.count <= PreferenceLimits.valueBytes
  }

  /// How long it is at most.
  private var most: Int {
    switch self {
    case .bool: 5
    case .integer(let value): "\(value)".utf8.count
    case .double: 24
    case .string(let text): JSON.string(text).bytes(level: 0)
    case .array(let values): values.reduce(2) { $0 + $1.most + 1 }
    case .dictionary(let members):
      // A dollar in front of a name is doubled.
      members.reduce(2) { $0 + JSON.string($1.name).bytes(level: 0) + 3 + $1.value.most }
    case .date: 40
    case .data(let bytes): 2 * bytes.count + 20
    }
  }

  /// What it is, for people: `the text 'purple'`.
  var described: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): "the text \(MessageText.singleQuoted(text))"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .date: "a date"
    case .data: "data"
    }
  }
}

extension PreferenceTable {
  /// Whether keys of the desktop stand below this name.
  package static func isPrefix(_ name: String) -> Bool {
    entries.contains { $0.scope != .application && $0.name.hasPrefix(name + ".") }
  }

  /// A hint at the key that was probably meant; empty where none is near.
  package static func meant(_ name: String) -> String {
    let known = keys().map(\.name)
    return NearestWord.to(name, among: known).map { "; did you mean \($0)?" } ?? ""
  }
}
