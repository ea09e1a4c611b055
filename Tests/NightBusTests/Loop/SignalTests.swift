import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Signals on a loop")
struct SignalTests {
  @Test("Process signals arrive on the loop in the order of their numbers")
  func arrive() throws {
    try withMaskRestored {
      let runner = try Runner()
      var received: [Int32] = []
      let signals = try runner.loop.signals([SIGUSR1, SIGUSR2]) { signal in
        received.append(signal)
        if received.count == 2 { runner.done() }
      }
      pthread_kill(pthread_self(), SIGUSR2)
      pthread_kill(pthread_self(), SIGUSR1)
      try runner.run()
      #expect(received == [SIGUSR1, SIGUSR2])
      withExtendedLifetime(signals) {}
    }
  }

  @Test("A signal handler may release the watch that called it while more signals are pending")
  func letGo() throws {
    try withMaskRestored {
      let runner = try Runner()
      var received: [Int32] = []
      var signals: SignalWatch?
      signals = try runner.loop.signals([SIGUSR1, SIGUSR2]) { signal in
        received.append(signal)
        signals = nil
        runner.done()
      }
      pthread_kill(pthread_self(), SIGUSR2)
      pthread_kill(pthread_self(), SIGUSR1)
      try runner.run()
      #expect(received == [SIGUSR1])
      #expect(signals == nil)
    }
  }

  @Test("If a write waits because its pipe is full, a signal or new room in the pipe ends the wait")
  func fullPipe() throws {
    try withMaskRestored {
      let runner = try Runner()
      let signals = try runner.loop.signals([SIGUSR2]) { _ in runner.done() }
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
      defer { for end in ends { close(end) } }
      #expect(signals.waitUntilWritable(ends[1]))
      while write(ends[1], "0", 1) == 1 {}
      pthread_kill(pthread_self(), SIGUSR2)
      #expect(!signals.waitUntilWritable(ends[1]))
      var page = [UInt8](repeating: 0, count: 4_096)
      try #require(read(ends[0], &page, page.count) == page.count)
      #expect(signals.waitUntilWritable(ends[1]), "room counts more than a signal")
      // The signal is still pending, so the loop can receive it now.
      try runner.run()
    }
  }

  /// Runs the body and then restores the signal mask, because other tests use the same thread.
  private func withMaskRestored(_ body: () throws -> Void) throws {
    var old = sigset_t()
    try #require(pthread_sigmask(SIG_BLOCK, nil, &old) == 0)
    defer {
      // Take the signal: if it stayed pending, it would end the tests when it is unblocked.
      var waiting = sigset_t()
      var number: Int32 = 0
      while sigpending(&waiting) == 0, sigismember(&waiting, SIGUSR2) == 1 {
        sigwait(&waiting, &number)
      }
      pthread_sigmask(SIG_SETMASK, &old, nil)
    }
    try body()
  }
}
