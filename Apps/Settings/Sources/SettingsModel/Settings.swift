/// The result of a job.
package enum Outcome: Equatable, Sendable {
  case done
  case failed(Failure)
  case text(CommandResult)
  case why(WhyReport)
  case preferences(PreferencesReport)
  case programs(ProgramsReport)
  case doctor(DoctorReport)
  case themes(ThemesReport)
  case colors(ColorsReport)
  case schedule(ScheduleReport)
  case simulation(SimulationReport)
  /// The names of the time zones, such as `Europe/Berlin`.
  case zones([String])
  /// Whether the icon in the panel starts at login.
  case icon(isOn: Bool)
}

/// An input of the model.
package enum Event: Equatable, Sendable {
  case started
  case opened(PageID)
  case intent(Intent)
  /// The user accepted or cancelled a confirmation.
  case answered(Job, isAccepted: Bool)
  /// Something in nightd has changed.
  case changed
  case finished(Job, Outcome)
}

/// An action that the rim performs for the model.
package enum Effect: Equatable, Sendable {
  case start(Job)
  case confirm(Confirmation)
  case announce(Announcement)
  /// A short message that disappears by itself.
  case say(String)
  case copy(String)
  /// Lets the user choose files, which arrive as `Intent.drop`.
  case chooseFiles
}

/// The state of the window: what is known about nightd, and what the user has entered.
///
/// The model does no I/O: events come in, and effects go out.
package struct Settings: Sendable {
  package private(set) var openPage = PageID.style
  var why: WhyReport?
  var preferences = PreferencesReport()
  var programs: ProgramsReport?
  var doctor: DoctorReport?
  var undoPlan: CommandResult?
  var themes: ThemesReport?
  var colors: [String: ColorsReport.Theme] = [:]
  var schedule: ScheduleReport?
  var year: SimulationReport?
  var zones: [String] = []
  /// Whether the icon in the panel is on; nil if it is not installed.
  var isIconOn: Bool?
  /// The failure of the last read of each page.
  var failures: [PageID: Failure] = [:]
  var search = ""
  var themeSearch = ""
  var zoneSearch = ""
  var shownThemes = Settings.themesAtOnce
  /// The jobs that have not ended.
  private(set) var running: Set<Job> = []
  /// The reads that must be done again, because something changed while they ran.
  private var again: Set<Job> = []

  /// The newest rules, which must wait until earlier ones are stored.
  private var waitingRules: [String]?

  static let themesAtOnce = 24
  private static let filesAtOnce = 20

  package init() {}

  /// Whether a change runs, so that its controls must wait.
  func isChanging(_ matches: (Job) -> Bool) -> Bool { running.contains(where: matches) }

  var isStoringRules: Bool { isChanging { $0.isRules } }

  package mutating func handle(_ event: Event, _ context: Context) -> [Effect] {
    switch event {
    case .started: return start([.why, .preferences])
    case .opened(let page):
      openPage = page
      // nightd does not know these, so no change of nightd's concerns them.
      let more: [Job] =
        switch page {
        case .schedule where zones.isEmpty: [.zones]
        case .style: [.icon]
        default: []
        }
      return start(reads(of: page, context) + more)
    case .changed: return start([.why, .preferences] + reads(of: openPage, context))
    case .intent(let intent): return handle(intent, context)
    case .answered(let job, let isAccepted): return isAccepted ? start([job]) : []
    case .finished(let job, let outcome):
      running.remove(job)
      var effects = again.remove(job) == nil ? [] : start([job])
      if job.isRules, let rules = waitingRules {
        waitingRules = nil
        return effects + start([.setRules(rules)])
      }
      effects += finish(job, outcome, context)
      if case .showIcon = job { effects += start([.icon]) }
      return effects
    }
  }

  func reads(of page: PageID, _ context: Context) -> [Job] {
    switch page {
    case .style: [.why]
    case .schedule: [.schedule, .year(context.clock.local(context.clock.now).year)]
    case .programs: [.programs]
    case .themes: [.themes]
    case .problems: [.doctor]
    case .undo: [.undoPlan, .schedule]
    }
  }

  mutating func start(_ jobs: [Job]) -> [Effect] {
    var effects: [Effect] = []
    for job in jobs {
      if running.insert(job).inserted {
        effects.append(.start(job))
      } else if job.isRead {
        again.insert(job)
      }
    }
    return effects
  }

  private mutating func handle(_ intent: Intent, _ context: Context) -> [Effect] {
    switch intent {
    case .run(let job): return start([job])
    case .preview(let plan): return start([.plan(plan)])
    case .reload: return start([.why, .preferences] + reads(of: openPage, context))
    case .copy(let text): return [.copy(text), .say(context.tr("Copied"))]
    case .drop(let paths): return start(paths.prefix(Self.filesAtOnce).map { .importTheme($0) })
    case .chooseFiles: return [.chooseFiles]
    case .showMore:
      shownThemes += Self.themesAtOnce * 2
      return missingColors()
    case .enter(.searchPrograms, let text): search = text
    case .enter(.searchThemes, let text):
      themeSearch = text
      shownThemes = Self.themesAtOnce
      return missingColors()
    case .enter(.searchZones, let text): zoneSearch = text
    case .enter(.place, let text): return enterPlace(text, context)
    case .resetSchedule: return [confirmReset(context.tr)]
    case .enter: break
    case .splitWeek, .joinWeek, .setWeekday, .number, .shift, .pick, .move:
      guard let plan = WeekPlan(rules: schedule?.rules ?? []) else { return [] }
      let edited = plan.applying(intent, dayPicture(plan, 0, context).map(\.events) ?? [:])
      guard edited != plan else { return [] }
      // The next edit begins with these rules, even before nightd has stored them.
      schedule?.rules = edited.rules
      guard !isStoringRules else {
        waitingRules = edited.rules
        return []
      }
      return start([.setRules(edited.rules)])
    }
    return []
  }

  private mutating func enterPlace(_ text: String, _ context: Context) -> [Effect] {
    let text = text.trimmed
    let parts = text.split(separator: ",").map { Double(String($0).trimmed) }
    if parts.count == 2, let latitude = parts[0], let longitude = parts[1] {
      guard abs(latitude) <= 90, abs(longitude) <= 180 else {
        return [.say(context.tr("Latitudes are from -90 to 90, longitudes from -180 to 180."))]
      }
      return start([.setPlace(latitude: latitude, longitude: longitude)])
    }
    let found = zones(named: text)
    if found.count == 1 { return start([.zonePlace(found[0])]) }
    if found.count > 1 {
      let values = ["name": text, "zones": found.joined(separator: ", ")]
      return [.say(context.tr("{name} is the name of several zones: {zones}", values))]
    }
    return [
      .say(context.tr("Enter latitude and longitude, as in 52.5,13.4, or a city, as in Tokyo."))
    ]
  }

  /// Asks for the colours of the themes that are shown, if they are not known yet.
  mutating func missingColors() -> [Effect] {
    let names = visibleThemes.prefix(shownThemes).filter {
      colors[$0.name] == nil && $0.flaw == nil
    }
    return names.isEmpty ? [] : start([.colors(names.map(\.name))])
  }
}

extension Job {
  fileprivate var isRules: Bool {
    if case .setRules = self { true } else { false }
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
