import Dispatch
import Glibc
import NightBus
import Synchronization
import Testing

@Suite("Standard streams")
struct StandardStreamsTests {
  @Test("Writing to a non-blocking stream waits for a slow reader")
  func slowReader() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    let received = Mutex(0)
    let ended = DispatchSemaphore(value: 0)
    let text = String(repeating: "night ", count: 50_000)
    let started = Worker.start {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(reading, &buffer, buffer.count)
        guard count > 0 else { break }
        received.withLock { $0 += count }
      }
      close(reading)
      ended.signal()
    }
    try #require(started)
    #expect(StandardStreams.write(text, to: writing) == 0)
    close(writing)
    ended.wait()
    #expect(received.withLock { $0 } == text.utf8.count)
  }

  @Test("Writing to a closed descriptor returns the error number")
  func notOpen() {
    #expect(StandardStreams.write("night", to: -1) == EBADF)
  }
}
