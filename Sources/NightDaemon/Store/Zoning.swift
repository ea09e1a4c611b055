package import NightBus
import NightCore
package import NightStore
package import NightTime

/// Reads which zone this session has off the loop's thread, and follows it.
package final class Zoning {
  /// Called once anything about it is another.
  package var onChange: (Surroundings) -> Void = { _ in }

  /// The one thing there is to follow.
  private static let zone = "zone"

  private let following: Following<Surroundings>

  package init(_ files: ZoneFiles, on loop: Loop, log: Log, graceMilliseconds: Int = 300) {
    following = Following(
      Dictionary(files.paths.map { ($0, Self.zone) }) { first, _ in first },
      on: loop,
      graceMilliseconds: graceMilliseconds,
      sayUnwatched: { log.warning(Messages.zoneNotWatched(in: $0, $1)) },
      { _, known in
        let reading = files.read()
        return .init(content: Surroundings(reading, after: known), isHalf: reading.isHalf)
      }
    )
    following.saySilent = { [paths = files.paths] _ in
      log.warning(Messages.fileSilent(paths.joined(separator: " or ")))
    }
    following.onNews = { [unowned self] then in
      onChange(surroundings)
      then()
    }
  }

  /// What counts now.
  package var surroundings: Surroundings { following.contents[Self.zone] ?? Surroundings() }

  /// Reads at the start, and waits for it; from then on changes are followed.
  package func load() -> Surroundings {
    following.load()
    return surroundings
  }

  /// Reads anew, for what cannot be watched, such as a mount; what changed is told by `onChange`.
  package func look() { following.readNow {} }
}

extension Surroundings {
  /// Where no zone was found, that of before serves, or UTC.
  fileprivate init(_ reading: ZoneReading, after known: Surroundings?) {
    switch reading.finding {
    case .zone(let zone):
      self.init(zone: zone, zonePlace: reading.place)
    case .fault(let fault):
      let known = known ?? Surroundings()
      let message = Messages.half(fault, serving: known.zone)
      self.init(
        zone: known.zone,
        zonePlace: known.zonePlace,
        flaw: ZoneProblem(file: fault.place, message: message)
      )
    }
  }
}
