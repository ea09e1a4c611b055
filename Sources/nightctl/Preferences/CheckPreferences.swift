import NightClient
import NightCore

/// The command `prefs check`.
struct CheckPreferences: Command {
  let nightctl: Nightctl

  func checkPreferences(_ invocation: Invocation) throws(Failure) {
    let (findings, themes) = try ask {
      (client) throws(ClientError) -> ([PreferenceFinding], [String]) in
      (try client.check(), try themeMistakes(client))
    }
    if invocation.has(.json) {
      let mistakes = JSON.array(themes.map(JSON.string))
      try output.json(
        .object([.findings(findings), .init(name: "theme-mistakes", value: mistakes)])
      )
    } else if findings.isEmpty, themes.isEmpty {
      try output.line("everything is in order")
    } else {
      let lines = themes.map { Output.plain($0) + "\n" }.joined()
      try output.sentences(PreferenceMessages.lines(findings) + lines)
    }
    let mistakes = findings.count(where: \.isMistake) + themes.count
    let notes = findings.count + themes.count - mistakes
    if mistakes > 0 { throw .system(Messages.mistakes(mistakes, notes: notes)) }
  }

  /// The flaws of the themes in use; empty if the daemon is too old to know this request.
  private func themeMistakes(_ client: Client) throws(ClientError) -> [String] {
    do throws(ClientError) { return try client.themeMistakes() } catch .refused { return [] }
  }
}

extension JSON.Member {
  /// The findings as JSON; the members have the names that the D-Bus interface uses.
  static func findings(_ findings: [PreferenceFinding]) -> JSON.Member {
    let desktop = JSON.Member(name: "app", value: .string(""))
    let rows = findings.map { finding in JSON.object(finding.json.filter { $0 != desktop }) }
    return .init(name: "findings", value: .array(rows))
  }
}

extension PreferenceFinding {
  /// Whether the finding is a mistake, and not only a hint that another layer overrides the value.
  var isMistake: Bool {
    switch kind {
    case .unreadable, .broken, .value, .lock, .zone: true
    case .unknown, .shadowed, .locked: false
    }
  }
}
