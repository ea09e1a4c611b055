import Glibc
import NightCore
import NightPrograms
import NightValues

/// Writes GNOME's settings as nightd orders, and restores the user's values.
///
/// It reads the settings and records the values, which takes the longest. Then it asks nightd, and
/// writes only if the answer is yes, so that an older style never overwrites a newer one. Before it
/// writes, it reads the values again, because the user may have flipped the switch meanwhile. The
/// record is stored before the first write and after the last one. So it is right whenever nightctl
/// is killed.
final class GnomeWriter {
  /// For all commands together, nightd allows 30 seconds.
  private static let milliseconds = 25_000

  private let output: Output
  private let finder: ProgramFinder
  private let command: AwaitedCommand
  private let desktops: [String]
  private let twin: (GnomeKey, String, Style) -> String?
  private var record: RecordFile<ProgramRecord>
  private var failure: GnomeFailure?

  init(
    _ output: Output,
    _ finder: ProgramFinder,
    _ record: RecordFile<ProgramRecord>,
    desktops: [String],
    twin: @escaping (GnomeKey, String, Style) -> String?
  ) {
    self.output = output
    self.finder = finder
    self.record = record
    self.desktops = desktops
    self.twin = twin
    // Printed values are written back, so they must be in UTF-8.
    command = AwaitedCommand(
      finder,
      adding: ["LC_ALL": "C.UTF-8"],
      milliseconds: Self.milliseconds
    )
  }

  func carryOut(_ orders: [GnomeOrder]) throws(Failure) {
    // A killed nightctl may have left half of a record.
    record.removeLeftovers()
    guard finder.path(of: "gsettings") != nil else {
      try output.line("there is no program gsettings")
      throw .reported(GnomeFailure.noProgram.rawValue)
    }
    guard let values = values() else {
      try output.line("there is no schema \(GnomeSettings.schema)")
      throw .reported(GnomeFailure.noSchema.rawValue)
    }
    let plan = GnomePlan(
      orders,
      values: values,
      histories: record.content.histories,
      desktops: desktops,
      twin: twin
    )
    for key in plan.missing { try output.line("\(GnomeSettings.schema) has no key \(key) here") }
    for step in plan.steps { setHistory(step.key, step.plan.before) }
    guard try storeRecord() else { return try end() }
    if !plan.writes.isEmpty { try write(plan) }
    for step in plan.steps where !step.plan.writes { setHistory(step.key, step.plan.after) }
    _ = try storeRecord()
    try end()
  }

  private func write(_ plan: GnomePlan) throws(Failure) {
    guard mayWrite(plan.question), values().map({ isAsBefore(plan, $0) }) == true else {
      for step in plan.writes { setHistory(step.key, step.takenBack) }
      _ = try storeRecord()
      throw .reported(GnomeFailure.outdated.rawValue)
    }
    for step in plan.writes { write(step) }
    let after = values() ?? [:]
    for step in plan.writes { try check(step, after[step.key]) }
  }

  private func isAsBefore(_ plan: GnomePlan, _ values: [String: String]) -> Bool {
    plan.writes.allSatisfy { values[$0.key] == $0.present }
  }

  private func write(_ step: GnomePlan.Step) {
    guard let value = step.plan.value else { return }
    if step.isRestoration, defaultValue(of: step.key) == value {
      // A key that had its default was most likely not set at all.
      run(GnomeSettings.commands.reset ?? [], step.key)
      if get(step.key) == value { return }
    }
    run(GnomeSettings.commands.write, step.key, value)
  }

  /// Records what the key has after the write, and prints why if it has not the value.
  private func check(_ step: GnomePlan.Step, _ now: String?) throws(Failure) {
    let value = step.plan.value ?? ""
    // GSettings may print a value in another form than it was given.
    if let now, now == value || (!step.isRestoration && now != step.present) {
      let original = step.plan.after?.original
      setHistory(
        step.key,
        step.isRestoration ? nil : KeyHistory(original: original, written: [now])
      )
      return
    }
    setHistory(step.key, step.takenBack)
    let isLocked = printed(GnomeSettings.isWritable, step.key) == "false"
    let problem =
      isLocked ? GnomeFailure.locked : GnomeFailure.unchanged + " " + Output.plain(value)
    try fail(.notWritten, "\(step.key) \(problem)")
  }

  // MARK: - The answer of nightd

  /// Asks nightd whether the style is still wanted; no answer is a no.
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

  // MARK: - Commands

  private func values() -> [String: String]? {
    guard let printed = try? command.output(GnomeSettings.list) else { return nil }
    let values = GnomeSettings.values(printed)
    return values.isEmpty ? nil : values
  }

  private func get(_ key: String) -> String? { printed(GnomeSettings.commands.read, key) }

  private func defaultValue(of key: String) -> String? {
    let memory = AwaitedCommand(
      finder,
      adding: ["LC_ALL": "C.UTF-8", "GSETTINGS_BACKEND": "memory"],
      milliseconds: Self.milliseconds
    )
    let arguments = SettingsStore.fill(GnomeSettings.commands.read, SettingPlace.Key("", key))
    return (try? memory.output(arguments)).map(Self.line)
  }

  private func run(_ arguments: [String], _ key: String, _ value: String = "") {
    // `check` finds out whether it worked.
    _ = try? command.output(SettingsStore.fill(arguments, SettingPlace.Key("", key), value))
  }

  private func printed(_ arguments: [String], _ key: String) -> String? {
    (try? command.output(SettingsStore.fill(arguments, SettingPlace.Key("", key)))).map(Self.line)
  }

  /// The last line of what a program printed; it may print warnings before.
  private static func line(_ printed: String) -> String {
    printed.utf8.split(separator: UInt8(ascii: "\n")).last.flatMap { String($0) } ?? ""
  }

  // MARK: - The record

  private func setHistory(_ key: String, _ history: KeyHistory?) {
    let place = SettingPlace.Key("", key)
    record.content.setHistory(GnomeSettings.commands, place, PreferenceTable.gnome, history)
  }

  /// Stores the record; false if the disk refuses it, which is printed.
  private func storeRecord() throws(Failure) -> Bool {
    let sentence: String
    do throws(Failure) {
      try record.store()
      return true
    } catch { sentence = error.sentence }
    try fail(.notKept, sentence)
    return false
  }

  // MARK: - The end

  private func fail(_ failure: GnomeFailure, _ line: String) throws(Failure) {
    try output.line(line)
    self.failure = failure
  }

  private func end() throws(Failure) {
    guard let failure else { return }
    // When the bus ends, the commands that need it end too. A unit must not end before the bus.
    sleep(1)
    throw .reported(failure.rawValue)
  }
}

extension ProgramRecord {
  /// What was done with the keys of GNOME's settings, by key.
  fileprivate var histories: [String: KeyHistory] {
    keys.reduce(into: [:]) { $0[$1.key.name] = $1.history }
  }
}
