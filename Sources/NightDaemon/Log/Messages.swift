import Glibc
import NightBus
import NightContract
import NightCore
import NightStore

/// The messages that the daemon writes for people.
enum Messages {
  static func ready(_ appearance: Appearance) -> String {
    "ready: the style is \(appearance.style.rawValue) (\(why(appearance.reason)))"
  }

  static func changed(_ appearance: Appearance) -> String {
    "the style is now \(appearance.style.rawValue) (\(why(appearance.reason)))"
  }

  private static func why(_ reason: Reason) -> String {
    switch reason {
    case .choice: "as chosen"
    case .hold: "held"
    case .schedule: "by the schedule"
    case .system: "by the desktop's switch"
    case .inhibit: "changes are inhibited"
    case .app: "for one application"
    case .fallback: "by default"
    }
  }

  static func nameTaken(_ name: BusName, by process: UInt32?, called program: String?) -> String {
    guard let process else {
      return "another program owns \(name) on this bus; is nightd already running?"
    }
    let who = program.map { " (\($0))" } ?? ""
    return "already running: process \(process)\(who) owns \(name) on this bus"
  }

  static func nameLost(_ name: BusName) -> String { "lost the name \(name) on the bus; ending" }

  static func portalNameTaken(_ process: UInt32?, called program: String?) -> String {
    let who = process.map { process in
      "process \(process)" + (program.map { " (\($0))" } ?? "")
    }
    return
      "\(who ?? "another program") owns the bus name \(BusName.portalBackend), so applications "
      + "that ask the desktop portal get that program's answers, not nightd's; see nightctl doctor"
  }

  static func portalNameRefused(_ error: BusError) -> String {
    "the bus does not give nightd the name \(BusName.portalBackend), so the portal gets no "
      + "settings from nightd: \(error)"
  }

  static func portalUnwatched(_ error: BusError) -> String {
    "cannot watch the name \(BusName.portalFrontend), so nightd cannot tell a restarted portal "
      + "what changed while no portal was running: \(error)"
  }

  static let busLost = "the connection to the bus was lost; ending"

  static let noHome =
    "HOME is not set, so there is no place to store the choice; set HOME or "
    + "XDG_STATE_HOME"

  static let stopTimedOut = "the disk or the bus did not answer in time; ending anyway"

  static let oneOptionAtMost = "nightd accepts at most one option"

  static func unknownOption(_ word: String, _ known: [String]) -> String {
    let hint = NearestWord.to(word, among: known).map { "; did you mean “\($0)”?" } ?? ""
    return "\(Excerpt(word)) is not an option of nightd\(hint)"
  }

  static func wrongUse(_ why: String) -> String { why + "; see nightd --help" }

  static func notWritten(_ code: Int32) -> String {
    "cannot write to standard output: \(SystemError.message(code))"
  }

  static func notTold(_ error: BusError) -> String { "a change could not be announced: \(error)" }

  static func notWatched(_ folder: String, _ error: BusError) -> String {
    "cannot watch \(folder) (\(error)); changes made by another nightd are "
      + "noticed only when this nightd stores its next change"
  }

  /// The warning that a hand-written file cannot be watched; `folder` is nil if no hand-written
  /// file can be watched.
  static func filesNotWatched(in folder: String?, _ error: BusError) -> String {
    "cannot watch \(folder.map { "the files in " + $0 } ?? "the configuration files") (\(error)); "
      + "after you edit one of them, run nightctl prefs check, or restart nightd"
  }

  /// The message about a file whose disk or server does not answer.
  static func fileSilent(_ path: String) -> String {
    "\(path) \(doesNotAnswer); until nightd can read the file, it uses the version that it read before"
  }

  /// The text that follows the file's path in a message about a file that does not answer.
  static let doesNotAnswer = "does not answer: its disk or its server may hang"

  /// Describes a file's flaw; in the message, the file's path precedes this text.
  static func predicate(_ flaw: FileFlaw) -> String { flaw.predicate(SystemError.message) }

  static func finding(_ finding: PreferenceFinding) -> String {
    let advice = finding.advice.map { "; to change this, run: \($0)" } ?? ""
    return "\(finding.place): \(finding.message)\(advice)"
  }
}

extension Refusal {
  static func notHeld(_ choice: Choice) -> Refusal {
    Refusal(
      .invalidValue,
      "“\(choice.rawValue)” cannot be held for a limited time; only “light” and “dark” can"
    )
  }

  static let daysMalformed = Refusal(
    .invalidValue,
    "ask for 1 to \(Contract.scheduleDays) days of the schedule"
  )

  static let closing = Refusal(.notDurable, "nightd is ending; nothing was changed")

  static let answerTooLarge = Refusal(
    .limitExceeded,
    "the reply is too large for one message"
  )

  static let unread = Refusal(
    .limitExceeded,
    "too many large replies wait to be read, on this connection or on all connections together; "
      + "answer the Ping of org.freedesktop.DBus.Peer, reconnect, or try again later"
  )

  static let overtaken = Refusal(
    .conflict,
    "another request came while the theme was being read, so this request changed nothing"
  )

  static let themesSilent = Refusal(
    .limitExceeded,
    "the theme files cannot be read now: a disk or a server does not answer; to find the "
      + "file, look at nightd's log or run nightctl prefs check"
  )

  static let tooManyWaiting = Refusal(
    .limitExceeded,
    "too many changes are waiting to be stored; try again"
  )

  static let tooManyThemeReaders = Refusal(
    .limitExceeded,
    "too many programs ask for a theme at once; try again"
  )

  static let closingUnread = Refusal(.notDurable, "nightd is ending; nothing was read")

  static let tooManyReaders = Refusal(
    .limitExceeded,
    "too many programs are asking for the history; try again"
  )

  static let countMalformed = Refusal(
    .invalidValue,
    "ask for 1 to \(Contract.historyEntries) changes"
  )
}
