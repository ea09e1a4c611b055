/// A call that someone made and that is owed one answer.
///
/// It may be kept and answered later. One that is let go without an answer is answered with an
/// error, so that no caller ever waits for its time to run out.
package final class Call {
  private var message: Message
  private weak var connection: Connection?
  /// What an answer must carry, as a message writes it.
  private let outputs: String
  private var isAnswered: Bool
  package private(set) var arguments: [BusValue]
  /// Who called, as the bus says.
  package let sender: BusName?

  init(
    _ message: consuming Message,
    arguments: [BusValue],
    outputs: String,
    on connection: Connection
  ) {
    sender = message.sender
    isAnswered = message.wantsNoReply
    self.message = message
    self.arguments = arguments
    self.outputs = outputs
    self.connection = connection
  }

  /// Lets go of what the call carries, which an answer does not need.
  ///
  /// While received messages of 16 MiB are kept, libdbus reads no more. So a call that waits for an answer
  /// of the bus must not keep its message: that answer would not be read.
  package func forgetContents() {
    arguments = []
    guard !isAnswered, let bare = try? message.withoutContents() else { return }
    message = bare
  }

  package func answer(_ values: [BusValue]) {
    do throws(BusError) { answer(try Body(values)) } catch {
      refuse(.failed("the answer could not be sent: \(error)"))
    }
  }

  package func answer(_ body: Body) {
    guard body.signature == outputs else {
      return refuse(
        .failed("an answer of the wrong type was made; this is a mistake in the service")
      )
    }
    guard let connection, !isAnswered else { return }
    guard maySend(body.bytes) else { return refuse(connection.server.unreadRefusal) }
    do throws(BusError) {
      try connection.send(try message.answer(body))
      isAnswered = true
      if let sender { connection.largeAnswers.sent(body.bytes, to: sender) }
    } catch {
      refuse(.failed("the answer could not be sent: \(error)"))
    }
  }

  /// Refuses the call if its caller has not read earlier large answers; then one of this length need not
  /// be made.
  package func isRefused(answerBytes: Int) -> Bool {
    guard let connection, !maySend(answerBytes) else { return false }
    refuse(connection.server.unreadRefusal)
    return true
  }

  private func maySend(_ bytes: Int) -> Bool {
    guard let connection, let sender else { return true }
    return connection.largeAnswers.admits(bytes, to: sender)
  }

  package func refuse(_ refusal: Refusal) {
    guard let connection, !isAnswered else { return }
    isAnswered = true
    // Memory or the bus is gone, and with it every way of telling.
    guard let answer = try? message.refusal(refusal) else { return }
    try? connection.send(answer)
  }

  deinit { refuse(.failed("the call was dropped without an answer")) }
}
