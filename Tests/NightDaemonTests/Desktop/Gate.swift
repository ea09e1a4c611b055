import Glibc
import TestSupport
import Testing

/// A pipe `gate` in a folder; programs wait there until it is opened: `: <"$FOLDER/gate"`.
final class Gate {
  private let path: String
  private var descriptor: Int32 = -1

  init(_ folder: TemporaryFolder) throws {
    path = folder.file("gate")
    try #require(mkfifo(path, 0o600) == 0)
  }

  /// Lets all programs pass, also later ones.
  func open() throws {
    descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }
}
