package import NightBus

/// The daemon's answer at one moment, with times in microseconds since 1970.
package struct Shown: Equatable, Sendable {
  package let style: String
  package let serial: UInt64
  package let reason: String
  package let since: Int64?
  package let next: Int64?
  package let holdUntil: Int64?

  package init(_ values: [BusValue]) throws {
    guard values.count == 3, let style = values[0].asString, let serial = values[1].asUInt64,
      let appearance = values[2].asOptions, let reason = appearance["reason"]?.asString
    else { throw RawClient.Refused() }
    func time(_ key: String) -> Int64? { appearance[key]?.asUInt64.map { Int64($0) } }
    self.style = style
    self.serial = serial
    self.reason = reason
    since = time("since")
    next = time("next")
    holdUntil = time("hold-until")
  }
}
