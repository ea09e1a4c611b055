import NightClient
import NightContract
import NightCore

/// The command `history`.
struct HistoryCommand: Command {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "history",
    summary: "print past changes, and who made them",
    options: [.changeCount, .json],
    notes: """
      The last change comes last, as in a log. Times are local times. Processes have the names
      that they gave themselves.
      """,
    run: HistoryCommand.history
  )

  private static let counts = 1...Contract.historyEntries
  private static let defaultCount = 20

  func history(_ invocation: Invocation) throws(Failure) {
    var count = Self.defaultCount
    if let text = invocation.value(of: .changeCount) {
      guard let number = Int(text), Self.counts.contains(number) else {
        throw invocation.usage(Messages.noCount(text, of: .changeCount, Self.counts))
      }
      count = number
    }
    let changes = try ask { (client) throws(ClientError) in try client.call(.history, UInt32(count))
    }
    // As in a log, the most recent change is printed last, just above the next prompt.
    let ordered = Array(changes.reversed())
    guard !invocation.has(.json) else {
      let rows = ordered.map { JSON.object($0.json) }
      return try output.json(.object([.init(name: "changes", value: .array(rows))]))
    }
    try output.sentences(ordered.map { HistoryMessages.change($0, at: LocalTime($0.time)) })
  }
}

extension Option {
  static let changeCount = Option(
    name: "-n",
    value: "COUNT",
    summary: "show at most COUNT changes (default: 20)"
  )
}
