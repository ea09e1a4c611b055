extension Settings {
  func undoPage(_ context: Context) -> Page {
    guard let undoPlan else { return blank(.undo, context) }
    let tr = context.tr
    // The last line of the dry run speaks of the command's option.
    let lines = undoPlan.output.split(separator: "\n").map(String.init)
      .filter { !$0.contains("--dry-run") && !$0.trimmed.isEmpty }
    let changes = lines.filter(\.isChange)
    var groups = [
      Group(
        "undo",
        tr("Changes in Other Programs"),
        text: tr(
          "Restores all settings, lines and files that nightd has changed in other programs."
        )
          + " " + Self.whatStays(tr),
        [
          changes.isEmpty
            ? Row(
              "nothing",
              tr("Nothing to undo"),
              text: tr("nightd has changed no other program.")
            )
            : Row(
              "undo",
              tr("Number of changes: {count}", ["count": "\(changes.count)"]),
              isEnabled: !isChanging { $0 == .undo },
              .buttons([
                Button(
                  tr("Undo…"),
                  spoken: tr("Show and undo all changes"),
                  look: .destructive,
                  .preview(.undo)
                )
              ])
            )
        ]
      )
    ]
    groups += allowGroup(tr)
    if !changes.isEmpty {
      groups.append(
        Group(
          "changes",
          tr("What nightd has changed"),
          changes.enumerated().map { Row("\($0)", $1) }
        )
      )
    }
    if !undoPlan.message.isEmpty {
      groups.append(
        Group(
          "notes",
          tr("What you must do yourself"),
          [Row("notes", "", .code(undoPlan.message.withoutAdvice))]
        )
      )
    }
    groups.append(Group("schedule", tr("Schedule"), [resetRow(tr)]))
    return filled(.undo, lockedBy: [], context, groups)
  }

  /// What an undo does not touch.
  static func whatStays(_ tr: Language) -> String {
    tr("Your choice of light or dark, the schedule, the place, your themes and hooks stay.")
  }

  /// A row that gives the schedule its default rules again.
  func resetRow(_ tr: Language) -> Row {
    let isDefault = WeekPlan(rules: schedule?.rules ?? []) == WeekPlan(rules: [])
    return Row(
      "reset",
      tr("Reset the schedule"),
      text: isDefault
        ? tr("Dark begins at sunset and light at sunrise, as at the beginning.")
        : tr("Dark will begin at sunset and light at sunrise. The place stays."),
      isEnabled: preferences.locks["schedule"] == nil && !isDefault,
      .buttons([
        Button(
          tr("Reset…"),
          spoken: tr("Show and remove the rules"),
          look: .destructive,
          .resetSchedule
        )
      ])
    )
  }

  func confirmReset(_ tr: Language) -> Effect {
    .confirm(
      Confirmation(
        title: tr("Reset the schedule?"),
        text: tr("These rules are removed. Dark will begin at sunset and light at sunrise."),
        code: (schedule?.rules ?? []).joined(separator: "\n"),
        accept: tr("Reset"),
        cancel: tr("Cancel"),
        isDestructive: true,
        job: .clearRules
      )
    )
  }
}

extension String {
  /// Whether a line of `nightctl undo --dry-run` names something that would be restored.
  fileprivate var isChange: Bool {
    hasPrefix("Restores ") || hasPrefix("Removes ") || hasPrefix("Writes ")
  }
}
