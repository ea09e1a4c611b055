import Dispatch
import Glibc
import NightBus
import Synchronization
import TestSupport
import Testing

@Suite("Mailbox of a loop")
struct MailboxTests {
  private final class Received: Sendable {
    let bySender = Mutex<[[Int]]>(Array(repeating: [], count: 4))

    func add(_ sender: Int, _ number: Int, on loop: Loop) {
      let total = bySender.withLock { numbers in
        numbers[sender].append(number)
        return numbers.joined().count
      }
      if total == 4_000 { loop.stop() }
    }
  }

  @Test(
    "If four threads post work to a loop, all work is done, and each thread's work keeps its order"
  )
  func letters() throws {
    let runner = try Runner()
    let mailbox = runner.loop.mailbox
    let received = Received()
    for sender in 0..<4 {
      _ = Worker.start {
        for number in 0..<1_000 {
          mailbox.post { loop in received.add(sender, number, on: loop) }
        }
      }
    }
    try runner.loop.run()
    for numbers in received.bySender.withLock({ $0 }) { #expect(numbers == Array(0..<1_000)) }
  }

  @Test("Posted work may post more work; if the loop is released, the remaining work is dropped")
  func chain() throws {
    var runner: Runner? = try Runner()
    let mailbox = try #require(runner).loop.mailbox
    mailbox.post { _ in mailbox.post { loop in loop.stop() } }
    try runner?.loop.run()
    runner = nil
    mailbox.post { _ in Issue.record("there is no loop to run this") }
  }

  @Test("If an offloaded read hangs, it delays only the next offloaded read")
  func hangingReading() throws {
    let runner = try Runner()
    let gate = DispatchSemaphore(value: 0)
    var order: [String] = []
    runner.loop.offloadReading {
      gate.wait()
    } then: {
      order.append("hanging")
    }
    runner.loop.offloadReading {
    } then: {
      order.append("next")
      runner.done()
    }
    runner.loop.offload {
    } then: {
      order.append("work")
      gate.signal()
    }
    try runner.run()
    #expect(order == ["work", "hanging", "next"])
  }

  @Test("Offloaded work runs on another thread, and its result is passed to the loop's own thread")
  func offload() throws {
    let runner = try Runner()
    let here = pthread_self()
    var outcome: pthread_t = 0
    runner.loop.offload {
      pthread_self()
    } then: {
      outcome = $0
      #expect(pthread_self() == here)
      runner.done()
    }
    #expect(outcome == 0, "nothing comes before the loop runs")
    try runner.run()
    #expect(outcome != here)
  }

  @Test("The handler of offloaded work is freed after it has been called")
  func freed() throws {
    final class Token {}
    let runner = try Runner()
    var token: Token? = Token()
    weak let freed = token
    runner.loop.offload {
      1
    } then: { [token] _ in
      withExtendedLifetime(token) {}
      runner.done()
    }
    token = nil
    #expect(freed != nil)
    try runner.run()
    #expect(freed == nil)
  }

  @Test("A loop may be released while offloaded work is pending")
  func abandoned() throws {
    var runner: Runner? = try Runner()
    runner?.loop.offload {
      1
    } then: { _ in
      Issue.record("there is no loop to run this")
    }
    runner = nil
  }
}
