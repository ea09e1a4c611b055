import Glibc
package import NightCore
package import NightPrograms
import NightStore

/// Whether a mirror has anything to do here, from files alone.
///
/// A machine without the toolkits starts no program for them. The files are the user's and may be
/// on a disk that hangs, so they are read on another thread than the loop's.
package struct MirrorEvidence: Sendable {
  private let mirrors: [Mirror]
  private let folders: BaseFolders
  /// The folders of `PATH`.
  private let programFolders: [String]
  /// The folder with the record; it does not exist if nothing of nightd's is left.
  private let recordFolder: String
  /// Whether the session shows windows, as far as nightd knows.
  private let hasDisplay: Bool

  package init(
    _ mirrors: [Mirror],
    _ folders: BaseFolders,
    programFolders: [String],
    stateFolder: String,
    hasDisplay: Bool
  ) {
    self.mirrors = mirrors
    self.folders = folders
    self.programFolders = programFolders
    self.hasDisplay = hasDisplay
    recordFolder = stateFolder + "/mirrors"
  }

  /// The preferences that switch the mirrors off.
  var switches: [PreferenceKey] { mirrors.map { PreferenceKey(known: $0.preference) } }

  /// Whether values of the user's are recorded, or a program of nightd's runs.
  package var hasRecord: Bool { access(recordFolder, F_OK) == 0 }

  /// Whether a path or a program shows that one of the mirrors with these preferences is wanted.
  ///
  /// An installed program or library counts only in a session with windows. A file in the user's
  /// home folder always counts.
  package func isThere(forAny on: Set<String>) -> Bool {
    mirrors.contains { mirror in
      on.contains(mirror.preference)
        && mirror.evidence(folders).contains { isUsable($0) && exists($0) }
    }
  }

  private func isUsable(_ evidence: String) -> Bool {
    guard !hasDisplay else { return true }
    return [folders.home, folders.config, folders.data].contains { folder in
      folder.map { evidence.hasPrefix($0 + "/") } ?? false
    }
  }

  private func exists(_ evidence: String) -> Bool {
    guard evidence.utf8.contains(UInt8(ascii: "/")) else {
      return ProgramSearch.has(evidence, in: programFolders)
    }
    guard evidence.utf8.contains(UInt8(ascii: "*")) else { return access(evidence, F_OK) == 0 }
    // Only the asterisk is a pattern; a home folder may have the other characters.
    var pattern: [UInt8] = []
    for byte in evidence.utf8 {
      if "[?\\".utf8.contains(byte) { pattern.append(UInt8(ascii: "\\")) }
      pattern.append(byte)
    }
    return !Disk.paths(matching: String(decoding: pattern, as: UTF8.self)).isEmpty
  }
}
