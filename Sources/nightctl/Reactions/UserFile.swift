import Glibc
import NightBus
import NightValues

/// A file of the user's that nightctl edits; a link is followed to its target.
struct UserFile {
  /// The largest file that is read.
  private static let mostBytes = 64 << 20
  private static let mostAttempts = 20

  let path: String

  /// The bytes of the file; nil if no file exists.
  func bytes() throws(Failure) -> [UInt8]? {
    // Without O_NONBLOCK, opening a fifo would wait for a program at the other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(Messages.cannotRead(path, SystemError.message(errno)))
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw .system(Messages.cannotRead(path, Messages.noRegularFile))
    }
    guard facts.st_size <= Self.mostBytes else {
      throw .system(Messages.cannotRead(path, Messages.tooLarge(Self.mostBytes)))
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer.prefix(count)
      } else if errno != EINTR {
        throw .system(Messages.cannotRead(path, SystemError.message(errno)))
      }
    }
  }

  /// Replaces the file, or makes it, with the missing folders above it.
  ///
  /// Returns the folders that were made, the outermost first.
  @discardableResult
  func write(_ bytes: [UInt8]) throws(Failure) -> [String] {
    let made = try makeFolders()
    try OutputFile(path).replace(with: bytes)
    return made
  }

  /// Changes the file, or makes it; returns the folders that were made, the outermost first.
  ///
  /// If another program replaces the file meanwhile, the change is made again on its text.
  func change(_ edit: ([UInt8]?) -> [UInt8]) throws(Failure) -> [String] {
    for _ in 0..<Self.mostAttempts {
      let identity = identity
      let text = edit(try bytes())
      let made = try makeFolders()
      if try OutputFile(path).replace(with: text, if: { self.identity == identity }) { return made }
    }
    throw .system(Messages.keepsChanging(path))
  }

  /// What changes if a program writes the file; nil if no file exists.
  var identity: Identity? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return Identity(
      inode: facts.st_ino,
      size: facts.st_size,
      seconds: facts.st_mtim.tv_sec,
      nanoseconds: facts.st_mtim.tv_nsec
    )
  }

  struct Identity: Equatable {
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// Reads the JSON in a file of nightctl's own; nil if the file is missing, damaged or too large.
  func json(most: Int) -> JSONNode? {
    guard let bytes = (try? bytes()) ?? nil, bytes.count <= most else { return nil }
    return try? JSONReader.read(bytes, limits: JSONLimits(bytes: most))
  }

  /// Replaces a file of nightctl's own by JSON.
  func write(_ json: JSON) throws(Failure) {
    try write(Array((json.text(pretty: true) + "\n").utf8))
  }

  private func makeFolders() throws(Failure) -> [String] {
    var missing: [String] = []
    var folder = Self.folder(of: path)
    while !folder.isEmpty, access(folder, F_OK) != 0, errno == ENOENT {
      missing.insert(folder, at: 0)
      folder = Self.folder(of: folder)
    }
    for folder in missing where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw .system(Messages.cannotWrite(folder, SystemError.message(errno)))
    }
    return missing
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The file that an editor has made beside this one because it is open; nil if no editor has.
  private var editorsFile: String? {
    let folder = Self.folder(of: path)
    let name = path.dropFirst(folder.utf8.count + 1)
    var facts = stat()
    return ["\(folder)/.\(name).swp", "\(folder)/.#\(name)"].first { lstat($0, &facts) == 0 }
  }

  /// Why nightctl leaves the file alone now, with advice; nil if it can replace or make the file.
  var refusal: String? { permanentRefusal ?? editorsFile.map(Messages.isOpenInEditor) }

  /// Why nightctl never replaces the file as it is, with advice; nil if it can.
  var permanentRefusal: String? {
    if isDanglingLink { return Messages.isDanglingLink }
    if let why = readOnlyReason { return why }
    // A replaced file would no longer be the one that its other names lead to.
    let names = nameCount
    return names > 1 ? Messages.hasHardLinks(names) : nil
  }

  /// How many names, or hard links, the file has.
  private var nameCount: Int {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return 1 }
    return Int(facts.st_nlink)
  }

  /// Whether the path is a link to a file that does not exist.
  private var isDanglingLink: Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK && access(path, F_OK) != 0
  }

  /// Why the file, or the file that would be made, cannot be replaced; nil if it can.
  ///
  /// A file in a read-only store, such as Nix's, cannot.
  var readOnlyReason: String? {
    let target = realpath(path, nil).map { found in
      defer { free(found) }
      return String(cString: found)
    }
    guard let target else {
      var facts = stat()
      // A link whose target does not exist cannot be replaced.
      return lstat(path, &facts) == 0 ? Messages.isReadOnly : Self.readOnlyReason(above: path)
    }
    if access(target, W_OK) != 0 { return Messages.isReadOnly }
    return Self.readOnlyReason(above: target)
  }

  /// Why no file can be made here: the innermost folder that exists is read-only.
  private static func readOnlyReason(above path: String) -> String? {
    var folder = folder(of: path)
    while !folder.isEmpty, access(folder, F_OK) != 0, errno == ENOENT {
      folder = Self.folder(of: folder)
    }
    return access(folder + "/", W_OK) == 0 ? nil : Messages.isInReadOnly(folder)
  }
}
