import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Memory that is given back")
struct GivenBackTests {
  @Test("code that was altered where it stands stays as it is")
  func altered() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "a", count: 8_192), to: "code")
    let file = open(folder.file("code"), O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let pages = try #require(mmap(nil, 8_192, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0))
    try #require(pages != MAP_FAILED)
    defer { munmap(pages, 8_192) }
    pages.storeBytes(of: UInt8(ascii: "b"), as: UInt8.self)
    try #require(mprotect(pages, 8_192, PROT_READ | PROT_EXEC) == 0)
    try Loop().giveMemoryBack()
    #expect(pages.load(as: UInt8.self) == UInt8(ascii: "b"))
  }
}
