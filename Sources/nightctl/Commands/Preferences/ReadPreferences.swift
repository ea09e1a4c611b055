import NightClient
import NightCore

extension Nightctl {
  func readPreferences(_ invocation: Invocation) throws(Failure) {
    let isRegistered = invocation.has(.registeredDefault)
    guard invocation.operand != nil else {
      return isRegistered ? try registeredDefaults(invocation) : try readAll(invocation)
    }
    let key = try key(invocation)
    guard !isRegistered else { return try registeredDefault(of: key, invocation) }
    let reading = try ask { (client) throws(ClientError) in try client.read(key) }
    try show(reading.value, of: key, invocation, [.revision(reading.revision)])
  }

  private func readAll(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let reading = try ask { (client) throws(ClientError) in
      try client.readAll(of: application, for: .oneself)
    }
    try show(reading.value, invocation, [.revision(reading.revision)])
  }

  private func registeredDefaults(_ invocation: Invocation) throws(Failure) {
    let keys = PreferenceTable.keys(of: try application(invocation))
    let members = keys.compactMap { key in
      PreferenceTable.entry(key)?.registered.map {
        PreferenceValue.Member(name: key.name, value: $0)
      }
    }
    try show(members, invocation)
  }

  private func registeredDefault(
    of key: PreferenceKey,
    _ invocation: Invocation
  ) throws(Failure) {
    guard let value = PreferenceTable.entry(key)?.registered else {
      throw .system(Words.noDefault(key))
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
