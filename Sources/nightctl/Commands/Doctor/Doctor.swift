import NightCore
import NightStore

extension Nightctl {
  func doctor(_ invocation: Invocation) throws(Failure) {
    if let places = try? Places(environment: environment) {
      try awaitFiles(LayerFiles(places).paths)
    }
    let diagnosis = Diagnosis(Checkup(environment: environment).look())
    guard !invocation.has(.fix) else { return try fix(diagnosis, invocation) }
    let findings = diagnosis.findings
    if invocation.has(.json) {
      try output.json(.object([.findings(findings), .paths("fixable", diagnosis.planned)]))
    } else if findings.isEmpty {
      try output.line(Words.healthy(diagnosis.facts))
    } else {
      for (number, finding) in findings.enumerated() {
        if number > 0 { try output.line("") }
        for line in Words.lines(finding) { try output.sentences([line]) }
      }
      if !diagnosis.planned.isEmpty {
        try output.line("\n" + Words.fixable(diagnosis.planned.count))
      }
    }
    if !findings.isEmpty { throw .system(Words.findings(findings.count)) }
  }

  // MARK: - Mending

  private func fix(_ diagnosis: Diagnosis, _ invocation: Invocation) throws(Failure) {
    let isTried = invocation.has(.fixTrial)
    var written: [Planned] = []
    var refused: [String] = []
    for planned in diagnosis.planned {
      do throws(Failure) {
        if !isTried { try Mender().write(planned) }
        written.append(planned)
      } catch {
        refused.append(error.sentence)
        // What comes after stands on it: a drop-in, on the folder that it names.
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
      try tell(written, isTried: isTried)
      for command in left { try output.list([Words.leftToDo(command)]) }
      if diagnosis.planned.isEmpty {
        try output.line(Words.nothingToFix(diagnosis.findings.count))
      }
    }
    for sentence in refused.dropLast() { output.complain("nightctl: " + sentence) }
    if let sentence = refused.last { throw .system(sentence) }
    let count = diagnosis.findings.count
    if diagnosis.planned.isEmpty, count > 0 { throw .system(Words.findings(count)) }
  }

  private func tell(_ written: [Planned], isTried: Bool) throws(Failure) {
    for planned in written {
      try output.list([Words.wrote(planned, isTried: isTried)])
      guard isTried, case .text(let text) = planned.content else { continue }
      for line in Words.indented(text) { try output.list([line]) }
    }
  }
}

extension JSON.Member {
  fileprivate static func findings(_ findings: [DoctorFinding]) -> JSON.Member {
    .init(name: "findings", value: .array(findings.map { .object($0.json) }))
  }

  fileprivate static func paths(_ name: String, _ planned: [Planned]) -> JSON.Member {
    .init(name: name, value: .array(planned.map { .string($0.path) }))
  }
}

extension DoctorFinding {
  fileprivate var json: [JSON.Member] {
    let words: [JSON.Member] = [
      .init(name: "code", value: .string(code.rawValue)),
      .init(name: "what", value: .string(Words.what(matter))),
      .init(name: "means", value: .string(Words.means(matter))),
    ]
    switch remedy {
    case .command(let command): return words + [.init(name: "command", value: .string(command))]
    case .file(let path, let content):
      return words + [
        .init(name: "file", value: .string(path)), .init(name: "content", value: .string(content)),
      ]
    case .line(let path, let group, let line):
      return words + [
        .init(name: "file", value: .string(path)), .init(name: "group", value: .string(group)),
        .init(name: "entry", value: .string(line)),
      ]
    }
  }
}

extension Option {
  static let fix = Option(
    name: "--fix",
    summary: "write what can be mended safely: files of your own"
  )
  static let fixTrial = Option(name: "--dry-run", summary: "print what --fix would write")
}
