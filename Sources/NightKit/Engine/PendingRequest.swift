import NightClient

/// A request that the program sends to the daemon, with the callbacks for the reply.
struct PendingRequest: Sendable {
  /// Sends the request; called on the bus thread.
  ///
  /// When the reply has arrived, the closure passes a callback to `settled`, which calls it once
  /// the appearance has settled; the callback then calls `done`.
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

/// A program's request to nightd to inhibit automatic changes.
struct InhibitionRequest: Sendable {
  let application: String
  let why: String
  /// Called whenever a daemon has granted or refused the request.
  let report: @Sendable (Result<Void, ClientError>) -> Void
}
