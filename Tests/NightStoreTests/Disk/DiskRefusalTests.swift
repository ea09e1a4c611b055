import Glibc
import NightStore
import TestSupport
import Testing

@Suite("A failing file system call")
struct DiskRefusalTests {
  private static let disk = Disk.system

  @Test("If a call that uses a descriptor fails, the error has the path of the opened file")
  func paths() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a")
    let path = folder.file("a")
    let toRead = try Self.disk.open(path)
    let toWrite = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    let device = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for file in [toRead, toWrite, device] { Self.disk.close(file) } }

    #expect(throws: Disk.Refusal("write", path, code: EBADF)) {
      try Self.disk.write(toRead, [1])
    }
    #expect(throws: Disk.Refusal("read", path, code: EBADF)) { _ = try Self.disk.read(toWrite, 9) }
    #expect(throws: Disk.Refusal("pread", path, code: EBADF)) {
      _ = try Self.disk.readEnd(toWrite, 9)
    }
    #expect(throws: Disk.Refusal("fsync", "/dev/null", code: EINVAL)) {
      try Self.disk.sync(device)
    }
  }

  @Test("If the descriptor is invalid, the error has no path", arguments: [Int32(-1), 1_000_000])
  func closed(file: Int32) {
    #expect(throws: Disk.Refusal("fstat", "", code: EBADF)) { _ = try Self.disk.lookAt(file) }
    #expect(throws: Disk.Refusal("flock", "", code: EBADF)) { _ = try Self.disk.lock(file, 0) }
  }
}
