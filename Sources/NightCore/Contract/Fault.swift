/// Why a request was refused, as the bus names it.
package enum Fault: String, CaseIterable, Sendable {
  case invalidValue = "InvalidValue"
  case unknownOption = "UnknownOption"
  case notSupported = "NotSupported"
  case notDurable = "NotDurable"
  case limitExceeded = "LimitExceeded"
  /// A key that the table of preferences does not have.
  case unknownKey = "UnknownKey"
  /// No layer says anything of the key.
  case notSet = "NotSet"
  /// The system's files do not let it be changed.
  case locked = "Locked"
  /// Something was changed since the revision that the caller named.
  case conflict = "Conflict"
  /// There is no theme of this name.
  case unknownTheme = "UnknownTheme"
  /// The theme's file, or one of a parent's, cannot be used.
  case brokenTheme = "BrokenTheme"
  /// Told on Control alone.
  case isPrivate = "Private"

  private static let prefix = "org.nightd.Night1.Error."

  package var name: String { Self.prefix + rawValue }

  package init?(name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
  }
}
