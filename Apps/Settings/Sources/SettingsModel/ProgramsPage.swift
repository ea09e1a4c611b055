extension Settings {
  func programsPage(_ context: Context) -> Page {
    guard let report = programs else { return blank(.programs, context) }
    let tr = context.tr
    let words = search.lowercased()
    let found = report.programs.filter {
      words.isEmpty ? $0.installed || $0.on && !$0.followsByItself : $0.matches(words)
    }
    var groups = [
      Group("search", [Row("search", tr("Search programs"), .search(search, .searchPrograms))])
    ]
    groups += allowGroup(tr)
    for update in report.updates where update.failed == true {
      groups.append(
        Group(
          "failed " + update.name,
          [
            Row(
              "failed",
              update.words ?? update.name,
              text: update.output?.withoutAdvice ?? "",
              symbol: "dialog-warning-symbolic"
            )
          ]
        )
      )
    }
    for (name, title) in groupTitles(tr) {
      let rows = found.filter { $0.group == name }.map { row($0, tr) }
      if !rows.isEmpty { groups.append(Group(name, title, rows)) }
    }
    if words.isEmpty {
      let count = report.programs.count { !$0.installed && !$0.on }
      groups.append(
        Group(
          "others",
          text: tr(
            "nightd knows {count} more programs that are not installed. Search to see them.",
            ["count": "\(count)"]
          ),
          []
        )
      )
    } else if found.isEmpty {
      groups.append(Group("none", text: tr("No program has this name."), []))
    }
    return filled(.programs, lockedBy: ["programs"], context, groups)
  }

  private func groupTitles(_ tr: Language) -> [(String, String)] {
    [
      ("toolkits", tr("Desktops and Toolkits")), ("terminals", tr("Terminals")),
      ("editors", tr("Editors")), ("bars", tr("Bars, Launchers and Notifications")),
      ("compositors", tr("Compositors")), ("command-line", tr("Command Line")),
      ("wallpaper", tr("Wallpaper")), ("other", tr("Other Programs")),
    ]
  }

  private func row(_ program: ProgramsReport.Program, _ tr: Language) -> Row {
    let isProblem = program.on && program.effective == false && program.reason != nil
    let text =
      if let reason = program.reason {
        self.reason(reason, tr)
      } else if program.released == true {
        tr("The desktop itself changes these settings.")
      } else if program.followsByItself {
        program.title == program.name ? "" : program.title
      } else if !program.installed {
        tr("Not installed")
      } else {
        program.note?.withoutAdvice ?? ""
      }
    let isFree =
      preferences.locks["programs"] == nil && (program.installed || program.on)
      && !isChanging { $0 == .program(program.name, isOn: !program.on) }
    return Row(
      program.name,
      program.followsByItself ? program.name : program.title,
      text: text,
      symbol: isProblem ? "dialog-warning-symbolic" : nil,
      isEnabled: isFree,
      .toggle(
        isOn: program.on && !(program.followsByItself && preferences.keepsOff),
        on: .preview(.programOn(program.name, title: program.title)),
        off: .run(.program(program.name, isOn: false))
      )
    )
  }

  /// Why a program does not follow, with what the user can do in this window.
  private func reason(_ reason: String, _ tr: Language) -> String {
    let text = reason.withoutAdvice
    let isSwitch = reason.contains("run nightctl programs on ")
    return isSwitch ? text + "\n" + tr("Then switch the program off and on again.") : text
  }
}

extension ProgramsReport.Program {
  func matches(_ words: String) -> Bool {
    name.lowercased().contains(words) || title.lowercased().contains(words)
  }
}
