import CSettings
import Glibc
import NightCore
import NightPrograms

/// Writes GNOME's settings as nightd orders, and restores the user's values.
///
/// The writer reads the settings, and records the user's values. Then the writer asks nightd
/// whether the style is still wanted, so that an older style never overwrites a newer one. Just
/// before the write, the writer reads the values again, because the user may have changed them in
/// the meantime. All keys change at once, so that no program sees the new style with the old theme.
/// The record is stored before and after the write, so that the record is correct even if nightctl
/// is killed during the write.
final class GnomeWriter {
  private let output: Output
  private let desktops: [String]
  private let twin: (GnomeKey, String, Style) -> String?
  private var record: RecordFile<ProgramRecord>
  private var failure: GnomeFailure?

  init(
    _ output: Output,
    _ record: RecordFile<ProgramRecord>,
    desktops: [String],
    twin: @escaping (GnomeKey, String, Style) -> String?
  ) {
    self.output = output
    self.record = record
    self.desktops = desktops
    self.twin = twin
  }

  func carryOut(_ orders: [GnomeOrder]) throws(Failure) {
    // Remove temporary files, because a nightctl that was killed may have left an incomplete
    // record.
    record.removeLeftovers()
    if let problem = csettings_missing().map({ String(cString: $0) }) {
      try output.line("\(problem); \(GnomeSettings.package) has this library")
      throw .reported(GnomeFailure.noProgram.rawValue)
    }
    guard csettings_has_schema(GnomeSettings.schema) else {
      try output.line("there is no schema \(GnomeSettings.schema)")
      throw .reported(GnomeFailure.noSchema.rawValue)
    }
    var histories = record.content.histories
    let store = GnomeStore()
    let values = store.values(orders.map(\.key) + histories.keys)
    // A locked key has the administrator's value and cannot be written, so keep the user's value in
    // the record.
    let locked = histories.keys.filter(store.isLocked).sorted()
    // If someone has reset a key since nightd wrote it, the default is now the user's own value.
    for (key, value) in values where !store.isSet(key) { histories[key]?.original = value }
    let plan = GnomePlan(
      orders.filter { !locked.contains($0.key) } + locked.map(GnomeOrder.leave),
      values: values,
      histories: histories,
      desktops: desktops,
      twin: twin
    )
    for key in plan.missing { try output.line("\(GnomeSettings.schema) has no key \(key) here") }
    for key in locked where !orders.contains(.leave(key)) {
      try fail(.notWritten, "\(key) \(GnomeFailure.locked)")
    }
    for step in plan.steps { setHistory(step.key, step.plan.before) }
    guard try storeRecord() else { return try end() }
    if !plan.writes.isEmpty { try write(plan) }
    for step in plan.steps where !step.plan.writes { setHistory(step.key, step.plan.after) }
    _ = try storeRecord()
    try end()
  }

  private func write(_ plan: GnomePlan) throws(Failure) {
    let settings = mayWrite(plan.question) ? GnomeStore() : nil
    guard let settings,
      plan.writes.allSatisfy({ settings.value($0.key) == $0.present })
    else {
      for step in plan.writes { setHistory(step.key, step.takenBack) }
      _ = try storeRecord()
      throw .reported(GnomeFailure.outdated.rawValue)
    }
    // If the value to restore is the default, reset the key, because the user probably never set
    // it.
    let resets = plan.writes.filter {
      $0.isRestoration && settings.defaultValue($0.key) == $0.plan.value
    }
    let refused = write(plan.writes, resetting: Set(resets.map(\.key)), settings)
    // Not every backend knows the administrator's defaults, so check the values after the reset.
    let written = GnomeStore()
    let others = resets.filter { written.value($0.key) != $0.plan.value }
    if !others.isEmpty { _ = write(others, resetting: [], written) }
    let after = others.isEmpty ? written : GnomeStore()
    for step in plan.writes { try check(step, after, isRefused: refused.contains(step.key)) }
  }

  /// Writes all values of a schema in one step, and resets the keys in `resets`; returns the keys
  /// that do not accept their value.
  private func write(
    _ steps: [GnomePlan.Step],
    resetting resets: Set<String>,
    _ settings: GnomeStore
  ) -> Set<String> {
    var refused: Set<String> = []
    // Leave out locked keys, because a single locked key would make the whole write fail.
    for step in steps where settings.isWritable(step.key) {
      let value = resets.contains(step.key) ? nil : step.plan.value
      if !settings.set(step.key, value) { refused.insert(step.key) }
    }
    settings.write()
    return refused
  }

  /// Records the written value; if the key did not get this value, prints why.
  ///
  /// If another program has written the key in the meantime, the present value is treated as the
  /// user's.
  private func check(
    _ step: GnomePlan.Step,
    _ settings: GnomeStore,
    isRefused: Bool
  ) throws(Failure) {
    let value = step.plan.value ?? ""
    // GSettings may print a value in a different form from the one in which it was written.
    let written = settings.printed(step.key, value) ?? value
    if let now = settings.value(step.key), now == written || now != step.present, !isRefused {
      let history = step.plan.after.map { KeyHistory(original: $0.original, written: [written]) }
      return setHistory(step.key, history)
    }
    setHistory(step.key, step.takenBack)
    guard settings.isWritable(step.key) else {
      return try fail(.notWritten, "\(step.key) \(GnomeFailure.locked)")
    }
    let reason =
      isRefused
      ? "the key does not accept this value" : StoredSettings.warning
    let sentence = value + (reason.map { ": " + $0 } ?? "")
    try fail(.notWritten, "\(step.key) \(GnomeFailure.unchanged) \(Output.plain(sentence))")
  }

  // MARK: - Asking nightd

  /// Asks nightd whether it still wants the style that the writer would write; if nightd does not
  /// answer, assumes that the style is not wanted.
  private func mayWrite(_ question: String) -> Bool {
    do throws(Failure) { try output.line("\(RunnerProtocol.question) \(question)") } catch {
      return false
    }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 100 {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      line.append(byte)
    }
    return line.elementsEqual(RunnerProtocol.yes.utf8)
  }

  // MARK: - The record

  private func setHistory(_ key: String, _ history: KeyHistory?) {
    let place = GnomeSettings.place(of: key)
    record.content.setHistory(
      SettingsCommands(schema: place.schema),
      SettingPlace.Key("", place.name),
      PreferenceTable.gnome,
      history
    )
  }

  /// Stores the record of the user's values; if the record cannot be stored, prints why and returns
  /// false.
  private func storeRecord() throws(Failure) -> Bool {
    let sentence: String
    do throws(Failure) {
      try record.store()
      return true
    } catch { sentence = error.sentence }
    try fail(.notKept, sentence)
    return false
  }

  // MARK: - Failures

  private func fail(_ failure: GnomeFailure, _ line: String) throws(Failure) {
    try output.line(line)
    self.failure = failure
  }

  private func end() throws(Failure) {
    guard let failure else { return }
    // A write can fail because the bus is ending. If this process runs in a systemd unit, it must
    // not end before the bus does (see `Daemon`), so wait.
    sleep(1)
    throw .reported(failure.rawValue)
  }
}

extension ProgramRecord {
  /// For each key of GNOME's settings and each desktop's style switch, the history of nightd's
  /// changes to it.
  fileprivate var histories: [String: KeyHistory] {
    keys.reduce(into: [:]) { histories, key in
      let schema = key.commands.schema.map { $0 == GnomeSettings.schema ? "" : $0 + " " } ?? ""
      histories[schema + key.key.name] = key.history
    }
  }
}

extension GnomeSettings {
  /// Why GNOME's settings cannot be written on this machine; nil if they can be written.
  static var lacks: GnomeFailure? {
    guard csettings_missing() == nil else { return .noProgram }
    return csettings_has_schema(schema) ? nil : .noSchema
  }
}

/// A snapshot of GNOME's settings and of the style switches of other desktops.
///
/// Like `StoredSettings`, a snapshot may not show a value that another program wrote after the
/// snapshot was made.
private final class GnomeStore {
  private var schemas: [String: StoredSettings] = [:]
  /// The names of the schemas for which the next write will store new values.
  private var changed: Set<String> = []

  /// The values of the given keys and of the desktops' style switches; keys that do not exist are
  /// left out.
  func values(_ keys: [String]) -> [String: String] {
    let named = Set(keys + GnomeKey.switches.map(\.rawValue))
    return named.reduce(into: [:]) { $0[$1] = value($1) }
  }

  func value(_ key: String) -> String? { of(key) { $0.value($1) } }

  func defaultValue(_ key: String) -> String? { of(key) { $0.defaultValue($1) } }

  func isSet(_ key: String) -> Bool { of(key) { $0.isSet($1) } ?? false }

  func isWritable(_ key: String) -> Bool { of(key) { $0.isWritable($1) } ?? false }

  func isLocked(_ key: String) -> Bool { of(key) { $0.isLocked($1) } ?? false }

  func printed(_ key: String, _ value: String) -> String? { of(key) { $0.printed($1, value) } }

  /// Adds a value to the next write; nil resets the key.
  ///
  /// Returns false if the key does not accept the value.
  func set(_ key: String, _ value: String?) -> Bool {
    changed.insert(GnomeSettings.place(of: key).schema)
    return of(key) { $0.set($1, value) } ?? false
  }

  /// Writes all values of each schema at once, and waits until they are stored.
  func write() {
    for schema in changed.sorted() { schemas[schema]?.write() }
  }

  private func of<T>(_ key: String, _ use: (StoredSettings, String) -> T?) -> T? {
    let place = GnomeSettings.place(of: key)
    let opened = schemas[place.schema]
    guard let settings = opened ?? StoredSettings(place.schema, sibling: schemas.values.first)
    else { return nil }
    schemas[place.schema] = settings
    return use(settings, place.name)
  }
}
