/// Why a request was refused, as the bus names it.
package enum Fault: String, CaseIterable, Sendable {
  case invalidValue = "InvalidValue"
  case unknownOption = "UnknownOption"
  case notSupported = "NotSupported"
  case notDurable = "NotDurable"
  case limitExceeded = "LimitExceeded"

  private static let prefix = "org.nightd.Night1.Error."

  package var name: String { Self.prefix + rawValue }

  package init?(name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
  }
}
