import NightBus
package import NightCore

/// Something in the files of preferences that someone should know.
package struct ToldFinding: Equatable, Sendable {
  /// `unreadable`, `broken`, `unknown`, `value`, `shadowed`, `locked` or `lock`; a newer daemon may
  /// know more.
  package let kind: String
  package let file: String
  package let position: Position?
  package let key: String
  package let application: String
  /// A sentence without the place.
  package let message: String
  /// A command that helps, where there is one.
  package let advice: String?

  init(_ members: Members) {
    kind = members["kind"]?.asString ?? ""
    file = members["file"]?.asString ?? ""
    position = members.position
    key = members["key"]?.asString ?? ""
    application = members["app"]?.asString ?? ""
    message = members["message"]?.asString ?? ""
    advice = members["advice"]?.asString
  }

  /// Whether something that stands in a file is not in force, other than by its own rules.
  package var isMistake: Bool { ["unreadable", "broken", "value", "lock"].contains(kind) }
}
