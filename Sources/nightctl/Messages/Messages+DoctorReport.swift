import NightCore
import NightDoctor
import NightStore

/// Messages of the doctor's report, and messages about paths that nightd cannot use.
extension Messages {
  static let busSilent = "the session bus does not answer"

  static func healthy(_ facts: DoctorFacts) -> String {
    let runs = facts.daemon.owner == nil ? "starts when a program asks for it" : "runs"
    let beginning = "All is well: nightd \(Contract.version) \(runs), and the desktop portal"
    let isLater = facts.portal.owner == nil || facts.daemon.owner == nil
    guard facts.portal.asked.first?.isOwn != false else {
      return "\(beginning) \(isLater ? "will say" : "says") the same through another backend."
    }
    return "\(beginning) \(facts.portal.owner == nil ? "will ask" : "asks") it first."
  }

  static func findings(_ count: Int) -> String {
    count == 1 ? "1 problem found" : "\(count) problems found"
  }

  static func fixable(_ count: Int) -> String {
    let files = count == 1 ? "one file" : "\(count) files"
    return "nightctl doctor --fix repairs \(files) for you; "
      + "with --dry-run it only shows the changes."
  }

  static func nothingToFix(_ findings: Int) -> String {
    findings == 0
      ? "No problem found."
      : "No problem can be fixed by writing a file. nightctl doctor explains what is left to do."
  }

  /// The line that `nightctl set` prints once.
  static func hint(_ finding: DoctorFinding, isFixable: Bool) -> String {
    let remedy = isFixable ? "doctor --fix repairs this" : "doctor explains how to repair this"
    return "\(finding.what), so applications get no accent, contrast or motion from it; "
      + "nightctl \(remedy)"
  }

  static func wrote(_ planned: FileFix, isTried: Bool) -> String {
    switch planned.content {
    case .text: "\(isTried ? "would write" : "wrote") \(planned.path)"
    case .nothing: "\(isTried ? "would remove" : "removed") \(planned.path)"
    case .link(let target):
      "\(isTried ? "would link" : "linked") \(planned.path) to \(target)"
    }
  }

  static func leftToDo(_ command: String) -> String { "left to do: \(command)" }

  static func changedMeanwhile(_ path: String) -> String {
    "\(path) was changed by another program and is left unchanged; run this again"
  }

  static func readOnly(_ path: String) -> String {
    "\(path) is read-only and is left unchanged; chmod u+w makes it writable"
  }

  static func indented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.dropLast(text.hasSuffix("\n") ? 1 : 0)
  }

  /// The messages that name the object which exists under the path of a file.
  static let isLinkInTheWay = "it is a link, which nightd does not follow there"
  static let isSpecialInTheWay = "it is a special file, such as a socket"
  static let isForeign = "it belongs to another user"

  static func inTheWay(_ flaw: FileFlaw) -> String {
    switch flaw {
    case .folder: "it is a folder"
    case .tooLarge(let limit): "it is larger than \(limit >> 10) KiB"
    default: "it is not a regular file, and reading it may wait forever"
    }
  }

  static let noFile = "it is not a file"
  static let noFolder = "it is not a folder"
  static let lostBySandbox =
    "nightd runs in a sandbox that was set up before this folder was made"
  static let shutBySandbox = "the sandbox of nightd.service keeps it read-only"

  static func full(_ flaw: UnusablePath.Flaw) -> String {
    if case .full(_, isFiles: true) = flaw { return "its file system cannot hold more files" }
    return "no space is left on its file system"
  }

  static func lines(_ finding: DoctorFinding) -> [String] {
    var head = ["\(finding.code.rawValue): \(finding.what)", "  " + finding.means]
    var output = finding.output.isEmpty ? [] : indented(finding.output)
    // A list of programs belongs to the sentences, and the output of a program does not.
    if finding.code.isInformation {
      head += output
      output = []
    }
    switch finding.remedy {
    case nil: return head + output
    case .command(let command): return head + ["  run: " + command] + output
    case .file(let path, let content):
      return head + ["  write \(path):"] + indented(content) + output
    case .line(let path, let group, let line):
      let place =
        "  in \(path), put this line into the group [\(group)], and remove other lines with this key:"
      return head + [place] + indented(line) + output
    }
  }
}
