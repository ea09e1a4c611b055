import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Signals on a loop")
struct SignalTests {
  @Test("signals arrive as events, in order of their numbers, and others are left alone")
  func arrive() throws {
    try withMaskRestored {
      let runner = try Runner()
      var heard: [Int32] = []
      let signals = try runner.loop.signals([SIGUSR1, SIGUSR2]) { signal in
        heard.append(signal)
        if heard.count == 2 { runner.done() }
      }
      pthread_kill(pthread_self(), SIGUSR2)
      pthread_kill(pthread_self(), SIGUSR1)
      try runner.run()
      #expect(heard == [SIGUSR1, SIGUSR2])
      withExtendedLifetime(signals) {}
    }
  }

  @Test("a handler may let its own watch go, and what still waits does no harm")
  func letGo() throws {
    try withMaskRestored {
      let runner = try Runner()
      var heard: [Int32] = []
      var signals: SignalWatch?
      signals = try runner.loop.signals([SIGUSR1, SIGUSR2]) { signal in
        heard.append(signal)
        signals = nil
        runner.done()
      }
      pthread_kill(pthread_self(), SIGUSR2)
      pthread_kill(pthread_self(), SIGUSR1)
      try runner.run()
      #expect(heard == [SIGUSR1])
      #expect(signals == nil)
    }
  }

  /// The thread is one of many that the tests share.
  private func withMaskRestored(_ body: () throws -> Void) throws {
    var old = sigset_t()
    try #require(pthread_sigmask(SIG_BLOCK, nil, &old) == 0)
    defer {
      // A signal that nobody took would end the tests once it is let through.
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
