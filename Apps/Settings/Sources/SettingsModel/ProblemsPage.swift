extension Settings {
  func problemsPage(_ context: Context) -> Page {
    guard let report = doctor else { return blank(.problems, context) }
    let tr = context.tr
    let problems = report.findings.filter { $0.level == "problem" }
    let others = report.findings.filter { $0.level != "problem" }
    guard !report.findings.isEmpty else {
      var page = filled(.problems, lockedBy: [], context, [])
      page.status = StatusPage(
        symbol: "emblem-ok-symbolic",
        title: tr("No problems"),
        text: tr("Applications can follow the style."),
        button: Button(tr("Look Again"), .reload)
      )
      return page
    }
    let fixable = report.fixable ?? []
    var groups: [Group] = []
    for (index, finding) in (problems + others).enumerated() {
      groups.append(group(finding, index, fixable, tr))
    }
    groups.append(
      Group(
        "again",
        [Row("again", tr("Look again for problems"), .buttons([Button(tr("Look Again"), .reload)]))]
      )
    )
    return filled(.problems, lockedBy: [], context, groups)
  }

  private func group(
    _ finding: DoctorReport.Finding,
    _ index: Int,
    _ fixable: [String],
    _ tr: Language
  ) -> Group {
    let isProblem = finding.level == "problem"
    var rows = [
      Row(
        "what",
        finding.what.capitalizedSentence,
        text: finding.means.withoutAdvice,
        symbol: isProblem ? "dialog-warning-symbolic" : "dialog-information-symbolic"
      )
    ]
    if !finding.lines.isEmpty {
      rows.append(
        Row(
          "lines",
          tr("Details"),
          .details([Row("lines", "", .code(finding.lines.joined(separator: "\n")))])
        )
      )
    }
    if finding.isFixed(by: fixable) {
      rows.append(
        Row(
          "fix",
          tr("nightd can fix this"),
          text: tr("You see every change before it is made."),
          .buttons([
            Button(tr("Fix…"), spoken: tr("Show how to fix this"), look: .suggested, .preview(.fix))
          ])
        )
      )
    } else if let command = finding.command {
      let copy = Button(tr("Copy"), spoken: tr("Copy the command"), .copy(command))
      let run = command.runnable.map {
        Button(tr("Run"), spoken: tr("Run the command"), look: .suggested, .run(.command($0)))
      }
      rows.append(
        Row(
          "command",
          run == nil ? tr("Only a terminal can run this command") : tr("This command can help"),
          text: command,
          .buttons([run ?? copy])
        )
      )
    } else if let file = finding.file {
      rows.append(Row("file", finding.group.map { "\(file) [\($0)]" } ?? file))
      let text = finding.content ?? finding.entry ?? ""
      rows.append(Row("content", "", .code(text)))
      rows.append(
        Row(
          "copy",
          tr("Write this into the file"),
          .buttons([Button(tr("Copy"), spoken: tr("Copy the text"), .copy(text))])
        )
      )
    }
    return Group("\(index) \(finding.code)", rows)
  }
}

extension DoctorReport.Finding {
  /// Whether `nightctl doctor --fix` repairs this finding.
  func isFixed(by fixable: [String]) -> Bool {
    if command == "nightctl doctor --fix" { return true }
    return file.map { fixable.contains($0) } ?? false
  }
}

extension String {
  /// The words of a command that the window can run; nil for other commands.
  ///
  /// Such a command needs no shell, no terminal and no other user's rights, and has no name to fill
  /// in.
  var runnable: [String]? {
    let words = split(separator: " ").map(String.init)
    guard ["nightctl", "systemctl"].contains(words.first), words.count > 1,
      allSatisfy({ $0.isLetter || $0.isNumber || " -_./=:,@%+".contains($0) }),
      !words.contains(where: { $0.allSatisfy { $0.isUppercase || $0 == "," } })
    else { return nil }
    return words
  }

  /// The text with a capital letter at its start.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
