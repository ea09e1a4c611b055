import NightClient
import NightCore

/// What the commands on preferences have in common.
extension Nightctl {
  /// The application that was named, or nothing for the desktop.
  func application(_ invocation: Invocation) throws(Failure) -> String {
    guard let application = invocation.value(of: .application) else { return "" }
    try check(application, invocation)
    return application
  }

  func check(_ application: String, _ invocation: Invocation) throws(Failure) {
    let command = invocation.command
    guard !application.isEmpty else { throw .usage(Words.applicationMissing, help: command) }
    do throws(PreferenceKey.Flaw) { try PreferenceKey.checkApplication(application) } catch {
      throw .usage(error.message, help: command)
    }
  }

  func key(_ invocation: Invocation) throws(Failure) -> PreferenceKey {
    try key(invocation.operand ?? "", of: try application(invocation), invocation)
  }

  /// A slip in a key is told without asking the daemon.
  func key(
    _ name: String,
    of application: String,
    _ invocation: Invocation
  ) throws(Failure) -> PreferenceKey {
    let key = try anyKey(name, of: application, invocation)
    guard !key.isOfDesktop || !PreferenceTable.isPrefix(name) else {
      throw .usage(Words.holdsKeys(name), help: invocation.command)
    }
    guard !key.isOfDesktop || PreferenceTable.entry(key) != nil else {
      throw .usage(Words.unknownKey(name), help: invocation.command)
    }
    return key
  }

  /// Also one that is not known here, but may stand in what another version stored.
  func anyKey(
    _ name: String,
    of application: String,
    _ invocation: Invocation
  ) throws(Failure) -> PreferenceKey {
    do throws(PreferenceKey.Flaw) { return try PreferenceKey(name, of: application) } catch {
      throw .usage(error.message, help: invocation.command)
    }
  }

  func write(_ edits: [PreferenceEdit], _ invocation: Invocation) throws(Failure) {
    let revision = try ask { (client) throws(ClientError) in try client.write(edits) }
    guard invocation.has(.json) else { return }
    try output.json(.object([.revision(revision)]))
  }
}

extension JSON.Member {
  static func revision(_ revision: UInt64) -> JSON.Member {
    .init(name: "revision", value: .integer(Int64(clamping: revision)))
  }
}

extension PreferenceKey {
  /// `key` and, for an application's, `app`.
  var json: [JSON.Member] {
    let own: [JSON.Member] = [.init(name: "key", value: .string(name))]
    return isOfDesktop ? own : own + [.init(name: "app", value: .string(application))]
  }
}

extension PreferenceValue {
  /// As a line shows it: JSON, which has no characters that a terminal would obey.
  var line: String { json.text(pretty: false) }

  /// As its reader wants it: a text as it is.
  var bare: String {
    guard case .string(let text) = self else { return line }
    return text
  }
}
