import Glibc
import NightBus
import NightCore

/// A file that a person names, or standard input where it is `-`.
struct InputFile {
  private let path: String
  /// What the most generous form may take.
  private static let bytesAtMost = PropertyList.limits.bytes

  init(_ path: String) { self.path = path }

  /// As a message names it.
  var name: String { path == "-" ? "standard input" : path }

  func bytes() throws(Failure) -> [UInt8] {
    guard path != "-" else { return try read(STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(SystemError.message(errno)) }
    defer { close(descriptor) }
    return try read(descriptor)
  }

  private func read(_ descriptor: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(SystemError.message(errno))
      }
      bytes += buffer.prefix(count)
      guard bytes.count <= Self.bytesAtMost else {
        throw failure(Words.tooLarge(Self.bytesAtMost))
      }
    }
  }

  private func failure(_ why: String) -> Failure {
    .system(Words.cannotRead(name, why))
  }
}
