import NightClient
import NightCore

extension Nightctl {
  private static let counts = 1...Contract.historyEntries
  private static let usualCount = 20

  func history(_ invocation: Invocation) throws(Failure) {
    var count = Self.usualCount
    if let word = invocation.value(of: .changeCount) {
      guard let number = Int(word), Self.counts.contains(number) else {
        throw .usage(Words.noCount(word, of: .changeCount, Self.counts), help: invocation.command)
      }
      count = number
    }
    let changes = try ask { (client) throws(ClientError) in try client.history(count) }
    // As a log has them: what happened last stands above the next prompt.
    let ordered = Array(changes.reversed())
    guard !invocation.has(.json) else {
      let rows = ordered.map { JSON.object($0.json) }
      return try output.json(.object([.init(name: "changes", value: .array(rows))]))
    }
    try output.sentences(ordered.map { Words.change($0, at: LocalTime($0.time)) })
  }
}
