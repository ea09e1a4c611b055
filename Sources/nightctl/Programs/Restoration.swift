import Glibc
import NightPrograms

/// How one file or key changes when the user's values are restored.
enum Restoration: Equatable {
  /// The file gets the user's values back.
  case restores(String)
  /// The key gets the user's value back; nightd had written the key for `program`.
  case restoresKey(String, program: String)
  /// nightd created the file, so the file is removed.
  case removes(String)
  /// The file keeps nightd's values; the sentence says why.
  case leaves(String)
}

extension ProgramRecord {
  /// The changes that are needed to restore all of the user's values; unchanged files and keys are
  /// not listed.
  ///
  /// nightd's own files for the programs in `except` are not listed.
  func restorations(_ finder: ProgramFinder, except programs: [String]) -> [Restoration] {
    let own = entries.filter { !programs.contains($0.key) }.flatMap(\.value.own).sorted()
    return files.sorted { $0.key < $1.key }.compactMap { Self.restoration($0.key, $0.value) }
      + own.compactMap { access($0, F_OK) == 0 ? .removes($0) : nil }
      + keys.compactMap { key in
        guard let store = SettingsStore(key.commands, finder),
          let plan = KeyHistory.plan(for: store.value(key.key), key.history, nil),
          plan.writes
        else { return nil }
        return .restoresKey(key.place, program: key.program)
      }
  }

  private static func restoration(_ path: String, _ recorded: File) -> Restoration? {
    let file = SettingsFile(path: path)
    do throws(Failure) {
      let text = try file.text()
      if let flaw = SettingsText.flaw(in: text, recorded.format, []) {
        return .leaves(ProgramMessages.leavesAlone(path, flaw))
      }
      guard let plan = TextHistory.plan(for: text, recorded.history, [], recorded.format),
        plan.writes
      else { return nil }
      if let refusal = file.refusal { return .leaves(ProgramMessages.leavesAlone(path, refusal)) }
      return plan.text == nil ? .removes(path) : .restores(path)
    } catch {
      return .leaves(error.sentence)
    }
  }
}
