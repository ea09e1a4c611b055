import Glibc
import TestSupport
import Testing

/// A named pipe `gate` in a folder; programs wait with `: <"$FOLDER/gate"` until a test opens the
/// gate.
final class Gate {
  private let path: String
  private var descriptor: Int32 = -1

  init(_ folder: TemporaryFolder) throws {
    path = folder.file("gate")
    try #require(mkfifo(path, 0o600) == 0)
  }

  /// Lets all waiting programs continue, and also those that come later.
  func open() throws {
    descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }
}
