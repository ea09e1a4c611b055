import NightClient
import NightCore

extension Nightctl {
  func explainPreference(_ invocation: Invocation) throws(Failure) {
    let key = try key(invocation)
    let layers = try ask { (client) throws(ClientError) in try client.explain(key) }
    guard !invocation.has(.json) else {
      let rows = layers.map { JSON.object($0.json) }
      return try output.json(.object(key.json + [.init(name: "layers", value: .array(rows))]))
    }
    let isLocked = layers.contains { $0.lock != nil }
    let rows = layers.map {
      ($0.wins ? "*" : " ", Words.layer($0, of: key), Words.says($0, isLocked: isLocked))
    }
    let width = rows.map(\.1.count).max() ?? 0
    let lines = rows.map { mark, name, words in
      mark + " " + name + String(repeating: " ", count: width - name.count + 2) + words
    }
    try output.sentences(lines)
  }
}

extension LayerRow {
  /// The names are those of the bus.
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "layer", value: .string(origin.rawValue)),
      .init(name: "own", value: .bool(isOwn)),
    ]
    func add(_ name: String, _ value: JSON?) {
      if let value { members.append(.init(name: name, value: value)) }
    }
    add("file", file.map(JSON.string))
    add("line", position.map { .integer(Int64($0.line)) })
    add("column", position.map { .integer(Int64($0.column)) })
    add("value", value?.json)
    add("flaw", flaw.map(JSON.string))
    add("lock", lock.map(JSON.string))
    add("passed-over", .bool(isIgnored))
    add("wins", .bool(wins))
    return members
  }
}
