import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Watches of a loop")
struct WatchTests {
  @Test("A watch reports that its descriptor is ready until its own handler cancels the watch")
  func cancel() throws {
    let runner = try Runner()
    let pipe = try Pipe()
    var reports = 0
    var watch: Watch?
    watch = runner.loop.watch(pipe.reading, events: Int16(POLLIN)) { _ in
      reports += 1
      guard reports == 3 else { return }
      watch?.cancel()
      runner.done()
    }
    // Nobody reads the pipe, so the pipe stays readable.
    pipe.write()
    try runner.run()
    try runner.run(milliseconds: 5)
    #expect(reports == 3)
    watch = nil
  }

  @Test(
    "If a handler cancels or releases another watch, that other watch is not called",
    arguments: [true, false]
  )
  func another(isCancelled: Bool) throws {
    let runner = try Runner()
    let pipes = [try Pipe(), try Pipe()]
    var reports: [Int] = []
    var watches: [Int: Watch] = [:]
    for (number, pipe) in pipes.enumerated() {
      watches[number] = runner.loop.watch(pipe.reading, events: Int16(POLLIN)) { _ in
        reports.append(number)
        if isCancelled { watches[1 - number]?.cancel() }
        watches[1 - number] = nil
      }
      pipe.write()
    }
    try runner.run(milliseconds: 5)
    #expect(Set(reports) == [0])
    watches = [:]
  }

  @Test("A released watch is freed at once, and is no longer polled")
  func letGo() throws {
    let runner = try Runner()
    let pipe = try Pipe()
    var reports = 0
    var watch: Watch? = runner.loop.watch(pipe.reading, events: Int16(POLLIN)) { _ in
      reports += 1
      runner.done()
    }
    weak let freed = watch
    pipe.write()
    try runner.run()
    watch = nil
    #expect(freed == nil)
    try runner.run(milliseconds: 10)
    #expect(reports == 1)
  }

  @Test("A watch reports when the other end of its pipe is closed")
  func hangUp() throws {
    let runner = try Runner()
    let pipe = try Pipe()
    var seen: Int16 = 0
    let watch = runner.loop.watch(pipe.reading, events: Int16(POLLIN)) { events in
      seen = events
      runner.done()
    }
    pipe.closeWriting()
    try runner.run()
    #expect(seen & Int16(POLLHUP) != 0)
    watch.cancel()
  }

  @Test("A handler of a watch may add watches")
  func add() throws {
    let runner = try Runner()
    let pipes = [try Pipe(), try Pipe()]
    var second: Watch?
    let first = runner.loop.watch(pipes[0].reading, events: Int16(POLLIN)) { _ in
      second =
        second
        ?? runner.loop.watch(pipes[1].reading, events: Int16(POLLIN)) { _ in runner.done() }
    }
    pipes.forEach { $0.write() }
    try runner.run()
    first.cancel()
    second = nil
  }
}
