import NightClient

/// What the program wants of the daemon, and who waits for that.
struct Errand: Sendable {
  /// Asks on the following thread, and says once that is answered and `settled` has called back.
  let begin:
    @Sendable (
      Client, _ settled: @escaping (@escaping () -> Void) -> Void, _ done: @escaping () -> Void
    ) -> Void
  let refuse: @Sendable (ClientError) -> Void

  init<Answer: Sendable>(
    _ ask:
      @escaping @Sendable (
        Client, _ then: @escaping (Result<Answer, ClientError>) -> Void
      ) -> Void,
    answer: @escaping @Sendable (Result<Answer, ClientError>) -> Void
  ) {
    begin = { client, settled, done in
      ask(client) { outcome in
        settled {
          done()
          answer(outcome)
        }
      }
    }
    refuse = { answer(.failure($0)) }
  }
}

extension Board {
  /// Has the daemon asked, and waits.
  func ask<Answer: Sendable>(
    _ ask:
      @escaping @Sendable (
        Client, _ then: @escaping (Result<Answer, ClientError>) -> Void
      ) -> Void
  ) async throws(NightError) -> Answer {
    let outcome = await withCheckedContinuation { continuation in
      add(Errand(ask) { continuation.resume(returning: $0) })
    }
    return try outcome.mapError(NightError.init).get()
  }
}
