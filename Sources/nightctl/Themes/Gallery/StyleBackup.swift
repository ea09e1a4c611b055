import NightClient
import NightContract
import NightCore

/// The choice, the hold and the theme of each slot (style and contrast) at one moment, to restore
/// them later.
struct StyleBackup {
  let snapshot: Snapshot
  private let choice: Choice?
  private let edits: [PreferenceEdit]

  init(_ client: Client) throws(ClientError) {
    func stored(_ key: PreferenceKey) throws(ClientError) -> PreferenceValue? {
      try client.explain(key).first { $0.origin == .set }?.value
    }
    snapshot = try client.get()
    let key = PreferenceKey(known: PreferenceTable.choice)
    choice = try stored(key).flatMap(Choice.init)
    var edits: [PreferenceEdit] = []
    for slot in ThemeSlot.all {
      edits.append(PreferenceEdit(slot.preference, try stored(slot.preference)))
    }
    // Removing the choice also ends a hold, just as setting a choice does.
    self.edits = choice == nil ? edits + [PreferenceEdit(key, nil)] : edits
  }

  /// Restores everything, except a hold that would be over by now.
  func restore(_ client: Client, at now: Instant) throws(ClientError) -> Snapshot {
    try client.write(edits)
    let present = try client.get(), appearance = snapshot.appearance
    guard present.appearance != appearance else { return present }
    if let choice {
      _ = try client.call(.set, (choice, Style(rawValue: choice.rawValue).map { _ in .always }))
    }
    guard appearance.reason == .hold, let end = appearance.holdUntil, end > now else {
      return try client.get()
    }
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    let isSlots = try client.read(slot.preference).value == .string(appearance.theme)
    return try isSlots
      ? client.call(.set, (Choice(appearance.style), .until(end.iso)))
      : client.call(.useTheme, (appearance.theme, .until(end.iso)))
  }
}
