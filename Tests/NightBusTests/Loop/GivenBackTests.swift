import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Memory that is given back")
struct GivenBackTests {
  /// In KiB, the code that stands in this process's memory.
  private static func code() -> Int? {
    guard let text = try? Program.run("cat", ["/proc/\(getpid())/smaps"]).output else { return nil }
    var isCode = false, sum = 0
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 1, words[0].contains("-") { isCode = words[1] == "r-xp" }
      if isCode, words[0] == "Rss:", let kibibytes = Int(words[1]) { sum += kibibytes }
    }
    return sum
  }

  // In processes of their own: other tests would run meanwhile, and their code with them.
  @Test("code that ran once does not stay in memory, and runs again")
  func once() async {
    await #expect(processExitsWith: .success) {
      let loop = try Loop()
      let before = try #require(Self.code())
      loop.giveMemoryBack()
      let after = try #require(Self.code())
      #expect(after < before / 2, "\(after) of \(before)")
    }
  }

  @Test("code that was altered where it stands stays as it is")
  func altered() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.write(String(repeating: "a", count: 8_192), to: "code")
      let file = open(folder.file("code"), O_RDONLY | O_CLOEXEC)
      let pages = try #require(mmap(nil, 8_192, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0))
      try #require(pages != MAP_FAILED)
      pages.storeBytes(of: UInt8(ascii: "b"), as: UInt8.self)
      try #require(mprotect(pages, 8_192, PROT_READ | PROT_EXEC) == 0)
      try Loop().giveMemoryBack()
      #expect(pages.load(as: UInt8.self) == UInt8(ascii: "b"))
    }
  }
}
