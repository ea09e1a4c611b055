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
      return job.page == nil && job != .preferences
        ? [.say(context.sentence(failure))] + start([.why] + reads(of: openPage, context)) : []
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
        return [.say(result.message)]
      }
      return [.confirm(confirmation(plan, result, tr))]
    case .program(_, let isOn):
      let effects = start([.programs, .why, .preferences])
      if result.code == 0 {
        return effects + (isOn ? [] : [.say(tr("Your own values are restored."))])
      }
      return effects + [
        announcement(tr("The program does not follow"), result, tr)
      ]
    case .fix:
      let title = result.code == 0 ? tr("Fixed") : tr("Not everything could be fixed")
      return start([.doctor]) + [announcement(title, result, tr)]
    case .undo:
      let title =
        result.code == 0 ? tr("Everything is restored") : tr("Not everything could be restored")
      return start([.undoPlan, .why, .preferences]) + [announcement(title, result, tr)]
    default:
      guard result.code == 0 else {
        return [announcement(tr("That did not work"), result, tr)]
      }
      if case .importTheme = job { return start([.themes]) + [.say(tr("The theme is imported."))] }
      return start([.why, .preferences] + reads(of: openPage, context))
    }
  }

  private func announcement(_ title: String, _ result: CommandResult, _ tr: Language) -> Effect {
    .announce(
      Announcement(
        title: title,
        text: result.message,
        code: result.output.trimmed,
        close: tr("Close")
      )
    )
  }

  private func confirmation(_ plan: Plan, _ result: CommandResult, _ tr: Language) -> Confirmation {
    var confirmation = Confirmation(
      title: "",
      text: "",
      code: result.output.trimmed,
      accept: "",
      cancel: tr("Cancel"),
      job: plan.job
    )
    switch plan {
    case .programOn(_, let title):
      confirmation.title = tr("Switch on {program}?", ["program": title])
      confirmation.text = tr("nightd will write these lines. Switching off restores your files.")
      confirmation.accept = tr("Switch On")
    case .fix:
      confirmation.title = tr("Fix the problem?")
      confirmation.text = tr("nightd will make these changes to your own files.")
      confirmation.accept = tr("Fix")
    case .undo:
      confirmation.title = tr("Undo everything?")
      confirmation.text = tr("nightd will restore these settings and files, and change no more.")
      confirmation.accept = tr("Undo Everything")
      confirmation.isDestructive = true
    }
    return confirmation
  }
}

extension Job {
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
