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
  /// The names are those of the bus.
  static func findings(_ findings: [PreferenceFinding]) -> JSON.Member {
    .init(name: "findings", value: .array(findings.map { .object($0.json) }))
  }
}

extension PreferenceFinding {
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "kind", value: .string(kind.rawValue)), .init(name: "file", value: .string(file)),
    ]
    if let position {
      members.append(.init(name: "line", value: .integer(Int64(position.line))))
      members.append(.init(name: "column", value: .integer(Int64(position.column))))
    }
    members += key?.json ?? []
    members.append(.init(name: "message", value: .string(message)))
    if let advice { members.append(.init(name: "advice", value: .string(advice))) }
    return members
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
