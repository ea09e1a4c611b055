import NightCore
import NightStore

/// The command `doctor`.
struct DoctorCommand: ProgramCommand {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "doctor",
    summary: "show why applications do not follow the style, and how to fix that",
    forms: [
      .init(options: [.json]),
      .init(needs: [.fix], options: [.fixTrial, .json]),
    ],
    notes: """
      The worst problem comes first. For each problem, the doctor prints an explanation, and the
      command to run or the file to write. If the doctor finds no problem, it prints one line and
      exits with 0; otherwise it exits with 1. The doctor also lists which running programs change
      with the style, and which you must restart; this list does not change the exit code. The
      doctor starts no other program. nightctl-doctor(7) lists everything that the doctor can find.

      --fix writes only your own files. It replaces each file completely or not at all, and does not
      change a file that has changed since the doctor read it. At the end, --fix prints what you
      still have to do, such as restarting the portal.
      """,
    finishes: true,
    run: DoctorCommand.doctor
  )

  func doctor(_ invocation: Invocation) throws(Failure) {
    if let places = StandardFolders(environment: environment) {
      try InputFile.await(LayerFiles(places).paths)
    }
    var facts = FactGatherer(environment: environment).look()
    if facts.daemon.version.value != nil {
      look(at: &facts.toolkits, nightdsPath: facts.daemon.environment?[Variables.programFolders])
    }
    let records = RecordProblems(nightctl: nightctl)
    facts.unreadRecords = records.unreadRecords()
    facts.heldLocks = records.heldLocks()
    let diagnosis = Diagnosis(facts)
    guard !invocation.has(.fix) else { return try fix(diagnosis, invocation) }
    let findings = diagnosis.findings
    if invocation.has(.json) {
      try output.json(.object([.findings(findings), .paths("fixable", diagnosis.planned)]))
    } else {
      let isHealthy = diagnosis.problems.isEmpty
      if isHealthy { try output.show([DoctorMessages.healthy(diagnosis.facts)]) }
      for (number, finding) in findings.enumerated() {
        if number > 0 || isHealthy { try output.line("") }
        try output.show(DoctorMessages.lines(finding))
      }
      if !diagnosis.planned.isEmpty {
        try output.show([.empty, TextLine(DoctorMessages.fixable(diagnosis.planned.count))])
      }
    }
    let count = diagnosis.problems.count
    if count > 0 { throw .system(DoctorMessages.findings(count)) }
  }

  // MARK: - Fixing

  private func fix(_ diagnosis: Diagnosis, _ invocation: Invocation) throws(Failure) {
    let isTried = invocation.has(.fixTrial)
    var written: [FileFix] = []
    var refused: [String] = []
    for planned in diagnosis.planned {
      do throws(Failure) {
        if !isTried { try FixWriter().write(planned) }
        written.append(planned)
      } catch {
        refused.append(error.sentence)
        // If a file cannot be written, stop, because later files may depend on that file; for
        // example, the drop-in refers to the doctor's folder.
        break
      }
    }
    let left = diagnosis.leftToDo(after: written)
    if invocation.has(.json) {
      try output.json(
        .object([
          .paths(isTried ? "fixable" : "written", written),
          .init(name: "left", value: .array(left.map(JSON.string))),
        ])
      )
    } else {
      try report(written, isTried: isTried)
      for command in left { try output.show([DoctorMessages.leftToDo(command)], isExact: true) }
      if diagnosis.planned.isEmpty {
        try output.sentences([DoctorMessages.nothingToFix(diagnosis.problems.count)])
      }
    }
    for sentence in refused.dropLast() { output.complain("nightctl: " + sentence) }
    if let sentence = refused.last { throw .system(sentence) }
    let count = diagnosis.problems.count
    if diagnosis.planned.isEmpty, count > 0 { throw .system(DoctorMessages.findings(count)) }
  }

  private func report(_ written: [FileFix], isTried: Bool) throws(Failure) {
    for planned in written {
      try output.show([DoctorMessages.wrote(planned, isTried: isTried)], isExact: true)
      guard isTried, case .text(let text) = planned.content else { continue }
      try output.show(DoctorMessages.indented(text), isExact: true)
    }
  }
}

extension JSON.Member {
  fileprivate static func findings(_ findings: [DoctorFinding]) -> JSON.Member {
    .init(name: "findings", value: .array(findings.map { .object($0.json) }))
  }

  fileprivate static func paths(_ name: String, _ planned: [FileFix]) -> JSON.Member {
    .init(name: name, value: .array(planned.map { .string($0.path) }))
  }
}

extension DoctorFinding {
  private var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  fileprivate var json: [JSON.Member] {
    let members: [JSON.Member] = [
      .init(name: "code", value: .string(code.name)),
      .init(name: "what", value: .string(what)),
      .init(name: "means", value: .string(means)),
      .init(name: "level", value: .string(isInformation ? "information" : "problem")),
      .init(name: "lines", value: .array(lines.map(JSON.string))),
    ]
    switch remedy {
    case nil: return members
    case .command(let command): return members + [.init(name: "command", value: .string(command))]
    case .file(let path, let content):
      return members + [
        .init(name: "file", value: .string(path)), .init(name: "content", value: .string(content)),
      ]
    case .line(let path, let group, let line):
      return members + [
        .init(name: "file", value: .string(path)), .init(name: "group", value: .string(group)),
        .init(name: "entry", value: .string(line)),
      ]
    }
  }
}

extension Option {
  static let fix = Option(name: "--fix", summary: "fix what is safe to fix, in your own files")
  static let fixTrial = Option(name: "--dry-run", summary: "print what --fix would write")
}
