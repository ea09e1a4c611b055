import Glibc
import NightBus
import NightCore
import NightStore

extension Nightctl {
  func doctor(_ invocation: Invocation) throws(Failure) {
    if let places = StandardFolders(environment: environment) {
      try awaitFiles(LayerFiles(places).paths)
    }
    var facts = FactGatherer(environment: environment).look()
    if facts.daemon.version.value != nil {
      facts.toolkits.settingsProblems = settingsProblems()
      facts.toolkits.uselessPrograms = programProblems().map(UselessProgram.init)
    }
    facts.unreadRecords = unreadRecords()
    facts.heldLocks = heldLocks()
    let diagnosis = Diagnosis(facts)
    guard !invocation.has(.fix) else { return try fix(diagnosis, invocation) }
    let findings = diagnosis.findings
    if invocation.has(.json) {
      try output.json(.object([.findings(findings), .paths("fixable", diagnosis.planned)]))
    } else {
      let isHealthy = diagnosis.problems.isEmpty
      if isHealthy { try output.show([Messages.healthy(diagnosis.facts)]) }
      for (number, finding) in findings.enumerated() {
        if number > 0 || isHealthy { try output.line("") }
        try output.show(Messages.lines(finding))
      }
      if !diagnosis.planned.isEmpty {
        try output.show([.empty, TextLine(Messages.fixable(diagnosis.planned.count))])
      }
    }
    let count = diagnosis.problems.count
    if count > 0 { throw .system(Messages.findings(count)) }
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
        // The next files depend on this file, as a drop-in depends on the folder that it names.
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
      for command in left { try output.show([Messages.leftToDo(command)], isExact: true) }
      if diagnosis.planned.isEmpty {
        try output.sentences([Messages.nothingToFix(diagnosis.problems.count)])
      }
    }
    for sentence in refused.dropLast() { output.complain("nightctl: " + sentence) }
    if let sentence = refused.last { throw .system(sentence) }
    let count = diagnosis.problems.count
    if diagnosis.planned.isEmpty, count > 0 { throw .system(Messages.findings(count)) }
  }

  private func report(_ written: [FileFix], isTried: Bool) throws(Failure) {
    for planned in written {
      try output.show([Messages.wrote(planned, isTried: isTried)], isExact: true)
      guard isTried, case .text(let text) = planned.content else { continue }
      try output.show(Messages.indented(text), isExact: true)
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
  static let fix = Option(
    name: "--fix",
    summary: "fix what is safe to fix, in your own files"
  )
  static let fixTrial = Option(name: "--dry-run", summary: "print what --fix would write")
}

/// Writes the files that the doctor planned; each file is written completely or not at all.
struct FixWriter {
  private let disk = Disk.system

  /// Writes one file.
  ///
  /// If this throws, the file is unchanged, unless only syncing its folder failed.
  func write(_ planned: FileFix) throws(Failure) {
    let path = planned.path
    // Do not touch the file if another program changed it after it was read.
    guard disk.content(path) == planned.replaced else {
      throw .system(Messages.changedMeanwhile(path))
    }
    guard Self.mode(path).map({ $0 & S_IWUSR != 0 }) ?? true else {
      throw .system(Messages.readOnly(path))
    }
    // The doctor made this link itself, and can make it again.
    if case .link = planned.replaced { try call(path) { unlink(path) } }
    switch planned.content {
    case .nothing: try change(planned, .remove)
    case .text(let text): try change(planned, .write(Array(text.utf8)))
    case .link(let target):
      try change(planned, .remove)
      try UserFile(path: path).makeFolders()
      try call(path) { symlink(target, path) }
    }
  }

  /// Changes a file that still has the text for which the change was planned.
  private func change(_ planned: FileFix, _ edit: UserFile.Edit) throws(Failure) {
    var before: [UInt8]?
    if case .text(let text) = planned.replaced { before = Array(text.utf8) }
    guard before != nil || edit != .remove else { return }
    try UserFile(path: planned.path).change { (bytes) throws(Failure) in
      guard bytes == before else { throw .system(Messages.changedMeanwhile(planned.path)) }
      return edit
    }
  }

  private func call(_ path: String, _ body: () -> Int32) throws(Failure) {
    guard body() == 0 else {
      throw .system(Messages.cannotWrite(path, SystemError.message(errno)))
    }
    try? disk.syncFolder(path.parentFolder)
  }

  /// The permissions of a file; nil if the path is not a regular file.
  static func mode(_ path: String) -> mode_t? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return facts.st_mode & 0o777
  }
}

extension Nightctl {
  /// Prints once that the portal asks another backend before nightd, and how to repair this.
  ///
  /// The check reads only files, after the command's output is printed, so it cannot delay a `set`.
  func hintAtPortal() {
    let gatherer = FactGatherer(environment: environment)
    gatherer.lookAtPortalFiles()
    let diagnosis = Diagnosis(gatherer.facts)
    guard let finding = diagnosis.portalFilesFinding,
      let places = StandardFolders(environment: environment),
      HintStamp(folder: places.stateFolder).renew(finding.what)
    else { return }
    output.complain(
      "nightctl: " + Messages.hint(finding, isFixable: diagnosis.isPortalFixable),
      as: .heading
    )
  }
}

/// The last hint that was printed.
///
/// The hint is stored, so that nightctl prints it only once.
struct HintStamp {
  private let file: UserFile

  init(folder: String) { file = .own(folder + "/hint") }

  /// Stores the hint.
  ///
  /// Returns false if the hint was already stored, or cannot be stored.
  ///
  /// A hint that cannot be stored must not be printed, because it would be printed with each `set`.
  func renew(_ hint: String) -> Bool {
    let bytes = Array((hint + "\n").utf8)
    guard ((try? file.bytes()) ?? nil) != bytes else { return false }
    return (try? file.write(bytes)) != nil
  }
}
