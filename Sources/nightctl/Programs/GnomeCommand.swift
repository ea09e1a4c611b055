import Glibc
import NightBus
import NightCore
import NightPrograms

/// The command `programs gnome`.
struct GnomeCommand: Command {
  let nightctl: Nightctl

  /// Writes GNOME's settings.
  ///
  /// nightd runs this command. Before the command writes, it asks nightd whether the style is still
  /// wanted.
  func writeGnomeSettings(_ invocation: Invocation) throws(Failure) {
    guard let orders = GnomeOrder.orders(invocation.operands) else {
      throw invocation.usage(ProgramMessages.noOrders)
    }
    let folders = BaseFolders(environment: environment)
    let themes = ToolkitThemes(reading: folders)
    // Only the user may read the record of nightd's changes, because it contains the user's values.
    umask(0o077)
    let lock: RunLock
    let record: RecordFile<ProgramRecord>
    do throws(Failure) {
      lock = try RunLock(.gnome, environment: environment, isDaemon: true)
      record = try RecordFile(gnome: folders, keepsAside: true)
      try record.requireWhole()
    } catch {
      try output.line(error.sentence)
      throw .reported(GnomeFailure.notKept.rawValue)
    }
    defer { lock.release() }
    let writer = GnomeWriter(
      output,
      record,
      desktops: (environment("XDG_CURRENT_DESKTOP") ?? "").lowercased()
        .split(separator: ":").map(String.init)
    ) { key, theme, style in
      let name = QuotedText.unquoted(theme) ?? theme
      return themes.twin(key, of: name, isDark: style == .dark).map(QuotedText.gvariant)
    }
    try writer.carryOut(orders)
  }
}

extension ProgramCommand {
  /// The keys of GNOME's settings for which nightd has written values.
  func gnomeKeys() throws(Failure) -> [String] {
    let folders = BaseFolders(environment: environment)
    let file = try RecordFile<ProgramRecord>(gnome: folders, keepsAside: false)
    try file.requireWhole()
    return file.content.places(of: PreferenceTable.gnome)
  }

  /// The keys in `keys` that an administrator has locked, so that nightd cannot restore them now.
  private func lockedKeys(_ keys: [String]) -> [String] {
    keys.filter { key in
      let place = GnomeSettings.place(of: key)
      return StoredSettings(place.schema)?.isLocked(place.name) == true
    }
  }

  /// Waits until nightd has restored GNOME's settings and removed their record; throws if a key is
  /// locked, or if this takes longer than ten seconds.
  func awaitGnome() throws(Failure) {
    let path = RecordFile<ProgramRecord>.gnomePath(BaseFolders(environment: environment))
    guard access(path, F_OK) == 0 else { return }
    let locked = lockedKeys((try? gnomeKeys()) ?? [])
    // If keys are locked, the record stays and keeps their values, so do not wait for its removal.
    func isDone() -> Bool {
      access(path, F_OK) != 0
        || !locked.isEmpty && (try? gnomeKeys())?.allSatisfy(locked.contains) == true
    }
    do throws(BusError) {
      let loop = try Loop()
      let watch = try PathWatch([path], on: loop) { _ in
        if isDone() { loop.stop() }
      }
      let limit = loop.timer { loop.stop() }
      limit.set(milliseconds: 10_000)
      if !isDone() { try loop.run() }
      withExtendedLifetime((watch, limit)) {}
    } catch {
      throw .system("\(error)")
    }
    guard isDone() else { throw .system(UndoMessages.settingsNotRestored) }
    if access(path, F_OK) == 0 { throw .system(UndoMessages.areLocked(locked)) }
  }

  /// How these keys of GNOME's settings change when the user's values are restored.
  func gnomeRestorations(_ keys: [String]) -> [Restoration] {
    let locked = lockedKeys(keys)
    return keys.map { key in
      guard locked.contains(key) else {
        return .restoresKey(key, program: PreferenceTable.gnome)
      }
      return .leaves(ProgramMessages.leavesAlone(key, ProgramMessages.isLocked))
    }
  }
}
