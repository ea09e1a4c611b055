import Glibc
import NightCore
import NightStore
import NightTime
import NightValues

extension Messages {
  /// What stands in the way of knowing where this is.
  static func flaw(_ state: LocatingState) -> String? {
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

  /// The same for the log; it never says where.
  static func line(_ state: LocatingState) -> String? {
    switch state {
    case .off, .searching: nil
    case .found: "GeoClue tells where this is"
    default: flaw(state)
    }
  }

  static func keptPlaceFlawed(_ path: String, _ flaw: PlaceFlaw) -> String {
    "\(path) \(half(flaw)); the place that was found last is not known"
  }

  private static func half(_ flaw: PlaceFlaw) -> String {
    switch flaw {
    case .notAFile: "is not a regular file"
    case .notOwn: "belongs to another user"
    case .tooLarge(let limit): "is larger than \(limit >> 10) KiB"
    case .unreadable(let refusal): "cannot be read: \(words(refusal))"
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
    "the place was not kept for the next start: \(words(refusal))"
  }

  static func placeNotForgotten(_ refusal: Disk.Refusal) -> String {
    "the place that was found last could not be taken away: \(words(refusal))"
  }
}
