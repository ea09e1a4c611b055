import NightCore

/// The messages about reactions, which change other programs' settings.
extension Messages {
  static func reactionFailed(_ lane: String, _ last: ReactionReport.Last) -> String {
    "the reaction \(lane) \(last.words); nightctl reactions shows what it said"
  }

  static func reactionEnded(_ end: ProgramEnd) -> String {
    switch end {
    case .exited(0): "done"
    case .exited(let code): "ended with code \(code)"
    case .killed(let signal): "was ended by signal \(signal)"
    case .unknown: "ended, and nobody can say how"
    case .notStarted(let error): "could not be started: \(error)"
    }
  }

  static func reactionTooLong(_ milliseconds: Int) -> String {
    let limit = milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    return "took longer than \(limit) and was stopped"
  }

  static func reactionFlooded(_ bytes: Int) -> String {
    "said more than \(bytes >> 20) MiB and was stopped"
  }
}

extension Messages {
  static let noSettingsProgram = "there is no program gsettings here, and nothing to be done"
  static let noSettingsSchema = "GNOME's settings are not installed here, and nothing to be done"
  static let settingsNotWritten = "could not write all of GNOME's settings"
  static let settingsOutdated = "wrote nothing: a newer style was set meanwhile"
  static let settingsNotKept =
    "could not keep what GNOME's settings said before, and so left them alone"
}
