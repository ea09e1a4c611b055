import NightClient
import NightCore
import NightValues

/// The commands `mirrors on` and `mirrors off`.
extension Nightctl {
  func switchMirrorsOn(_ invocation: Invocation) throws(Failure) {
    try switchMirrors(invocation, isOn: true)
  }

  func switchMirrorsOff(_ invocation: Invocation) throws(Failure) {
    try switchMirrors(invocation, isOn: false)
  }

  private func switchMirrors(_ invocation: Invocation, isOn: Bool) throws(Failure) {
    let switches = try mirrorSwitches(invocation)
    let client = try client()
    let before = try mirrorsOn(client)
    let isDefault = invocation.operands.isEmpty
    var refused = try storeMirrorSwitches(switches, isOn: isOn, isDefault: isDefault, client)
    // nightd does the same, but when the command ends, the files are right.
    let hasWritten = try applyMirrors(isDaemon: false)
    // nightd restores GNOME's settings, unless it cannot read what it recorded.
    if !isOn, switches.contains(where: { $0.key.name == PreferenceTable.mirrorsSettings }) {
      let folders = BaseFolders(environment: environment)
      do throws(Failure) {
        try gnomeRecord(folders, keepsAside: false).requireWhole()
      } catch { refused.append(error) }
    }
    guard let last = refused.last else {
      guard !hasWritten, try mirrorsOn(client) == before else { return }
      return try output.sentences([Messages.mirrorsAlready(invocation.operands, isOn: isOn)])
    }
    for failure in refused.dropLast() { output.complain("nightctl: " + failure.sentence) }
    throw last
  }

  /// The mirrors that are named; without a name, all that are on by default, or all to switch off.
  private func mirrorSwitches(_ invocation: Invocation) throws(Failure) -> [MirrorSwitch] {
    let names = invocation.operands
    guard !names.isEmpty else { return MirrorSwitch.all }
    return try names.map { (name) throws(Failure) in
      guard let found = MirrorSwitch.all.first(where: { $0.name == name }) else {
        let known = MirrorSwitch.all.map(\.name)
        throw .usage(Messages.noMirror(name, known), help: invocation.command)
      }
      return found
    }
  }

  /// Stores the switches; nightd then writes the settings, or restores the user's own.
  ///
  /// If `isDefault` is true, on means the default, also for a mirror that is off by default. An
  /// administrator may have locked some of them. The others are stored, and the refusals returned.
  func storeMirrorSwitches(
    _ switches: [MirrorSwitch],
    isOn: Bool,
    isDefault: Bool = false,
    _ client: Client
  ) throws(Failure) -> [Failure] {
    let edits = switches.map { each in
      let isDefault = isOn && (isDefault || each.isOnByDefault)
      return PreferenceEdit(each.key, isDefault ? nil : .bool(isOn))
    }
    func store(_ edits: [PreferenceEdit]) throws(Failure) {
      _ = try ask(client) { (client) throws(ClientError) in try client.write(edits) }
    }
    var refused: [Failure] = []
    do throws(Failure) {
      try store(edits)
    } catch .client(.refused(let code, let why)) where code != .locked {
      refused.append(.client(.refused(code, why)))
    } catch .client(.refused) {
      let on = Set(try mirrorsOn(client).map(\.key.name))
      for (each, edit) in zip(switches, edits) where on.contains(each.key.name) != isOn {
        do throws(Failure) { try store([edit]) } catch { refused.append(error) }
      }
    }
    return refused
  }

  /// The mirrors that are switched on now.
  func mirrorsOn(_ client: Client) throws(Failure) -> [MirrorSwitch] {
    let members = try ask(client) { (client) throws(ClientError) in
      try client.readAll(for: .oneself).value
    }
    return MirrorSwitch.all.filter { each in
      members.contains { $0.name == each.key.name && $0.value == .bool(true) }
    }
  }
}

/// The preference that switches one mirror on or off.
struct MirrorSwitch: Equatable {
  /// The mirror's name, such as `kde`; `gsettings` for GNOME's settings.
  let name: String
  let key: PreferenceKey
  let isOnByDefault: Bool

  private static let prefix = "mirror."

  static var all: [MirrorSwitch] {
    PreferenceTable.entries.compactMap { entry in
      guard entry.name.hasPrefix(prefix), case .bool(let isOn)? = entry.registered else {
        return nil
      }
      return MirrorSwitch(
        name: String(entry.name.dropFirst(prefix.count)),
        key: PreferenceKey(known: entry.name),
        isOnByDefault: isOn
      )
    }
  }
}
