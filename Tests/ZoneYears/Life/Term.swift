import NightCore

/// The end of a hold, as it was asked for.
enum Term {
  case next
  case seconds(Int64)
  case clock(ClockTime)
  case tomorrow(ClockTime)
  case event(SunEvent)

  /// As the Keeper is asked.
  var words: HoldTerm {
    switch self {
    case .next: .next
    case .seconds(let seconds): .seconds(UInt64(seconds))
    case .clock(let clock): .clock(clock)
    case .tomorrow(let clock): .tomorrow(clock)
    case .event(let event): .sun(event)
    }
  }
}
