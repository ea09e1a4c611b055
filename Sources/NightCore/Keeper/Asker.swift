/// Who asked for a change of the appearance.
package enum Asker: Equatable, Sendable {
  case caller(ReplyID)
  /// The desktop's own switch.
  case desktop
  /// Another nightd, or another program that wrote the stored file.
  case store
  /// A hand-written file.
  case file
}

extension Asker {
  /// The replies to send; empty unless a caller asked.
  var replies: [ReplyID] {
    guard case .caller(let reply) = self else { return [] }
    return [reply]
  }
}
