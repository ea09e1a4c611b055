import NightBus
import NightContract
package import NightCore

/// What one layer says of a key.
package struct ExplainedLayer: Equatable, Sendable {
  /// `set`, `user`, `system` or `registered`; a newer daemon may know more.
  package let layer: String
  /// Whether it is the application's own section and not the desktop's.
  package let isOwn: Bool
  package let file: String?
  package let position: Position?
  /// Nil where it says nothing.
  package let value: PreferenceValue?
  /// Why the value that stands there does not count.
  package let flaw: String?
  /// FILE:LINE:COLUMN of the lock that has the search begin here.
  package let lock: String?
  package let isWinner: Bool

  init(_ members: Members) {
    layer = members["layer"]?.asString ?? ""
    isOwn = members["own"]?.asBool ?? false
    file = members["file"]?.asString
    position = members.position
    value = members["value"].flatMap(PreferenceValue.init)
    flaw = members["flaw"]?.asString
    lock = members["lock"]?.asString
    isWinner = members["wins"]?.asBool ?? false
  }
}

extension Members {
  /// The place that `line` and `column` give.
  var position: Position? {
    guard let line = self["line"]?.asUInt32 else { return nil }
    return Position(line: Int(line), column: Int(self["column"]?.asUInt32 ?? 1))
  }
}
