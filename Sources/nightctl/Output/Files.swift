import Glibc
import NightBus
import NightCore
import NightStore
import Synchronization

/// A file to which a command writes; the user gives its path.
struct OutputFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Replaces the file atomically, so that no program can read half of the text.
  ///
  /// If the path is a symbolic link, its target is replaced. If the path is a pipe or a device, the
  /// text is written into it.
  func replace(with text: String) throws(Failure) { try replace(with: Array(text.utf8)) }

  func replace(with bytes: [UInt8]) throws(Failure) {
    switch Disk.kind(of: path) {
    case .folder: throw failure(Messages.isFolder)
    case nil, .file: try UserFile(path: path).replace(with: bytes)
    case .link, .other: try write(bytes)
    }
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(SystemError.message(errno)) }
    defer { close(descriptor) }
    let code = StandardStreams.write(bytes, to: descriptor)
    guard code == 0 else { throw failure(SystemError.message(code)) }
  }

  private func failure(_ why: String) -> Failure { .system(Messages.cannotWrite(path, why)) }
}

/// A file from which a command reads; the user gives its path, and `-` is standard input.
struct InputFile {
  private let path: String
  /// The maximum number of bytes to read: each format has a limit, and this is the highest one.
  static let bytesAtMost = ThemeImporter.mostBytes

  init(_ path: String) { self.path = path }

  /// The name of the file in messages.
  var name: String { path == "-" ? "standard input" : path }

  func bytes() throws(Failure) -> [UInt8] {
    guard path != "-" else { return try read(STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(SystemError.message(errno)) }
    defer { close(descriptor) }
    return try read(descriptor)
  }

  private func read(_ descriptor: Int32) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(Disk.Refusal) {
      bytes = try Disk.system.read(descriptor, Self.bytesAtMost)
    } catch {
      throw failure(SystemError.message(error.code))
    }
    guard bytes.count <= Self.bytesAtMost else {
      throw failure(Messages.tooLarge(Self.bytesAtMost))
    }
    return bytes
  }

  private func failure(_ why: String) -> Failure {
    .system(Messages.cannotRead(name, why))
  }
}

extension InputFile {
  /// How long a command waits for files, because their disk or server may hang.
  private static let fileMilliseconds = 2_000

  /// Throws if one of the files cannot be read in time.
  ///
  /// After this check, the command reads these files without a time limit.
  static func await(_ paths: [String]) throws(Failure) {
    let current = CurrentFile()
    let loop: Loop
    do throws(BusError) { loop = try Loop() } catch { throw .system("\(error)") }
    let reading = EarlyReading(on: loop) {
      for path in paths {
        current.path.withLock { $0 = path }
        _ = Disk.system.reading(path, limit: LayerFiles.byteLimit)
      }
    } late: { _ in
    }
    let answer: Void? = withExtendedLifetime(loop) {
      reading.wait(milliseconds: fileMilliseconds)
    }
    guard answer != nil else { throw .system(Messages.fileSilent(current.path.withLock(\.self))) }
  }
}

private final class CurrentFile: Sendable {
  let path = Mutex("")
}
