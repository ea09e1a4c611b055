import Glibc
import NightCore
import NightStore

extension Nightctl {
  /// Says once on a terminal that the portal asks another backend before nightd, and what mends it.
  ///
  /// It reads files alone, after the answer is printed: nothing that it looks at can make a set wait.
  func hintAtPortal() {
    let checkup = Checkup(environment: environment)
    checkup.lookAtPortalFiles()
    let diagnosis = Diagnosis(checkup.facts)
    guard let finding = diagnosis.portalFilesFinding,
      let places = try? Places(environment: environment),
      HintStamp(folder: places.stateFolder).renew(finding.what)
    else { return }
    output.complain("nightctl: " + Words.hint(finding, isFixable: diagnosis.isPortalFixable))
  }
}

/// The last hint that was printed, so that it is printed once.
struct HintStamp {
  private static let bytes = 4 << 10

  private let folder: String
  private let disk = Disk.system

  init(folder: String) { self.folder = folder }

  private var path: String { folder + "/hint" }

  /// Remembers the hint; false if it is the last one already, or cannot be remembered.
  ///
  /// A hint that cannot be remembered would be printed at each set, and so is not printed at all.
  func renew(_ hint: String) -> Bool {
    guard disk.text(path, limit: Self.bytes) != hint + "\n" else { return false }
    let new = path + ".nightctl-\(getpid())"
    defer { unlink(new) }
    do throws(Disk.Refusal) {
      if try disk.lookThroughLinks(folder) == nil { try disk.makeFolder(folder) }
      let file = try disk.create(new)
      defer { disk.close(file) }
      try disk.write(file, Array((hint + "\n").utf8))
      try disk.rename(new, path)
      return true
    } catch {
      return false
    }
  }
}
