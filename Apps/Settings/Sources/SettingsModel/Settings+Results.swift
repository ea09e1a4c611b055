/// What the model does when a job ends.
extension Settings {
  mutating func finish(_ job: Job, _ outcome: Outcome, _ context: Context) -> [Effect] {
    if let page = job.page {
      if case .failed(let failure) = outcome {
        failures[page] = failure
      } else {
        failures[page] = nil
      }
    }
    switch outcome {
    case .why(let report): why = report
    case .preferences(let report): preferences = report
    case .programs(let report): programs = report
    case .doctor(let report): doctor = report
    case .themes(let report):
      // The colours may have changed with the themes.
      if themes != report { colors = [:] }
      themes = report
      return missingColors()
    case .colors(let report):
      for theme in report.themes { colors[theme.name] = theme }
    case .schedule(let report):
      // While newer rules are on their way to nightd, this report has the old ones.
      let rules = schedule?.rules
      schedule = report
      if let rules, isStoringRules { schedule?.rules = rules }
    case .zones(let names): zones = names
    case .icon(let isOn): isIconOn = isOn
    case .simulation(let report):
      guard case .zonePlace = job else {
        year = report
        return []
      }
      guard let place = report.place?.split(separator: ",").compactMap({ Double($0) }),
        place.count == 2
      else { return [.say(context.tr("The zone {zone} has no place.", ["zone": report.zone]))] }
      return start([.setPlace(latitude: place[0], longitude: place[1])])
    case .text(let result): return finish(job, result, context)
    case .failed(let failure):
      // A failed read leaves its sentence on its page; a failed change has no other place.
      return job.page == nil && ![.preferences, .zones, .icon].contains(job)
        ? [.say(sentence(failure, context))] + start([.why] + reads(of: openPage, context)) : []
    case .done: return start([.why, .preferences] + reads(of: openPage, context))
    }
    return []
  }

  private mutating func finish(
    _ job: Job,
    _ result: CommandResult,
    _ context: Context
  ) -> [Effect] {
    let tr = context.tr
    switch job {
    case .undoPlan:
      undoPlan = result
      return []
    case .plan(let plan):
      guard result.code == 0 || !result.output.trimmed.isEmpty else {
        return [.say(result.message.withoutAdvice)]
      }
      return [.confirm(confirmation(plan, result, tr))]
    case .program(let name, let isOn):
      let effects = start([.programs, .why, .preferences])
      if result.code == 0 {
        return effects + (isOn ? [] : [.say(tr("Your own values are restored."))])
      }
      let program = ["program": programs?.title(of: name) ?? name]
      let title =
        isOn
        ? tr("{program} does not follow yet", program)
        : tr("{program} is not restored yet", program)
      return effects + [announcement(title, job, result, tr)]
    case .command:
      let title = result.code == 0 ? tr("The command has run") : tr("That did not work")
      return start([.doctor, .why, .preferences]) + [announcement(title, job, result, tr)]
    case .fix:
      let title = result.code == 0 ? tr("Fixed") : tr("Not everything could be fixed")
      return start([.doctor]) + [announcement(title, job, result, tr)]
    case .undo:
      let title =
        result.code == 0
        ? tr("The other programs are restored") : tr("Not everything could be restored")
      let reads: [Job] = [.undoPlan, .why, .preferences, .programs]
      return start(reads) + [announcement(title, job, result, tr)]
    default:
      guard result.code == 0 else {
        return [announcement(tr("That did not work"), job, result, tr)]
      }
      if case .importTheme = job { return start([.themes]) + [.say(tr("The theme is imported."))] }
      return start([.why, .preferences] + reads(of: openPage, context))
    }
  }

  private func announcement(_ title: String, _ job: Job, _ result: CommandResult, _ tr: Language)
    -> Effect
  {
    let message = result.message.split(separator: "\n").map { String($0).withoutAdvice }
      .filter { !$0.contains("printed above") }
    return .announce(
      Announcement(
        title: title,
        text: ((job.isProgram ? result.output.notices : []) + message).joined(separator: "\n\n"),
        code: job.isProgram ? "" : result.output.withoutAdvice.trimmed,
        close: tr("Close")
      )
    )
  }

  private func confirmation(_ plan: Plan, _ result: CommandResult, _ tr: Language) -> Confirmation {
    var confirmation = Confirmation(
      title: "",
      text: "",
      code: plan.job.isProgram
        ? result.output.withoutNotices : result.output.withoutAdvice.trimmed,
      accept: "",
      cancel: tr("Cancel"),
      job: plan.job
    )
    switch plan {
    case .programOn(_, let title):
      confirmation.title = tr("Switch on {program}?", ["program": title])
      confirmation.text = tr("nightd will write these lines. Switching off restores your files.")
      let notices = result.output.notices + [result.message.withoutAdvice].filter { !$0.isEmpty }
      if !notices.isEmpty {
        let first = tr("{program} follows only after you have done this:", ["program": title])
        confirmation.text = ([first] + notices + [confirmation.text]).joined(separator: "\n\n")
      }
      confirmation.accept = tr("Switch On")
    case .fix:
      confirmation.title = tr("Fix the problem?")
      confirmation.text = tr("nightd will make these changes to your own files.")
      confirmation.accept = tr("Fix")
    case .undo:
      confirmation.title = tr("Undo all changes in other programs?")
      confirmation.text =
        tr("nightd will restore these settings and files, and change no more.") + " "
        + Self.whatStays(tr)
      confirmation.accept = tr("Undo All Changes")
      confirmation.isDestructive = true
    }
    return confirmation
  }

  /// The sentence for a failure, without nightctl's advice to type commands.
  func sentence(_ failure: Failure, _ context: Context) -> String {
    context.sentence(failure).withoutAdvice
  }
}

extension ProgramsReport {
  /// The name that users know; nil for a name of nightctl's that is not in the report.
  fileprivate func title(of name: String) -> String? {
    programs.first { $0.name == name && !$0.followsByItself }?.title
  }
}

extension Job {
  /// Whether the output of nightctl is for one program: lines of a diff or of a list, and notices.
  fileprivate var isProgram: Bool {
    if case .program = self { true } else { false }
  }

  /// The page that shows the result of a read; nil for a change, and for reads of all pages.
  var page: PageID? {
    switch self {
    case .why: .style
    case .schedule: .schedule
    case .programs: .programs
    case .themes: .themes
    case .doctor: .problems
    case .undoPlan: .undo
    default: nil
    }
  }
}
