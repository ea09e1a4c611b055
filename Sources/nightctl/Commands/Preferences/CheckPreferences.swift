import NightClient
import NightCore

extension Nightctl {
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
      try output.line(Words.allInOrder)
    } else {
      let lines = themes.map { Output.plain($0) + "\n" }.joined()
      try output.sentences(Words.lines(findings) + lines)
    }
    let mistakes = findings.count(where: \.isMistake) + themes.count
    if mistakes > 0 { throw .system(Words.mistakes(mistakes)) }
  }

  /// What is wrong with the themes in use; nothing from a daemon that cannot tell.
  private func themeMistakes(_ client: Client) throws(ClientError) -> [String] {
    do throws(ClientError) { return try client.themeMistakes() } catch .refused { return [] }
  }
}

extension JSON.Member {
  /// The names are those of the bus; a key of the desktop has no application.
  static func findings(_ findings: [PreferenceFinding]) -> JSON.Member {
    let desktop = JSON.Member(name: "app", value: .string(""))
    let rows = findings.map { finding in JSON.object(finding.json.filter { $0 != desktop }) }
    return .init(name: "findings", value: .array(rows))
  }
}

extension PreferenceFinding {
  /// Whether something that a person wrote is not in force, other than by the layers' own rules.
  var isMistake: Bool {
    switch kind {
    case .unreadable, .broken, .value, .lock, .zone: true
    case .unknown, .shadowed, .locked: false
    }
  }
}
