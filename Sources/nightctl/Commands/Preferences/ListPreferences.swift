import NightClient
import NightCore

extension Nightctl {
  private typealias Origin = (origin: PreferenceOrigin?, place: String)
  /// A key of the table is listed even where no layer has a value of it.
  private typealias Row = (name: String, value: PreferenceValue?)

  func listPreferences(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let (list, origins) = try ask { (client) throws(ClientError) -> ([Row], [Origin]) in
      let list = table(try client.readAll(of: application, for: .oneself).value, of: application)
      guard invocation.has(.origin) else { return (list, []) }
      var origins: [Origin] = []
      for row in list {
        let isSet = row.value != nil
        origins.append(isSet ? try origin(of: row.name, of: application, client) : (nil, ""))
      }
      return (list, origins)
    }
    guard invocation.has(.json) else {
      return try output.list(lines(list, origins))
    }
    let rows = list.enumerated().map { index, member -> JSON in
      var row: [JSON.Member] = [.init(name: "key", value: .string(member.name))]
      if let value = member.value { row.append(.init(name: "value", value: value.json)) }
      if index < origins.count {
        row.append(.init(name: "origin", value: .string(origins[index].origin?.rawValue ?? "")))
        row.append(.init(name: "place", value: .string(origins[index].place)))
      }
      return .object(row)
    }
    try output.json(.object([.init(name: "preferences", value: .array(rows))]))
  }

  private func table(_ members: [PreferenceValue.Member], of application: String) -> [Row] {
    let unset = PreferenceTable.keys(of: application).map(\.name).filter { name in
      !members.contains { $0.name == name }
    }
    let list = members.map { ($0.name, $0.value) } + unset.map { ($0, nil) }
    return list.sorted { $0.0.precedes($1.0) }
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
    _ list: [Row],
    _ origins: [Origin]
  ) -> [String] {
    let lines = list.map { row in
      row.value.map { "\(row.name) = \($0.line)" } ?? Words.unset(row.name)
    }
    guard !origins.isEmpty else { return lines }
    // One long value must not push all others to the right.
    let set = zip(lines, origins).filter { $0.1.origin != nil }
    let width = min(set.map(\.0.count).max() ?? 0, 40)
    return zip(lines, origins).map { line, origin in
      let blanks = String(repeating: " ", count: max(width - line.count, 0) + 2)
      guard let layer = origin.origin else { return line }
      return line + blanks + layer.rawValue + (origin.place.isEmpty ? "" : " " + origin.place)
    }
  }
}
