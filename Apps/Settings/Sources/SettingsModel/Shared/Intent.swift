/// What a user asks for with a control of the window.
package enum Intent: Equatable, Sendable {
  case run(Job)
  /// Shows what the change would write, and makes the change if the user accepts.
  case preview(Plan)
  case reload
  case copy(String)
  case showMore
  case drop([String])
  case chooseFiles
  case splitWeek, joinWeek
  /// Shows the rules of the schedule, and removes them if the user accepts.
  case resetSchedule
  case setWeekday(group: Int, day: Int, isOn: Bool)
  case enter(Field, String)
  case number(Field, Int)
  /// Moves the beginning of a style by minutes, relative to the sun's event.
  case shift(group: Int, Style, by: Int)
  case pick(Field, Int)
  /// A handle of the day's picture was moved to a minute of the day.
  case move(group: Int, Style, minute: Int)
}

/// A control whose value the user enters.
package enum Field: Equatable, Hashable, Sendable {
  case searchPrograms, searchThemes, searchZones
  case place
  case ruleKind(group: Int, Style)
  case ruleHour(group: Int, Style), ruleMinute(group: Int, Style)
  case weekdays(group: Int)
}

/// A change whose effect the window shows before it makes the change.
package enum Plan: Equatable, Hashable, Sendable {
  case programOn(String, title: String)
  case fix
  case undo

  /// The job that makes the change.
  var job: Job {
    switch self {
    case .programOn(let name, _): .program(name, isOn: true)
    case .fix: .fix
    case .undo: .undo
    }
  }
}

/// Something that the rim does outside of the model; each job ends with one `Event.finished`.
package enum Job: Equatable, Hashable, Sendable {
  // Reads.
  case why, preferences, programs, doctor, undoPlan, themes, schedule, zones
  /// Whether the icon in the panel starts at login.
  case icon
  case year(Int)
  case colors([String])
  case plan(Plan)
  case zonePlace(String)
  // Changes.
  case set(Style, Term?)
  case automatic(Automatic)
  case endHold
  case program(String, isOn: Bool)
  case fix
  case undo
  case allowPrograms
  /// A command that the doctor names; the first word is the program.
  case command([String])
  /// Chooses a theme for one style; the style itself stays.
  case setTheme(Style, String)
  case importTheme(String)
  case setRules([String])
  case clearRules
  case setPlace(latitude: Double, longitude: Double)
  case placeOfZone
  case askGeoClue
  case showIcon(Bool)

  package enum Term: Equatable, Hashable, Sendable {
    case hour
    case until(String)
    case always
  }

  package enum Automatic: String, Sendable { case schedule, system }

  /// Whether the job only reads, so that its failure concerns only the page that shows its result.
  package var isRead: Bool {
    switch self {
    case .why, .preferences, .programs, .doctor, .undoPlan, .themes, .schedule, .zones, .icon,
      .year, .colors, .plan, .zonePlace:
      true
    default: false
    }
  }

  /// The commands that do the job, each as the name of a program and its arguments.
  package var commands: [[String]] {
    switch self {
    case .preferences:
      PreferencesReport.keys.map { ["nightctl", "prefs", "explain", "--json", $0] }
    case .command(let words): [words]
    case .icon: [["nightd-icon", "--enabled"]]
    case .showIcon(let isOn): [["nightd-icon", isOn ? "--enable" : "--disable"]]
    default: [["nightctl"] + arguments]
    }
  }

  private var arguments: [String] {
    switch self {
    case .why: ["why", "--json"]
    case .preferences, .command, .icon, .showIcon: []
    case .programs: ["programs", "--json"]
    case .doctor: ["doctor", "--json"]
    case .undoPlan, .plan(.undo): ["undo", "--dry-run"]
    case .themes: ["theme", "list", "--json"]
    case .schedule: ["schedule", "--json"]
    case .zones: ["complete", "schedule", "simulate", "--zone", ""]
    case .year(let year):
      ["schedule", "simulate", "--json", "--from", "\(year)-01-01", "--to", "\(year + 1)-01-01"]
    case .colors(let names): ["theme", "show", "--json", "--"] + names
    case .plan(.programOn(let name, _)): ["programs", "show", "--", name]
    case .plan(.fix): ["doctor", "--fix", "--dry-run"]
    case .zonePlace(let zone): ["schedule", "simulate", "--json", "--zone", zone]
    case .set(let style, let term): ["set", style.rawValue] + (term?.arguments ?? [])
    case .automatic(let automatic): ["set", automatic.rawValue]
    case .endHold: ["resume"]
    case .program(let name, let isOn): ["programs", isOn ? "on" : "off", "--", name]
    case .fix: ["doctor", "--fix"]
    case .undo: ["undo"]
    case .allowPrograms: ["prefs", "delete", "programs-off"]
    case .setTheme(let style, let name):
      ["prefs", "write", "theme." + style.rawValue, "-string", "--", name]
    case .importTheme(let path):
      ["theme", Self.isPicture(path) ? "from" : "import", "--json", "--", path]
    case .setRules(let rules): ["prefs", "write", "schedule", "-array", "--"] + rules
    case .clearRules: ["prefs", "delete", "schedule"]
    case .setPlace(let latitude, let longitude):
      ["location", "--json", "--", "\(latitude),\(longitude)"]
    case .placeOfZone: ["location", "zone", "--json"]
    case .askGeoClue: ["location", "auto", "--json"]
    }
  }

  private static func isPicture(_ path: String) -> Bool {
    let path = path.lowercased()
    return [".jpg", ".jpeg", ".png", ".webp"].contains { path.hasSuffix($0) }
  }
}

extension Job.Term {
  fileprivate var arguments: [String] {
    switch self {
    case .hour: ["--for", "1h"]
    case .until(let moment): ["--until", moment]
    case .always: ["--always"]
    }
  }
}
