package import NightBus
package import NightCore

/// What one layer says of a key, as `Explain` carries it.
extension LayerRow {
  private enum Key {
    static let layer = "layer"
    static let isOwn = "own"
    static let file = "file"
    static let line = "line"
    static let column = "column"
    static let value = "value"
    static let flaw = "flaw"
    static let lock = "lock"
    static let isIgnored = "passed-over"
    static let wins = "wins"
  }

  package var bus: BusValue {
    var members: [(String, BusValue)] = [
      (Key.layer, .string(origin.rawValue)), (Key.isOwn, .boolean(isOwn)),
    ]
    if let file { members.append((Key.file, .string(file))) }
    if let position {
      members.append((Key.line, .uint32(UInt32(clamping: position.line))))
      members.append((Key.column, .uint32(UInt32(clamping: position.column))))
    }
    if let value { members.append((Key.value, value.bus)) }
    if let flaw { members.append((Key.flaw, .string(flaw))) }
    if let lock { members.append((Key.lock, .string(lock))) }
    members.append((Key.isIgnored, .boolean(isIgnored)))
    members.append((Key.wins, .boolean(wins)))
    return .options(members)
  }

  /// Nil for a layer that this version does not know.
  package init?(_ bus: BusValue) {
    guard let members = bus.asOptions,
      let origin = members[Key.layer]?.asString.flatMap(PreferenceOrigin.init)
    else { return nil }
    self.init(origin, isOwn: members[Key.isOwn]?.asBool ?? false)
    file = members[Key.file]?.asString
    position = Position(members[Key.line], members[Key.column])
    value = members[Key.value].flatMap { PreferenceValue($0) }
    flaw = members[Key.flaw]?.asString
    lock = members[Key.lock]?.asString
    isIgnored = members[Key.isIgnored]?.asBool ?? false
    wins = members[Key.wins]?.asBool ?? false
  }
}

extension Position {
  init?(_ line: BusValue?, _ column: BusValue?) {
    guard let line = line?.asUInt32, let column = column?.asUInt32 else { return nil }
    self.init(line: Int(line), column: Int(column))
  }
}
