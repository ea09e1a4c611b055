package import NightBus
package import NightCore
package import NightStore

/// Reads the session's time zone on a thread other than the loop's, and follows the zone's files.
package final class ZoneWatcher {
  /// Called after the zone, the zone's main place, or the problem with the zone has changed.
  package var onChange: (Surroundings) -> Void = { _ in }

  /// The follower's name for its only content, which it reads from all files of the zone.
  private static let zone = "zone"

  private let follower: FileFollower<Surroundings>

  package init(_ files: ZoneFiles, on loop: Loop, log: Log, graceMilliseconds: Int = 300) {
    follower = FileFollower(
      Dictionary(files.paths.map { ($0, Self.zone) }) { first, _ in first },
      on: loop,
      graceMilliseconds: graceMilliseconds,
      onUnwatched: { log.warning(Messages.zoneNotWatched(in: $0, $1)) },
      { _, known in
        let reading = files.read()
        return .init(content: Surroundings(reading, after: known), isHalf: reading.isHalf)
      }
    )
    follower.onSilence = { [paths = files.paths] _ in
      log.warning(Messages.fileSilent(paths.joined(separator: " or ")))
    }
    follower.onChange = { [unowned self] then in
      onChange(surroundings)
      then()
    }
  }

  /// The time zone in force, and the zone's main place.
  package var surroundings: Surroundings { follower.contents[Self.zone] ?? Surroundings() }

  /// Reads the zone's files on this thread, and follows them from now on.
  package func load() -> Surroundings {
    follower.load()
    return surroundings
  }

  /// Reads the zone's files again, because a watch misses some changes, such as a mount.
  package func readAgain() { follower.readNow {} }
}

extension Surroundings {
  /// Makes the surroundings (the zone and the zone's main place) from the contents of the files.
  ///
  /// If no zone was found, keeps the known zone, or UTC if none is known.
  fileprivate init(_ reading: ZoneReading, after known: Surroundings?) {
    switch reading.finding {
    case .zone(let zone):
      self.init(zone: zone, zonePlace: reading.place)
    case .fault(let fault):
      let known = known ?? Surroundings()
      let message = Messages.predicate(fault, serving: known.zone)
      self.init(
        zone: known.zone,
        zonePlace: known.zonePlace,
        flaw: ZoneProblem(file: fault.place, message: message)
      )
    }
  }
}
