import Glibc
import NightBus
import NightCore
import NightStore

/// A copy of the user's config.json5 that the editor changes, and that replaces the file if it is
/// valid.
struct EditedCopy {
  /// The file to replace: config.json5, or its target if config.json5 is a link.
  let target: String
  /// The path of the copy.
  let path: String
  private let before: [UInt8]?
  /// Whether config.json5 did not exist when the edit began.
  var isNew: Bool { before == nil }
  private let mode: mode_t
  /// The paths of the copies that unfinished edits left behind, if their text differs from the
  /// file's text.
  let strays: [String]
  /// Messages for the user after the file is replaced.
  let warnings: [String]

  /// The beginning of a copy's name; the process ID follows.
  ///
  /// The next edit uses this process ID to find out whether the nightctl that made the copy has
  /// ended.
  private static let prefix = ".config-"
  private static let ending = ".json5"

  private static let beginning =
    "// Preferences of nightd; nightctl prefs list names the keys.\n{\n}\n"

  init(of config: String) throws(Failure) {
    do throws(Disk.Refusal) {
      try Disk.system.makeFolders(to: config.parentFolder, isSynced: true)
    } catch {
      throw Self.cannot(error.path, SystemError.message(error.code))
    }
    target = try Self.target(of: config)
    var facts = stat()
    let exists = stat(target, &facts) == 0
    if exists {
      guard facts.st_mode & S_IFMT == S_IFREG else { throw Self.cannot(target, "it is not a file") }
      guard access(target, W_OK) == 0 else { throw Self.cannot(target, SystemError.message(errno)) }
      guard facts.st_uid == geteuid() || geteuid() == 0 else {
        throw Self.cannot(target, Messages.reason(.ownerIsNotKept(facts.st_uid)))
      }
    }
    before = exists ? try InputFile(target).bytes() : nil
    mode = exists ? facts.st_mode & 0o777 : 0o600
    warnings = exists ? Self.warnings(facts, target) : []
    let place = target.parentFolder
    strays = Self.sweep(place, known: [before, Array(Self.beginning.utf8)])
    let template = "\(place)/\(Self.prefix)\(getpid())-XXXXXX\(Self.ending)"
    var name = Array(template.utf8CString)
    let descriptor = mkstemps(&name, Int32(Self.ending.utf8.count))
    guard descriptor >= 0 else { throw Self.cannot(target, SystemError.message(errno)) }
    // The editor must not inherit the copy's file descriptor.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    defer { close(descriptor) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let text = before.map { String(decoding: $0, as: UTF8.self) } ?? Self.beginning
    // Refuse a file that is not UTF-8, because the copy would lose the invalid bytes.
    let code = Array(text.utf8) == before || before == nil ? write(text, descriptor) : EILSEQ
    guard code == 0 else {
      unlink(path)
      throw Self.cannot(target, SystemError.message(code))
    }
  }

  private func write(_ text: String, _ descriptor: Int32) -> Int32 {
    fchmod(descriptor, mode) == 0 ? StandardStreams.write(text, to: descriptor) : errno
  }

  func bytes() throws(Failure) -> [UInt8] {
    var facts = stat()
    guard lstat(path, &facts) == 0 || errno != ENOENT else {
      throw .system(EditMessages.editorRemovedFile)
    }
    // Check the file type first, because opening a pipe could block forever, and a link may have no
    // target.
    guard Disk.kind(of: path) == .file else {
      remove()
      let isLeft = lstat(path, &facts) == 0
      throw .system(EditMessages.editorLeftNoFile(isLeft ? path : nil))
    }
    return try InputFile(path).bytes()
  }

  /// Whether the edited text is the same as the text before the edit.
  func isUnchanged(_ bytes: [UInt8]) -> Bool {
    bytes == before ?? Array(Self.beginning.utf8)
  }

  /// The mistakes in the text, with their positions.
  func findings(_ bytes: [UInt8]) -> [PreferenceFinding] {
    func file(_ bytes: [UInt8]) -> LayerTexts.File { .init(path: target, content: .bytes(bytes)) }
    return ConfigFile(file(bytes), after: before.map { ConfigFile(file($0)) }).findings
  }

  /// Replaces the file with the copy, and waits until the change is on the disk.
  func install(_ bytes: [UInt8]) throws(Failure) {
    do throws(FileReplacement.Failure) {
      try FileReplacement(target, if: .contents(before)).write(bytes, mode: mode)
    } catch .changed {
      throw .system(EditMessages.changedMeanwhile(target, path))
    } catch .notSynced(let code) {
      throw .system(Messages.mayBeLost(target, SystemError.message(code)))
    } catch {
      throw .system(EditMessages.kept(target, Messages.reason(error), path))
    }
    remove()
  }

  /// Removes the copy, or an empty folder that the editor put in its place.
  func remove() { Glibc.remove(path) }

  // MARK: - Places

  /// Whether two paths lead to the same file.
  static func isSame(_ first: String, _ second: String) -> Bool {
    guard let one = try? Disk.system.lookThroughLinks(first),
      let other = try? Disk.system.lookThroughLinks(second)
    else { return first == second }
    return one.isSame(as: other)
  }

  private static func warnings(_ facts: stat, _ target: String) -> [String] {
    var warnings: [String] = []
    if facts.st_nlink > 1 {
      warnings.append(EditMessages.otherNames(target, Int(facts.st_nlink) - 1))
    }
    if facts.st_mode & S_IWOTH != 0 { warnings.append(EditMessages.writableByAll(target)) }
    return warnings
  }

  private static func cannot(_ path: String, _ why: String) -> Failure {
    .system(EditMessages.cannotEdit(path, why))
  }

  /// The file to replace: the target if the path is a symbolic link, so that the link stays.
  private static func target(of config: String) throws(Failure) -> String {
    guard Disk.isLink(config) else { return config }
    guard let resolved = Disk.realPath(config) else {
      throw cannot(config, SystemError.message(errno))
    }
    return resolved
  }

  /// Removes copies whose nightctl has ended, except copies that contain something new.
  ///
  /// Returns the paths of the copies that contain something new.
  private static func sweep(_ folder: String, known: [[UInt8]?]) -> [String] {
    let names = (try? Disk.system.list(folder, Folder.most)) ?? []
    return names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(ending),
        let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }
        ),
        process > 0, kill(process, 0) != 0, errno == ESRCH
      else { return nil }
      let path = "\(folder)/\(name)"
      guard let found = try? Disk.system.look(path), found.kind == .file, found.isOwn,
        let bytes = try? InputFile(path).bytes()
      else { return nil }
      // If the copy is empty, the nightctl that made it ended before writing the text, so nothing
      // is lost.
      guard bytes.isEmpty || known.contains(bytes) else { return path }
      unlink(path)
      return nil
    }
  }
}
