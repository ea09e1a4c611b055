import CDBus

/// A received call, which needs exactly one reply.
///
/// You may keep the call and reply later. If you release the call without a reply, the caller gets
/// an error at once instead of waiting for its timeout.
package final class Call {
  private var message: Message
  private weak var connection: Connection?
  /// The signature that a reply must have.
  private let outputs: String
  private var isAnswered: Bool
  package private(set) var arguments: [BusValue]
  /// The caller's unique name, which the bus adds; nil on a connection without a bus.
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

  /// Releases the call's arguments, because they are not needed for a reply.
  ///
  /// libdbus stops reading while a program keeps 16 MiB of received messages. So if calls that
  /// wait for another program's reply kept their messages, libdbus might never read that reply.
  package func forgetContents() {
    arguments = []
    guard !isAnswered, let bare = try? message.withoutContents() else { return }
    message = bare
  }

  /// Replies with values; replies with an error if the values cannot be sent.
  package func answer(_ values: [BusValue]) {
    do throws(BusError) { answer(try Body(values)) } catch {
      refuse(.failed("the reply could not be sent: \(error)"))
    }
  }

  /// Replies with a body; replies with an error if the body has the wrong type or cannot be sent.
  package func answer(_ body: Body) {
    guard body.signature == outputs else {
      return refuse(
        .failed("the service made a reply of the wrong type; this is a bug in the service")
      )
    }
    guard let connection, !isAnswered else { return }
    guard maySend(body.bytes) else { return refuse(connection.server.unreadRefusal) }
    do throws(BusError) {
      try connection.send(try message.answer(body))
      isAnswered = true
      if let sender { connection.largeAnswers.sent(body.bytes, to: sender) }
    } catch {
      refuse(.failed("the reply could not be sent: \(error)"))
    }
  }

  /// Refuses the call if the caller has not read earlier large replies; returns whether the call
  /// was refused.
  ///
  /// Call this function before you make a reply that has `answerBytes` bytes.
  package func isRefused(answerBytes: Int) -> Bool {
    guard let connection, !maySend(answerBytes) else { return false }
    refuse(connection.server.unreadRefusal)
    return true
  }

  private func maySend(_ bytes: Int) -> Bool {
    guard let connection, let sender else { return true }
    return connection.largeAnswers.admits(bytes, to: sender)
  }

  /// Replies with an error, unless the call already has a reply.
  package func refuse(_ refusal: Refusal) {
    guard let connection, !isAnswered else { return }
    isAnswered = true
    // If no memory is left or the bus is lost, no reply is possible.
    guard let answer = try? message.refusal(refusal) else { return }
    try? connection.send(answer)
  }

  deinit { refuse(.failed("the call was dropped without a reply")) }
}

/// The arguments of a reply, which are checked and written once and may be sent to any number of
/// callers.
///
/// A body saves time, because writing arguments takes far longer than copying a message. Use a body
/// on one thread only.
package final class Body {
  /// A reply that has no destination yet; each caller gets a copy.
  fileprivate let message: Message
  let signature: String
  /// An upper limit for the size of the arguments, in bytes.
  let bytes: Int

  package init(_ values: [BusValue]) throws(BusError) {
    guard let made = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN) else { throw .outOfMemory }
    message = Message(taking: made)
    message.setNoReply()
    bytes = try message.append(values)
    signature = message.signature
  }
}

extension Message {
  /// Makes a reply to this call from a body.
  package borrowing func answer(_ body: Body) throws(BusError) -> Message {
    guard let made = dbus_message_copy(body.message.pointer) else { throw .outOfMemory }
    let answer = Message(taking: made)
    // Without a bus, a call has no sender; libdbus accepts nil here.
    guard dbus_message_set_reply_serial(made, dbus_message_get_serial(pointer)) != 0,
      dbus_message_set_destination(made, dbus_message_get_sender(pointer)) != 0
    else { throw .outOfMemory }
    return answer
  }
}
