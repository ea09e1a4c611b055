import NightBus
import NightClient
import NightCore
import Synchronization

/// Someone who waits for an answer.
struct Request: Sendable {
  let demand: Client.Demand
  let answer: @Sendable (Result<Standing, ClientError>) -> Void
}

/// What the following thread and the program's threads share.
final class Board: Sendable {
  private struct State {
    var appearance = Appearance.standard
    var readers: [UInt64: AsyncStream<Appearance>.Continuation] = [:]
    var lastReader: UInt64 = 0
    var requests: [Request] = []
    var mailbox: Mailbox?
    /// Set once there is, or will be, nobody to answer.
    var ending: ClientError?
    var isKnown = false
    var waiting: [Latch] = []
  }

  private let state = Mutex(State())

  var appearance: Appearance { state.withLock { $0.appearance } }
}

// MARK: - For the program's threads

extension Board {
  func stream() -> AsyncStream<Appearance> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state in
        state.lastReader += 1
        state.readers[state.lastReader] = continuation
        continuation.yield(state.appearance)
        return state.lastReader
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
      }
    }
  }

  func add(_ request: Request) {
    let ending = state.withLock { state in
      if state.ending == nil { state.requests.append(request) }
      state.mailbox?.ring()
      return state.ending
    }
    if let ending { request.answer(.failure(ending)) }
  }

  func waitUntilKnown(milliseconds: Int) {
    let latch = Latch()
    let isKnown = state.withLock { state in
      state.waiting.append(latch)
      return state.isKnown
    }
    if !isKnown { latch.wait(milliseconds: milliseconds) }
  }

  /// The program lets go: readers end, and so does the thread.
  func close() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return state.readers.values
    }
    for reader in readers { reader.finish() }
    end(.noBus("the style is no longer followed"))
  }
}

// MARK: - For the following thread

extension Board {
  func opened(_ mailbox: Mailbox) {
    state.withLock { $0.mailbox = mailbox }
    // A request or the end may have come before there was a mailbox.
    mailbox.ring()
  }

  var hasEnded: Bool { state.withLock { $0.ending != nil } }

  func takeRequests() -> [Request] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  func show(_ appearance: Appearance) {
    state.withLock { state in
      if appearance != state.appearance {
        state.appearance = appearance
        for reader in state.readers.values { reader.yield(appearance) }
      }
    }
    known()
  }

  /// The first answer is there, or will not come.
  func known() {
    let waiting = state.withLock { state in
      state.isKnown = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for latch in waiting { latch.open() }
  }

  /// From now on requests are refused with this; what is known stays.
  func end(_ why: ClientError) {
    let requests = state.withLock { state in
      state.ending = state.ending ?? why
      state.mailbox?.ring()
      defer { state.requests = [] }
      return state.requests
    }
    for request in requests { request.answer(.failure(why)) }
    known()
  }
}
