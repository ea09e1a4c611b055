/// Why a job failed, with a sentence of nightctl or NightKit.
package enum Failure: Error, Equatable, Sendable {
  /// There is no bus, or no daemon that answers on it.
  case unreachable(String)
  /// The command did not end in time.
  case noAnswer
  /// The command nightctl was not found.
  case noProgram
  /// A path that names neither a file nor a folder.
  case noFile(String)
  case refused(String)
  /// The output was not what docs/nightctl.md describes.
  case malformed(String)
}

/// The sentences that the window and the icon share.
extension Context {
  /// The name of a choice, such as “Schedule”; a choice of a later nightd keeps its keyword.
  func choiceTitle(_ choice: String) -> String {
    switch choice {
    case "light": tr("Light")
    case "dark": tr("Dark")
    case "schedule": tr("Schedule")
    case "system": tr("As the desktop")
    default: choice
    }
  }

  /// Why the style is in effect, and until when.
  func reason(_ why: WhyReport) -> String {
    let next = why.next.flatMap(Clock.seconds).map { moment($0) }
    if why.reason == "hold", let end = why.holdUntil.flatMap(Clock.seconds) {
      return tr("For a while, until {time}", ["time": moment(end)])
    }
    let reason =
      switch why.reason {
      case "choice":
        why.by == "desktop" ? tr("You chose it with the desktop's switch") : tr("You chose it")
      case "schedule": tr("The schedule decides")
      case "system": tr("The desktop decides")
      case "inhibit": tr("A program prevents the change for now")
      case "fallback": tr("Nobody has chosen a style yet")
      default: ""
      }
    guard let next, !reason.isEmpty, why.nextStyle != why.style else { return reason }
    return tr("{reason}, until {time}", ["reason": reason, "time": next])
  }

  /// The sentence for a failure; sentences of nightctl stay as they are.
  func sentence(_ failure: Failure) -> String {
    switch failure {
    case .unreachable(let why), .refused(let why), .malformed(let why): why
    case .noAnswer: tr("nightd did not answer in time.")
    case .noFile(let path): tr("{path} is not a file.", ["path": path])
    case .noProgram: tr("The command nightctl was not found. Install nightd.")
    }
  }
}
