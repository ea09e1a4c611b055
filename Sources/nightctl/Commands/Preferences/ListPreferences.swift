import NightClient
import NightCore

extension Nightctl {
  private typealias Origin = (origin: PreferenceOrigin?, place: String)

  func listPreferences(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let (members, origins) = try ask { (client) throws(ClientError) in
      let members = try client.readAll(of: application, for: .oneself).value
      guard invocation.has(.origin) else { return (members, [] as [Origin]) }
      var origins: [Origin] = []
      for member in members {
        origins.append(try origin(of: member.name, of: application, client))
      }
      return (members, origins)
    }
    guard invocation.has(.json) else {
      return try output.text(lines(members, origins).map { $0 + "\n" }.joined())
    }
    let rows = members.enumerated().map { index, member -> JSON in
      var row: [JSON.Member] = [
        .init(name: "key", value: .string(member.name)),
        .init(name: "value", value: member.value.json),
      ]
      if index < origins.count {
        row.append(.init(name: "origin", value: .string(origins[index].origin?.rawValue ?? "")))
        row.append(.init(name: "place", value: .string(origins[index].place)))
      }
      return .object(row)
    }
    try output.json(.object([.init(name: "preferences", value: .array(rows))]))
  }

  /// Nothing for a key that was taken back meanwhile.
  private func origin(
    of name: String,
    of application: String,
    _ client: Client
  ) throws(ClientError) -> Origin {
    guard let key = try? PreferenceKey(name, of: application) else { return (nil, "") }
    do throws(ClientError) {
      let (origin, place) = try client.origin(of: key)
      return (origin, place)
    } catch .refused(.notSet, _) {
      return (nil, "")
    }
  }

  private func lines(
    _ members: [PreferenceValue.Member],
    _ origins: [Origin]
  ) -> [String] {
    let lines = members.map { "\($0.name) = \($0.value.line)" }
    guard !origins.isEmpty else { return lines }
    // One long value must not push all others to the right.
    let width = min(lines.map(\.count).max() ?? 0, 40)
    return zip(lines, origins).map { line, origin in
      let blanks = String(repeating: " ", count: max(width - line.count, 0) + 2)
      return line + blanks + (origin.origin?.rawValue ?? "")
        + (origin.place.isEmpty ? "" : " " + origin.place)
    }
  }
}
