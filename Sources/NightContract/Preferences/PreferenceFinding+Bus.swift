package import NightBus
package import NightCore

/// What `Check` found, as it carries it.
extension PreferenceFinding {
  private enum Key {
    static let kind = "kind"
    static let file = "file"
    static let line = "line"
    static let column = "column"
    static let key = "key"
    static let application = "app"
    static let message = "message"
    static let advice = "advice"
  }

  package var bus: BusValue {
    var members: [(String, BusValue)] = [
      (Key.kind, .string(kind.rawValue)), (Key.file, .string(file)),
    ]
    if let position {
      members.append((Key.line, .uint32(UInt32(clamping: position.line))))
      members.append((Key.column, .uint32(UInt32(clamping: position.column))))
    }
    if let key {
      members.append((Key.key, .string(key.name)))
      members.append((Key.application, .string(key.application)))
    }
    members.append((Key.message, .string(message)))
    if let advice { members.append((Key.advice, .string(advice))) }
    return .options(members)
  }

  /// Nil for a kind that this version does not know.
  package init?(_ bus: BusValue) {
    guard let members = bus.asOptions,
      let kind = members[Key.kind]?.asString.flatMap(Kind.init),
      let file = members[Key.file]?.asString, let message = members[Key.message]?.asString
    else { return nil }
    let application = members[Key.application]?.asString ?? ""
    self.init(
      kind,
      in: file,
      at: Position(members[Key.line], members[Key.column]),
      of: members[Key.key]?.asString.flatMap { try? PreferenceKey($0, of: application) },
      message,
      advice: members[Key.advice]?.asString
    )
  }
}
