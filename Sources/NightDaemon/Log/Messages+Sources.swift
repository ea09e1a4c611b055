import NightBus

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
    "the program that follows GNOME's settings \(words(end)) again and again; it is not started any "
      + "more before system.sources changes or nightd starts anew"
  }

  private static func words(_ end: ProgramEnd) -> String {
    switch end {
    case .exited(let code): "ends with code \(code)"
    case .killed(let signal): "ends by signal \(signal)"
    case .unknown: "ends"
    case .notStarted(let error): "cannot be started (\(error))"
    }
  }
}
