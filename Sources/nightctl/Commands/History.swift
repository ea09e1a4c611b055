import NightClient
import NightCore

extension Nightctl {
  private static let counts = 1...Contract.historyEntries
  private static let defaultCount = 20

  func history(_ invocation: Invocation) throws(Failure) {
    var count = Self.defaultCount
    if let text = invocation.value(of: .changeCount) {
      guard let number = Int(text), Self.counts.contains(number) else {
        throw .usage(Words.noCount(text, of: .changeCount, Self.counts), help: invocation.command)
      }
      count = number
    }
    let changes = try ask { (client) throws(ClientError) in try client.history(count) }
    // As in a log, the last change comes last, just above the next prompt.
    let ordered = Array(changes.reversed())
    guard !invocation.has(.json) else {
      let rows = ordered.map { JSON.object($0.json) }
      return try output.json(.object([.init(name: "changes", value: .array(rows))]))
    }
    try output.sentences(ordered.map { Words.change($0, at: LocalTime($0.time)) })
  }
}

extension Nightctl {
  func reactions(_ invocation: Invocation) throws(Failure) {
    let reports = try ask { (client) throws(ClientError) in try client.reactions(.forbidden) }
    guard !invocation.has(.json) else {
      let rows = reports.map { JSON.object($0.json) }
      return try output.json(.object([.init(name: "reactions", value: .array(rows))]))
    }
    guard !reports.isEmpty else { return try output.line(Words.nothingRun) }
    let width = reports.map(\.name.count).max() ?? 0
    for report in reports {
      let time = report.last.map { LocalTime($0.time) }
      try output.sentences([Words.reaction(report, at: time, width: width)])
      guard let last = report.last else { continue }
      for line in last.output.split(separator: "\n") { try output.list(["    " + line]) }
    }
  }
}

extension ReactionReport {
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(name)),
      .init(name: "running", value: .bool(isRunning)),
      .init(name: "runs", value: .integer(Int64(clamping: runs))),
      .init(name: "skipped", value: .integer(Int64(clamping: skipped))),
    ]
    guard let last else { return members }
    members += [
      .init(name: "time", value: .string(last.time.iso)),
      .init(name: "milliseconds", value: .integer(Int64(clamping: last.milliseconds))),
      .init(name: "end", value: .string(last.end.rawValue)),
      .init(name: "code", value: .integer(Int64(last.code))),
      .init(name: "failed", value: .bool(last.isFailed)),
      .init(name: "words", value: .string(last.words)),
      .init(name: "output", value: .string(last.output)),
    ]
    return members
  }
}
