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
        tr("Undo everything"),
        text: tr(
          "Restores all settings, lines and files that nightd has changed in other programs."
        )
          + " " + tr("Your choice, themes and hooks stay."),
        [
          changes.isEmpty
            ? Row(
              "nothing",
              tr("Nothing to undo"),
              text: tr("nightd has changed no other program.")
            )
            : Row(
              "undo",
              tr("Changes in other programs: {count}", ["count": "\(changes.count)"]),
              isEnabled: !isChanging { $0 == .undo },
              .buttons([
                Button(
                  tr("Undo…"),
                  spoken: tr("Show and undo everything"),
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
        Group("notes", tr("What you must do yourself"), [Row("notes", "", .code(undoPlan.message))])
      )
    }
    return filled(.undo, lockedBy: [], context, groups)
  }
}

extension String {
  /// Whether a line of `nightctl undo --dry-run` names something that would be restored.
  fileprivate var isChange: Bool {
    hasPrefix("Restores ") || hasPrefix("Removes ") || hasPrefix("Writes ")
  }
}
