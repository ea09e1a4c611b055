import NightBus
import NightContract
import NightCore
import NightStore

/// The messages about the desktop and about inhibitors.
extension Messages {
  static func desktopNotKept(_ refusal: Disk.Refusal) -> String {
    "what the desktop says was not kept for the next start: \(message(refusal))"
  }

  static func quarrelLost(_ source: String) -> String {
    "the desktop's switch (\(source)) undid what nightd did more than three times in ten seconds; "
      + "another program seems to set it back. It is not listened to any more; nightctl set system "
      + "has it decide"
  }
}

extension Refusal {
  static let inhibitorMalformed = Refusal(
    .invalidValue,
    "app and why are texts without control characters"
  )

  static let whyTooLong = Refusal(
    .limitExceeded,
    "why has at most \(Contract.whyBytes) bytes"
  )

  static let inhibitorUnknown = Refusal(
    .invalidValue,
    "this caller has no inhibitor with this cookie"
  )

  static let tooManyInhibitors = Refusal(
    .limitExceeded,
    "too many programs ask that nothing changes"
  )

  static func tooManyInhibitors(ofOne most: Int) -> Refusal {
    Refusal(.limitExceeded, "one program may ask \(most) times at most that nothing changes")
  }
}

extension Messages {
  static func backendsNotFollowed(_ error: BusError) -> String {
    "cannot follow the desktop's portal backends (\(error)); what they say counts after the next "
      + "start"
  }

  static func settingFlawed(_ source: String, _ key: String) -> String {
    "\(source) tells a value of \(key) that is none; it counts as no preference"
  }

  static func settingsProgramRefused(_ refusal: Refusal) -> String {
    "the user's systemd does not run the program that follows GNOME's settings, so that it is not "
      + "heard: \(refusal.message)"
  }

  static func settingsProgramGivenUp(_ end: ProgramEnd) -> String {
    "the program that follows GNOME's settings \(message(end)) again and again; it is not started any "
      + "more before system.sources changes or nightd starts anew"
  }

  private static func message(_ end: ProgramEnd) -> String {
    switch end {
    case .exited(let code): "ends with code \(code)"
    case .killed(let signal): "ends by signal \(signal)"
    case .unknown: "ends"
    case .notStarted(let error): "cannot be started (\(error))"
    }
  }
}
