import NightCore
import NightPrograms
import NightStore

/// Finds problems with records and locks, for the doctor.
struct RecordProblems: Command {
  let nightctl: Nightctl

  private static let patientSeconds: Int64 = 60

  /// Sentences about records that cannot be read.
  func unreadRecords() -> [String] {
    let folders = BaseFolders(environment: environment)
    let programs = (folders.state ?? "") + "/nightd/programs/"
    return [
      problem(
        RecordFile<ProgramRecord>.self,
        RecordFile<ProgramRecord>.gnomePath(folders)
      ),
      problem(RecordFile<ProgramRecord>.self, programs + "record.json"),
      problem(RecordFile<ProgramRecord>.self, programs + "former.json"),
      problem(RecordFile<WallpaperRecord>.self, programs + "wallpaper.json"),
      problem(RecordFile<WallpaperThemeRecord>.self, programs + "wallpaper-themes.json"),
      problem(RecordFile<MigrationRecord>.self, MigrationRecord.path(folders)),
      problem(RecordFile<SwaybgRecord>.self, (folders.runtime ?? "") + "/" + SwaybgRecord.file),
    ].compactMap(\.self)
  }

  private func problem<Content>(_ type: RecordFile<Content>.Type, _ path: String) -> String? {
    do throws(Failure) { return try RecordFile<Content>(path, keepsAside: false).damage } catch {
      return error.sentence
    }
  }

  func heldLocks() -> [HeldLock] {
    RunLock.Purpose.allCases.compactMap { purpose in
      let folder = purpose.folder(environment: environment)
      guard let holder = RunLock.holder(purpose, in: folder) else { return nil }
      let isStopped = holder.process.isStopped
      // A run of hooks may take long, because each hook has its own time limit. Such a run is
      // therefore never reported as too long.
      let since = holder.since.microseconds
      let isLong = now.microseconds - since > Self.patientSeconds * 1_000_000 && purpose != .hooks
      guard isStopped || isLong else { return nil }
      return HeldLock(
        sentence: Messages.lockHeld("", holder, isStopped: isStopped),
        process: holder.process.number,
        isStopped: isStopped
      )
    }
  }
}
