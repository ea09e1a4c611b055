extension PreferenceKey {
  /// The value as the key takes it, or why it does not.
  func judge(_ value: PreferenceValue) -> Result<PreferenceValue, Flaw> {
    if let entry = PreferenceTable.entry(self) {
      if let accepted = entry.type.accepts(value) { return .success(accepted) }
      return .failure(
        Flaw(
          fault: .invalidValue,
          message: "\(name) takes \(entry.type.words), and this is \(value.described)"
        )
      )
    }
    guard !isOfDesktop else {
      return .failure(
        Flaw(
          fault: .unknownKey,
          message: "\(JSONReader.quoted(name)) is no key that nightd knows"
            + PreferenceTable.meant(name)
        )
      )
    }
    guard parts.count - 1 + value.depth <= PreferenceLimits.depth else {
      return .failure(
        Flaw(
          fault: .limitExceeded,
          message: "\(name) nests more than \(PreferenceLimits.depth) deep"
        )
      )
    }
    guard value.json.text(pretty: false).utf8.count <= PreferenceLimits.valueBytes else {
      return .failure(
        Flaw(
          fault: .limitExceeded,
          message: "\(name) takes more than \(PreferenceLimits.valueBytes >> 10) KiB"
        )
      )
    }
    return .success(value)
  }
}

extension PreferenceValue {
  /// What it is, for people: `the text 'purple'`.
  var described: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): "the text \(JSONReader.quoted(text))"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .date: "a date"
    case .data: "data"
    }
  }
}

extension PreferenceTable {
  /// Whether keys of the desktop stand below this name.
  static func isPrefix(_ name: String) -> Bool {
    entries.contains { $0.scope != .application && $0.name.hasPrefix(name + ".") }
  }

  /// A hint at the key that was probably meant; empty where none is near.
  package static func meant(_ name: String) -> String {
    let known = keys().map(\.name)
    return NearestWord.to(name, among: known).map { "; did you mean \($0)?" } ?? ""
  }
}
