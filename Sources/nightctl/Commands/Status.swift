import NightClient
import NightCore

extension Nightctl {
  func status(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let (standing, store, reasoning) = try ask {
      (client) throws(ClientError) -> (Standing, String, Reasoning) in
      let standing = try application.isEmpty ? client.get() : client.get(for: application)
      return (standing, try client.store(), try self.reasoning(client, standing))
    }
    let findings = reasoning.findings
    guard !invocation.has(.json) else {
      var more = Self.json(of: application)
      more.append(.init(name: "store", value: .string(store)))
      if let findings { more.append(.findings(findings)) }
      if let mistakes = reasoning.themeMistakes {
        more.append(.init(name: "theme-mistakes", value: .array(mistakes.map(JSON.string))))
      }
      return try output.json(standing.json(more + reasoning.json))
    }
    let appearance = standing.appearance
    let look = Words.look(
      appearance,
      areThemesBroken: !(reasoning.themeMistakes ?? []).isEmpty
    )
    let below = findings.map { $0.isEmpty ? "" : "\n" + Words.lines($0) } ?? ""
    try output.sentences(
      """
      \(application.isEmpty ? "" : "app      \(Output.plain(application))\n")\
      style    \(appearance.style.rawValue)
      since    \(LocalTime(appearance.since).text)
      \(Words.ahead(reasoning))why      \(Words.cause(reasoning))
      \(Words.by(reasoning))decides  \(Words.decides(appearance, reasoning.layers))
      \(Words.surroundings(reasoning))\(Words.desktopLines(reasoning))\
      \(Words.inhibitorLines(reasoning))\(look)\
      \(Words.themeMistakes(reasoning))\
      \(Words.locked(reasoning.layers))kept in  \(store)
      \(below)
      """
    )
  }
}
