import Glibc
import NightBus
import NightCore
import NightStore
import NightTime
import NightValues

extension Messages {
  /// Describes the problem that keeps nightd from finding the place; nil without a problem.
  static func flaw(_ state: PlaceFinder.State) -> String? {
    switch state {
    case .off, .searching, .found: nil
    case .unreachable:
      "the machine's own bus cannot be reached, and with it GeoClue, which would know where this is"
    case .absent:
      "there is no GeoClue on this machine that runs, so nobody tells nightd where this is; "
        + "install geoclue, or set location.latitude and location.longitude"
    case .denied:
      "GeoClue does not let nightd know where this is: turn on location services and allow it to "
        + "nightd in the desktop's settings, or as [nightd] in /etc/geoclue/geoclue.conf"
    case .agentless:
      "GeoClue answers nobody until the session runs an agent for it, and this session runs none: "
        + GeoClueAgent.advice(isProgram)
        + ", or set the place with nightctl location LAT,LON"
    case .silent:
      "GeoClue has not said yet where this is: it waits for your answer, or for a network"
    case .nonsense: "what GeoClue says of where this is makes no sense to nightd"
    }
  }

  private static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The log's line about a state of the search; it never contains the place.
  static func line(_ state: PlaceFinder.State) -> String? {
    switch state {
    case .off, .searching: nil
    case .found: "GeoClue tells where this is"
    default: flaw(state)
    }
  }

  static func keptPlaceFlawed(_ path: String, _ flaw: PlaceFlaw) -> String {
    "\(path) \(predicate(flaw)); the place that was found last is not known"
  }

  private static func predicate(_ flaw: PlaceFlaw) -> String {
    switch flaw {
    case .file(.tooLarge(let limit)): "is larger than \(limit >> 10) KiB"
    case .file(.unreadable(let refusal)): "cannot be read: \(message(refusal))"
    case .file(let flaw): predicate(flaw)
    case .unread(let flaw):
      switch flaw.kind {
      case .empty: "is empty"
      case .newer(let format):
        "was written by a newer nightd (format \(format), known is \(PlaceFile.format))"
      case .invalid, .limit, .unknown: "is broken at \(flaw)"
      }
    }
  }

  static func placeNotKept(_ refusal: Disk.Refusal) -> String {
    "the place was not kept for the next start: \(message(refusal))"
  }

  static func placeNotForgotten(_ refusal: Disk.Refusal) -> String {
    "the place that was found last could not be taken away: \(message(refusal))"
  }
}

extension Messages {
  /// The zone's files cannot be watched in a folder; `folder` is nil if no file can be watched.
  static func zoneNotWatched(in folder: String?, _ error: BusError) -> String {
    "cannot watch \(folder ?? "the zone's files") (\(error)); another zone is seen at the next change "
      + "of the style, and at the next start"
  }

  /// Describes a fault of the zone: the rest of a sentence that begins with the file or variable.
  static func predicate(_ fault: ZoneFault, serving zone: Zone) -> String {
    let serving = zone.name.isEmpty ? "the zone read before" : zone.name
    return "\(predicate(fault.why)); \(serving) serves until it is mended"
  }

  private static func predicate(_ why: ZoneFault.Why) -> String {
    switch why {
    case .missing: return "is not there"
    case .flawed(let flaw): return predicate(flaw)
    case .broken(let flaw): return "is no zone: \(flaw)"
    case .unknown(let name, let folder, let flaw):
      let rule = flaw.map { ", and as a rule is wrong at \($0)" } ?? ""
      return "names \(Excerpt(name)), which is not in \(folder)\(rule)"
    }
  }
}
