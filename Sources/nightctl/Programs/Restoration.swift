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
  /// A text that the user had earlier is stored beside the file; the sentence says where.
  case keeps(String)
}

extension ProgramRecord {
  /// The changes that restore the user's values for the programs in `names`, or for all programs if
  /// `names` is nil; unchanged files and keys are not listed.
  ///
  /// nightd's own files for the programs in `except` are not listed.
  func restorations(
    _ finder: ProgramFinder,
    of names: [String]? = nil,
    except programs: [String]
  ) -> [Restoration] {
    func isNamed(_ name: String) -> Bool { names?.contains(name) ?? true }
    var kept = Set(programs)
    var restorations: [Restoration] = []
    for (path, file) in files.sorted(by: { $0.key < $1.key })
    where file.programs.contains(where: isNamed) {
      let found = Self.restorations(path, file, isLast: file.programs.allSatisfy(isNamed))
      // A settings file that keeps nightd's values may still refer to one of nightd's files, so
      // these files must stay too.
      if found.contains(where: { if case .leaves = $0 { true } else { false } }) {
        kept.formUnion(file.programs)
      }
      restorations += found
    }
    let own = entries.filter { isNamed($0.key) && !kept.contains($0.key) }.flatMap(\.value.own)
    return restorations
      + own.sorted().compactMap { access($0, F_OK) == 0 ? .removes($0) : nil }
      + keys.filter { isNamed($0.program) }.compactMap { key in
        guard let store = SettingsStore(key.commands, finder) else { return nil }
        let reading = store.reading(key.key)
        switch reading {
        case .value, .usual, .none: break
        case .noAnswer, .noKey, .notOneLine: return nil
        }
        let history = store.history(key.history, reading)
        guard let plan = KeyHistory.plan(for: reading.value, history, nil), plan.writes else {
          return nil
        }
        return .restoresKey(key.place, program: key.program)
      }
  }

  /// `isLast` means that the user's values are restored for all programs that have values in the
  /// file.
  private static func restorations(
    _ path: String,
    _ recorded: File,
    isLast: Bool
  ) -> [Restoration] {
    let file = SettingsFile(path: path)
    do throws(Failure) {
      let text = try file.text()
      if isLast, TextHistory.isAway(text, recorded.history, recorded.format) {
        guard !recorded.isMissed else { return [.keeps(ProgramMessages.isForgotten(path))] }
        return [.leaves(ProgramMessages.isMissing(path, recorded.programs.first ?? ""))]
      }
      if let flaw = SettingsText.flaw(in: text, recorded.format, []) {
        return [.leaves(ProgramMessages.leavesAlone(path, flaw))]
      }
      var restorations: [Restoration] = []
      if recorded.format == .whole {
        let copy = try TextHistory.forgotten(text, recorded.history).map(file.placeBeside)
        restorations = file.copies.filter { $0 != copy }.map { .keeps(ProgramMessages.isCopy($0)) }
        if let copy { restorations.append(.keeps(ProgramMessages.keepsEarlierText(path, copy))) }
      }
      let plan = TextHistory.plan(for: text, recorded.history, [], recorded.format, isOn: false)
      guard let plan, plan.writes else { return restorations }
      if let refusal = file.refusal { return [.leaves(ProgramMessages.leavesAlone(path, refusal))] }
      return restorations + [plan.text == nil && isLast ? .removes(path) : .restores(path)]
    } catch {
      return [.leaves(error.sentence)]
    }
  }
}

extension ProgramCommand {
  func announce(_ restorations: [Restoration], isDryRun: Bool) throws(Failure) {
    for restoration in restorations {
      switch restoration {
      case .restores(let path): try output.sentences([UndoMessages.restores(path)])
      case .restoresKey(let key, let program):
        try output.sentences([UndoMessages.restoresKey(key, program)])
      case .removes(let path): try output.sentences([ProgramMessages.removesFile(path)])
      case .keeps(let sentence): try output.sentences([sentence])
      // Only a dry run prints here why the file keeps nightd's values, because otherwise the code
      // that restores the file prints the reason.
      case .leaves(let why): if isDryRun { try output.sentences([why]) }
      }
    }
  }
}
