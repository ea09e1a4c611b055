package import NightBus
import NightCore
import NightTime
import NightValues

extension Transition {
  package static let busType = BusType.structure([.uint64, .string])

  package var bus: BusValue {
    .structure([.uint64(UInt64(clamping: instant.microseconds)), .string(style.rawValue)])
  }

  package init?(_ value: BusValue) {
    guard case .structure(let parts) = value, parts.count == 2,
      let microseconds = parts[0].asUInt64,
      let style = parts[1].asString.flatMap(Style.init(rawValue:))
    else { return nil }
    self.init(Instant(microseconds: Int64(clamping: microseconds)), style)
  }
}
