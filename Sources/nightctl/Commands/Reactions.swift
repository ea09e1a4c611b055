import NightClient
import NightCore

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
