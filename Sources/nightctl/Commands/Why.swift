import NightClient
import NightCore

extension Nightctl {
  func why(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let (standing, reasoning) = try ask {
      (client) throws(ClientError) -> (Standing, Reasoning) in
      let standing =
        try application.isEmpty ? client.get() : client.get(for: application)
      return (standing, try self.reasoning(client, standing))
    }
    let lines = Words.whys(reasoning, of: application)
    guard !invocation.has(.json) else {
      var more = reasoning.json + Self.json(of: application)
      more.append(.init(name: "why", value: .array(lines.map(JSON.string))))
      return try output.json(standing.json(more))
    }
    try output.sentences(lines)
  }
}
