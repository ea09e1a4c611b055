import NightClient
import NightCore
import NightValues

/// The commands `mirrors on` and `mirrors off`.
extension Nightctl {
  func switchMirrorsOn(_ invocation: Invocation) throws(Failure) {
    try storeMirrorSwitches(try mirrorSwitches(invocation), isOn: true, try client())
  }

  func switchMirrorsOff(_ invocation: Invocation) throws(Failure) {
    try storeMirrorSwitches(try mirrorSwitches(invocation), isOn: false, try client())
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
  func storeMirrorSwitches(
    _ switches: [MirrorSwitch],
    isOn: Bool,
    _ client: Client
  ) throws(Failure) {
    let isAll = switches.count == MirrorSwitch.all.count
    let edits = switches.map { each in
      // All mirrors on: that is the default, also for the mirrors that are off by default.
      let isDefault = isOn && (isAll || each.isOnByDefault)
      return PreferenceEdit(each.key, isDefault ? nil : .bool(isOn))
    }
    _ = try ask(client) { (client) throws(ClientError) in try client.write(edits) }
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
