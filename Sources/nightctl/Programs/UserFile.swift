import Glibc
import NightBus
import NightCore
import NightStore

/// A user's file that nightctl edits; links are followed to their targets.
///
/// A link at the path of one of nightd's own files is treated as a missing file and is replaced,
/// because those files must not be links.
struct UserFile {
  /// The size in bytes of the largest file that is read.
  static let mostBytes = 64 << 20
  private static let mostAttempts = 20
  /// The longest pause between two attempts to read or change a file, in milliseconds.
  private static let longestPause = 100
  /// The number of attempts that must find a file missing or empty before the file is treated as
  /// removed or emptied.
  private static let mostMisses = 5

  let path: String
  private let isOwn: Bool

  init(path: String) { self.init(path, isOwn: false) }

  private init(_ path: String, isOwn: Bool) {
    self.path = path
    self.isOwn = isOwn
  }

  /// One of nightd's own files, at `path`; a link at this path is not followed.
  static func own(_ path: String) -> Self { Self(path, isOwn: true) }

  /// Why a file cannot be read.
  enum ReadFailure: Error {
    case system(code: Int32)
    case noRegularFile
    case tooLarge
    case isBeingWritten
  }

  /// The bytes of the file; nil if no file exists.
  func bytes() throws(Failure) -> [UInt8]? {
    do throws(ReadFailure) { return try contents() } catch {
      throw .system(Messages.cannotRead(path, Self.reason(error)))
    }
  }

  static func reason(_ failure: ReadFailure) -> String {
    switch failure {
    case .system(let code): SystemError.message(code)
    case .noRegularFile: Messages.noRegularFile
    case .tooLarge: Messages.tooLarge(mostBytes)
    case .isBeingWritten: Messages.reason(FileReplacement.Failure.isBeingWritten)
    }
  }

  /// The bytes of the file after other programs have finished writing it; nil if no file exists.
  ///
  /// An editor that saves in place writes the file in several parts. Throws if another program is
  /// still writing after about a second.
  func settledBytes() throws(Failure) -> [UInt8]? {
    var bytes: [UInt8]?
    try attempt { () throws(Failure) in
      guard let settled = try bytesUnlessWritten() else { return .isBeingWritten }
      bytes = settled
      return nil
    }
    return bytes
  }

  /// The bytes of the file; nil if a program has it open for writing.
  ///
  /// The inner value is nil if no file exists.
  private func bytesUnlessWritten() throws(Failure) -> [UInt8]?? {
    do throws(ReadFailure) { return .some(try contents(isSettled: true)) } catch {
      guard case .isBeingWritten = error else {
        throw .system(Messages.cannotRead(path, Self.reason(error)))
      }
      return nil
    }
  }

  /// The bytes of the file; nil if no file exists.
  ///
  /// If `isSettled` is true, throws `isBeingWritten` if a program has the file open for writing.
  func contents(isSettled: Bool = false) throws(ReadFailure) -> [UInt8]? {
    let disk = Disk.system
    let facts: FileIdentity
    let bytes: [UInt8]
    var isWritten = false
    do throws(Disk.Refusal) {
      let file = try isOwn ? disk.open(path) : disk.openThroughLinks(path)
      defer { disk.close(file) }
      facts = try disk.lookAt(file)
      if isSettled, facts.kind == .file, !FileLease.keepsWritersOut(of: file) { isWritten = true }
      bytes = facts.kind == .file ? try disk.read(file, Self.mostBytes) : []
    } catch {
      // Unlike `Disk.reading`, this method throws if a folder in the path is actually a file. A
      // link that leads to itself is treated as a missing file, and so is any link at the path of
      // one of nightd's own files.
      if error.code == ENOENT || error.code == ELOOP && isLink { return nil }
      throw .system(code: error.code)
    }
    guard facts.kind == .file else { throw .noRegularFile }
    guard !isWritten else { throw .isBeingWritten }
    guard bytes.count <= Self.mostBytes else { throw .tooLarge }
    return bytes
  }

  /// Replaces the file, whatever it contains, or creates it and the missing folders above it.
  ///
  /// Returns the folders that were created, the outermost first. A new file gets the given mode. If
  /// `isSynced` is false, the file may be empty after a power failure.
  @discardableResult
  func write(
    _ bytes: [UInt8],
    mode: UInt32 = 0o666,
    isSynced: Bool = true
  ) throws(Failure) -> [String] {
    let made = try makeFolders()
    try attempt { () throws(Failure) in
      replacement(bytes, if: .anything, mode: mode, isSynced: isSynced)
    }
    return made
  }

  /// Replaces or creates the file in an existing folder, whatever the file contains.
  func replace(with bytes: [UInt8], mode: UInt32 = 0o666) throws(Failure) {
    try attempt { () throws(Failure) in replacement(bytes, if: .anything, mode: mode) }
  }

  /// The change that `edit` wants to make to a file.
  enum Edit: Equatable {
    case write([UInt8])
    /// The file is removed; if it is a link, its target is emptied, because the user made the link.
    case remove
    case keep
  }

  /// Changes or creates the file; returns the folders that were created, the outermost first.
  ///
  /// If another program saves the file before the write, `edit` is called again with that program's
  /// text. `edit` is called with the text of the file, or with nil if the file does not exist. Pass
  /// true for `wasThere` if the caller has just read a text from the file. If the file is created,
  /// it gets `mode`, without the bits of the umask.
  @discardableResult
  func change(
    wasThere: Bool = false,
    mode: UInt32 = 0o666,
    _ edit: ([UInt8]?) throws(Failure) -> Edit
  ) throws(Failure) -> [String] {
    var made: [String] = []
    var wasThere = wasThere
    var misses = 0
    try attempt { () throws(Failure) in
      guard let bytes = try bytesUnlessWritten() else { return .isBeingWritten }
      // An editor that is about to write the new text may have moved the old file away or emptied
      // it, so try again.
      let isFilled = bytes?.isEmpty == false
      if !isFilled, wasThere, misses < Self.mostMisses {
        misses += 1
        return .changed
      }
      wasThere = isFilled
      switch try edit(bytes) {
      case .keep: return nil
      case .write(let new) where new == bytes: return nil
      case .write(let new):
        made += try makeFolders()
        return replacement(new, if: .contents(bytes), mode: mode)
      case .remove: return replacement(isLink ? [] : nil, if: .contents(bytes))
      }
    }
    return made
  }

  /// Tries once to replace or remove the file; returns the reason if this failed.
  private func replacement(
    _ bytes: [UInt8]?,
    if expected: FileReplacement.Expected,
    mode: UInt32 = 0o666,
    isSynced: Bool = true
  ) -> FileReplacement.Failure? {
    do throws(FileReplacement.Failure) {
      if isOwn, isLink { unlink(path) }
      let replacement = try FileReplacement(path, if: expected, refusesOtherNames: !isOwn)
      if let bytes {
        try replacement.write(bytes, mode: mode, isSynced: isSynced)
      } else {
        try replacement.remove()
      }
      return nil
    } catch {
      return error
    }
  }

  /// Repeats `body` with growing pauses while another program is changing the file.
  private func attempt(_ body: () throws(Failure) -> FileReplacement.Failure?) throws(Failure) {
    var pause = 1
    for attempt in 1...Self.mostAttempts {
      guard let failure = try body() else { return }
      guard failure == .changed || failure == .isBeingWritten, attempt < Self.mostAttempts else {
        throw .system(Messages.notReplaced(path, failure))
      }
      Disk.system.pause(pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// Removes the temporary files that killed nightctl processes left beside the file.
  ///
  /// Returns the paths of temporary files that another program has written.
  @discardableResult
  func removeLeftovers() -> [String] { (try? FileReplacement(path).removeLeftovers()) ?? [] }

  /// Removes the temporary files that killed nightctl processes left beside any of these files.
  static func removeLeftovers(beside paths: some Sequence<String>) {
    // Search a folder without temporary files only once, because most files are in a few such
    // folders.
    var cleanFolders: Set<String> = []
    for file in paths.lazy.compactMap({ try? FileReplacement($0) })
    where !cleanFolders.contains(file.folder) {
      if file.removeLeftovers().isEmpty { cleanFolders.insert(file.folder) }
    }
  }

  /// Whether temporary files of nightctl are beside the file, for example because they could not be
  /// removed.
  var hasLeftovers: Bool { (try? FileReplacement(path).hasLeftovers) ?? false }

  /// Reads the JSON in one of nightctl's own files; nil if the file is missing, damaged or too
  /// large.
  func json(most: Int) -> JSONNode? {
    guard let bytes = (try? bytes()) ?? nil, bytes.count <= most else { return nil }
    return try? JSONReader.read(bytes, limits: JSONLimits(bytes: most))
  }

  /// Replaces one of nightctl's own files by JSON.
  func write(_ json: JSON, isSynced: Bool = true) throws(Failure) {
    // Never write to a pipe, which may have no reader.
    guard isLink || [nil, .file].contains(Disk.kind(of: path)) else {
      throw .system(Messages.cannotWrite(path, Messages.noRegularFile))
    }
    try write(Array((json.text(pretty: true) + "\n").utf8), isSynced: isSynced)
  }

  /// Creates the missing folders above the file; returns their paths, the outermost first.
  @discardableResult
  func makeFolders() throws(Failure) -> [String] {
    do throws(Disk.Refusal) {
      return try Disk.system.makeFolders(to: path.parentFolder, isSynced: false)
    } catch {
      throw .system(Messages.cannotWrite(error.path, SystemError.message(error.code)))
    }
  }

  /// The permission bits of the file; nil if no file exists.
  var mode: UInt32? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : nil
  }

  /// The missing folders above the file, the outermost first.
  var missingFolders: [String] {
    (try? Disk.system.missingFolders(to: path.parentFolder)) ?? []
  }

  /// The file that an editor keeps beside this file while the editor has this file open; nil if no
  /// such file exists.
  private var editorsFile: String? {
    let (folder, name) = (path.parentFolder, path.fileName)
    return ["\(folder)/.\(name).swp", "\(folder)/.#\(name)"].first {
      (try? Disk.system.look($0)) != nil
    }
  }

  /// Why nightctl does not change the file now, with advice; nil if nightctl can replace or create
  /// the file.
  var refusal: String? { permanentRefusal ?? editorsFile.map(ProgramMessages.isOpenInEditor) }

  /// Why nightctl can never replace this file, with advice; nil if nightctl can replace it.
  var permanentRefusal: String? {
    if isDanglingLink { return ProgramMessages.isDanglingLink }
    if let why = readOnlyReason { return why }
    // Replacing a file creates a new one, so the file's other names would still lead to the old
    // content.
    let names = nameCount
    return names > 1 ? Messages.hasHardLinks(names) : nil
  }

  /// The number of names (hard links) that the file has.
  private var nameCount: Int {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return 1 }
    return Int(facts.st_nlink)
  }

  var isLink: Bool { Disk.isLink(path) }

  /// Whether the path is a link to a file that does not exist.
  var isDanglingLink: Bool { isLink && access(path, F_OK) != 0 }

  /// Why the file cannot be replaced or created; nil if it can.
  ///
  /// For example, a file in a read-only store such as Nix's cannot be replaced.
  var readOnlyReason: String? {
    guard let target = Disk.realPath(path) else {
      // A link whose target does not exist cannot be replaced.
      return isLink ? ProgramMessages.isReadOnly : Self.readOnlyReason(above: path)
    }
    if access(target, W_OK) != 0 { return ProgramMessages.isReadOnly }
    return Self.readOnlyReason(above: target)
  }

  /// If the innermost existing folder above the path is read-only, a sentence that says so;
  /// otherwise nil.
  private static func readOnlyReason(above path: String) -> String? {
    let folder = path.foldersAbove.first { access($0, F_OK) == 0 || errno != ENOENT } ?? "/"
    return access(folder + "/", W_OK) == 0 ? nil : ProgramMessages.isInReadOnly(folder, errno)
  }
}
