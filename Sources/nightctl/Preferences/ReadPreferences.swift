import NightClient
import NightCore

/// The commands `prefs read`, `prefs list`, `prefs explain` and `prefs schema`.
struct ReadPreferences: Command {
  let nightctl: Nightctl

  func readPreferences(_ invocation: Invocation) throws(Failure) {
    let isRegistered = invocation.has(.registeredDefault)
    guard invocation.operand != nil else {
      return isRegistered ? try registeredDefaults(invocation) : try readAll(invocation)
    }
    let key = try invocation.key()
    guard !isRegistered else { return try registeredDefault(of: key, invocation) }
    let reading = try ask { (client) throws(ClientError) in try client.read(key) }
    try show(reading.value, of: key, invocation, [.revision(reading.revision)])
  }

  private func readAll(_ invocation: Invocation) throws(Failure) {
    let application = try invocation.application()
    let reading = try ask { (client) throws(ClientError) in
      try client.readAll(of: application, for: .oneself)
    }
    try show(reading.value, invocation, [.revision(reading.revision)])
  }

  private func registeredDefaults(_ invocation: Invocation) throws(Failure) {
    let keys = PreferenceTable.keys(of: try invocation.application())
    let members = keys.compactMap { key in
      PreferenceTable.entry(key)?.registered.map {
        PreferenceValue.Member(name: key.name, value: $0)
      }
    }
    try show(members, invocation)
  }

  private func registeredDefault(of key: PreferenceKey, _ invocation: Invocation) throws(Failure) {
    guard let value = PreferenceTable.entry(key)?.registered else {
      throw .system("\(key.name) has no built-in default")
    }
    try show(value, of: key, invocation)
  }

  private func show(
    _ value: PreferenceValue,
    of key: PreferenceKey,
    _ invocation: Invocation,
    _ more: [JSON.Member] = []
  ) throws(Failure) {
    guard invocation.has(.json) else { return try output.list([value.bare]) }
    try output.json(.object(key.json + [.init(name: "value", value: value.json)] + more))
  }

  private func show(
    _ members: [PreferenceValue.Member],
    _ invocation: Invocation,
    _ more: [JSON.Member] = []
  ) throws(Failure) {
    guard invocation.has(.json) else {
      return try output.list(members.map { "\($0.name) = \($0.value.line)" })
    }
    let values = members.map { JSON.Member(name: $0.name, value: $0.value.json) }
    try output.json(.object([.init(name: "values", value: .object(values))] + more))
  }
}

// MARK: - List

extension ReadPreferences {
  private typealias Origin = (origin: PreferenceOrigin?, place: String)
  /// A row of the list: a key and its value; the value is nil if no layer sets the key.
  private typealias Row = (name: String, value: PreferenceValue?)

  func listPreferences(_ invocation: Invocation) throws(Failure) {
    let application = try invocation.application()
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

  /// The layer that a value comes from, and the value's position in that layer's file.
  ///
  /// The layer is nil if another program has just deleted the value.
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

  private func lines(_ list: [Row], _ origins: [Origin]) -> [String] {
    let lines = list.map { row in
      row.value.map { "\(row.name) = \($0.line)" } ?? "\(row.name) is not set"
    }
    guard !origins.isEmpty else { return lines }
    // One long value must not push the second column of all lines to the right.
    let set = zip(lines, origins).filter { $0.1.origin != nil }
    let width = min(set.map(\.0.count).max() ?? 0, 40)
    return zip(lines, origins).map { line, origin in
      let blanks = String(repeating: " ", count: max(width - line.count, 0) + 2)
      guard let layer = origin.origin else { return line }
      return line + blanks + layer.rawValue + (origin.place.isEmpty ? "" : " " + origin.place)
    }
  }
}

// MARK: - Explain

extension ReadPreferences {
  func printSchema(_ invocation: Invocation) throws(Failure) {
    try output.text(PreferenceSchema.document.text(pretty: true))
  }

  func explainPreference(_ invocation: Invocation) throws(Failure) {
    let key = try invocation.key()
    let layers = try ask { (client) throws(ClientError) in try client.explain(key) }
    guard !invocation.has(.json) else {
      let rows = layers.map { JSON.object($0.json) }
      return try output.json(.object(key.json + [.init(name: "layers", value: .array(rows))]))
    }
    let isLocked = layers.contains { $0.lock != nil }
    let rows = layers.map {
      (
        $0.wins ? "*" : " ", PreferenceMessages.layer($0, of: key),
        PreferenceMessages.says($0, isLocked: isLocked)
      )
    }
    let width = rows.map(\.1.count).max() ?? 0
    let lines = rows.map { mark, name, text in
      mark + " " + name + String(repeating: " ", count: width - name.count + 2) + text
    }
    try output.sentences(lines)
  }
}

extension JSON.Member {
  static func revision(_ revision: UInt64) -> JSON.Member {
    .init(name: "revision", value: .integer(Int64(clamping: revision)))
  }
}

extension PreferenceKey {
  /// The JSON member `key` and, for a key of an application, also the member `app`.
  var json: [JSON.Member] {
    let own: [JSON.Member] = [.init(name: "key", value: .string(name))]
    return isOfDesktop ? own : own + [.init(name: "app", value: .string(application))]
  }
}

extension PreferenceValue {
  /// The value as one line of JSON, in which control characters are escaped.
  var line: String { json.text(pretty: false) }

  /// The value as `prefs read KEY` prints it: a string without quotation marks, any other value as
  /// JSON.
  var bare: String {
    guard case .string(let text) = self else { return line }
    return text
  }
}
