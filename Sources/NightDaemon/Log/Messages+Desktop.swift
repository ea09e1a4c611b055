import NightBus
import NightContract
import NightCore
import NightStore

/// The sentences about the desktop and about inhibitors.
extension Messages {
  static func desktopNotKept(_ refusal: Disk.Refusal) -> String {
    "what the desktop says was not kept for the next start: \(words(refusal))"
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
