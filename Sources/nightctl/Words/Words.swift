import NightBus
import NightClient
import NightCore

/// The sentences of nightctl for people.
enum Words {
  static func fileSilent(_ path: String) -> String {
    "\(path) does not answer: its disk or its server may hang; look at its mount, and try again "
      + "once the file can be read"
  }

  /// The end of a sentence: `; did you mean “dark”?`; empty for nil.
  static func meant(_ text: String?) -> String {
    text.map { "; did you mean \(Excerpt($0))?" } ?? ""
  }

  static func meant(_ word: String, _ known: [String]) -> String {
    let folded = word.lowercased()
    let alike = known.filter { $0.lowercased() == folded }
    guard alike.count < 2 else {
      return "; did you mean \(alike.map { "“\($0)”" }.joined(separator: " or "))?"
    }
    return NearestWord.to(word, among: known).map { "; did you mean “\($0)”?" } ?? ""
  }

  static func sentence(_ error: ClientError) -> String {
    switch error {
    case .noBus(let why): why
    // The bus's own words say nothing to people.
    case .noDaemon(_, isStartFailed: true):
      "nightd is not running, and its start failed; nightctl doctor says why"
    case .noDaemon:
      "nightd is not running; start it with systemctl --user start nightd, or run nightd"
    case .ended: "nightd ended before it answered; nightctl get says whether it was done"
    case .forged(let why): "\(why), so nothing is known; nightctl get says what is in force"
    case .noAnswer:
      "nightd does not answer; nightctl doctor says how to restart it"
    case .silent(let process, let isRead):
      "nightd\(process.map { " (process \($0))" } ?? "") does not answer; "
        + (isRead ? "" : "what was asked may still be done; ")
        + "nightctl doctor says how to restart it"
    case .denied(let why):
      "the bus or a sandbox does not let nightctl do this (\(why)); run it outside of the sandbox, "
        + "or let the sandbox talk to org.nightd.Night1"
    case .refused(_, let why), .garbled(let why): why
    }
  }

  static func withoutSudo(_ user: String) -> String {
    "; this is root, and nightd runs in the session of \(user): run nightctl without sudo"
  }

  static func otherUsersBus(_ owner: UInt32, _ user: UInt32) -> String {
    "; this bus is that of user \(owner), and you are user \(user): run nightctl as its user, without su "
      + "or sudo"
  }

  static let noArguments = "the arguments of this command cannot be read; nothing was done"
  static let busLost = "the connection to the bus was lost"

  static func byClockDid(_ style: Style, _ time: LocalTime) -> String {
    "The clock says \(time.clock): the style is \(style.rawValue) now."
  }

  static func byClockHadNothingToDo(_ style: Style, _ time: LocalTime) -> String {
    "The clock says \(time.clock): the style is \(style.rawValue) already."
  }

  static func byClockLocked(_ why: String) -> String { "Nothing was done: \(why)." }

  static func byClockLeftAlone(_ appearance: Appearance) -> String {
    guard appearance.reason != .hold else {
      return "Nothing was done: \(appearance.style.rawValue) is held for a while."
    }
    return "Nothing was done: \(decider(appearance)) decides."
  }
}
