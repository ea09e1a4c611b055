import NightCore
import NightStore

/// Messages of the doctor's report, and messages about paths that nightd cannot use.
enum DoctorMessages {
  static func healthy(_ facts: DoctorFacts) -> TextLine {
    let runs = facts.daemon.owner == nil ? "starts when a program asks for it" : "runs"
    let isLater = facts.portal.owner == nil || facts.daemon.owner == nil
    let portal =
      facts.portal.asked.first?.isOwn != false
      ? "\(facts.portal.owner == nil ? "will ask" : "asks") it first"
      : "\(isLater ? "will report" : "reports") nightd's style, which another backend passes on"
    return TextLine([
      TextPiece("All is well", .good),
      TextPiece(": nightd \(Contract.version) \(runs), and the desktop portal \(portal)."),
    ])
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
      : "None of these problems can be fixed by writing a file. nightctl doctor explains what is left to do."
  }

  /// The hint that `nightctl set` prints about a finding.
  ///
  /// nightctl does not print the same hint twice in a row.
  static func hint(_ finding: DoctorFinding, isFixable: Bool) -> String {
    let remedy = isFixable ? "doctor --fix repairs this" : "doctor explains how to repair this"
    let effect =
      finding.code == .portalPartly
      ? "applications get no accent, contrast or motion from nightd"
      : "applications may have the wrong style"
    return "\(finding.what), so \(effect); nightctl \(remedy)"
  }

  static func wrote(_ planned: FileFix, isTried: Bool) -> TextLine {
    let path = TextPiece(planned.path, isWhole: true)
    return switch planned.content {
    case .text: TextLine([TextPiece(isTried ? "would write " : "wrote "), path])
    case .nothing: TextLine([TextPiece(isTried ? "would remove " : "removed "), path])
    case .link(let target):
      TextLine([
        TextPiece(isTried ? "would link " : "linked "), path, TextPiece(" to "),
        TextPiece(target, isWhole: true),
      ])
    }
  }

  static func leftToDo(_ command: String) -> TextLine {
    TextLine([TextPiece("left to do: "), .command(command)])
  }

  static func changedMeanwhile(_ path: String) -> String {
    "\(path) was changed by another program and is left unchanged; run the command again"
  }

  /// The lines of a file for the user to copy; these lines are never wrapped.
  static func indented(_ text: String) -> [TextLine] {
    printed(text).map { TextLine([TextPiece($0, isWhole: true)], indent: 4) }
  }

  private static func printed(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(text.hasSuffix("\n") ? 1 : 0).map(String.init)
  }

  /// Messages about a path where nightd needs a file, but finds another object.
  static let isLinkInTheWay = "it is a link, and nightd does not follow a link at this path"

  static let isSpecialInTheWay = "it is a special file, such as a socket"
  static let isForeign = "it belongs to another user"

  static func inTheWay(_ flaw: FileFlaw) -> String {
    switch flaw {
    case .folder: "it is a folder"
    case .tooLarge(let limit): "it is larger than \(limit >> 10) KiB"
    default: "it is not a regular file, and reading it may block forever"
    }
  }

  static let lostBySandbox =
    "nightd runs in a sandbox that was set up before this folder was made"

  static let shutBySandbox = "the sandbox of nightd.service makes this folder read-only"

  static func full(_ flaw: UnusablePath.Flaw) -> String {
    if case .full(_, isFiles: true) = flaw { return "its file system cannot hold more files" }
    return "no space is left on its file system"
  }

  static func lines(_ finding: DoctorFinding) -> [TextLine] {
    let code = TextPiece(finding.code.name, finding.isInformation ? .heading : .problem)
    var head = [
      TextLine([code, TextPiece(": " + finding.what)]),
      TextLine([TextPiece(finding.means)], indent: 2, hang: 0),
    ]
    var output = finding.output.isEmpty ? [] : printed(finding.output).map { TextLine("    " + $0) }
    // Print a list of programs right after the finding's sentences. Print the output of a failed
    // update last.
    if finding.isInformation {
      head += output
      output = []
    }
    switch finding.remedy {
    case nil: return head + output
    case .command(let command):
      return head + [TextLine([TextPiece("run: "), .command(command)], indent: 2)] + output
    case .file(let path, let content):
      let write = [TextPiece("write "), TextPiece(path + ":", isWhole: true)]
      return head + [TextLine(write, indent: 2)] + indented(content) + output
    case .line(let path, let group, let line):
      let place = [
        TextPiece("in "), TextPiece(path + ",", isWhole: true),
        TextPiece(
          " put this line into the group [\(group)], and remove other lines that set the same key:"
        ),
      ]
      return head + [TextLine(place, indent: 2)] + indented(line) + output
    }
  }
}
