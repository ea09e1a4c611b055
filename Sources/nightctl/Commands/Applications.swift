import NightClient
import NightCore

extension Nightctl {
  func set(_ invocation: Invocation, for application: String) throws(Failure) {
    try check(application, invocation)
    guard let choice = invocation.operand.flatMap(ApplicationChoice.init(rawValue:)) else { return }
    try ask { (client) throws(ClientError) in try client.set(choice, for: application) }
    if invocation.has(.json) {
      try output.json(
        .object([
          .init(name: "app", value: .string(application)),
          .init(name: "choice", value: .string(choice.rawValue)),
        ])
      )
    } else if output.isTerminal {
      try output.sentences(Words.set(choice, for: application))
    }
  }

  func applications(_ invocation: Invocation) throws(Failure) {
    let all = try ask { (client) throws(ClientError) in try client.applications() }
    // Those that do as all others have nothing of their own to be listed.
    let found = all.filter { $0.choice != ApplicationChoice.follow.rawValue }
    guard !invocation.has(.json) else {
      let members = found.map { JSON.Member(name: $0.application, value: .string($0.choice)) }
      return try output.json(.object([.init(name: "applications", value: .object(members))]))
    }
    let width = found.map(\.choice.count).max() ?? 0
    let lines = found.map { application, choice in
      choice + String(repeating: " ", count: width - choice.count + 2) + application
    }
    try output.list(lines)
  }

  func removeApplication(_ invocation: Invocation) throws(Failure) {
    let key = try key(PreferenceTable.choice, of: invocation.operand ?? "", invocation)
    let all = try ask { (client) throws(ClientError) in try client.applications() }
    try delete([PreferenceEdit(key, nil)], invocation) {
      Words.noOwnStyle(of: key.application, all.map(\.application))
    }
  }
}
