import NightBus
import NightContract

/// A call that waits for a reply of one type.
struct Answer<Reply> {
  let call: Call
  private let values: Values<Reply>

  fileprivate init(_ call: Call, _ values: Values<Reply>) {
    self.call = call
    self.values = values
  }

  func callAsFunction(_ reply: Reply) { call.answer(values.write(reply)) }

  func refuse(_ refusal: Refusal) { call.refuse(refusal) }

  /// Sends the reply, or a refusal if the reply is too long for a message.
  func orTooLarge(_ reply: Reply) {
    guard let body = try? Body(values.write(reply)) else { return refuse(.answerTooLarge) }
    call.answer(body)
  }

  /// Sends one reply to several calls, and encodes the reply only once.
  static func all(_ answers: some Collection<Answer>, _ reply: Reply) {
    guard let values = answers.first?.values.write(reply) else { return }
    if let body = try? Body(values) {
      for answer in answers { answer.call.answer(body) }
    } else {
      for answer in answers { answer.call.answer(values) }
    }
  }
}

extension Method {
  /// Serves a request with a method of the object, which may reply now or later.
  init<each Part, Reply>(
    _ request: Request<(repeat each Part), Reply>,
    callValues: Int? = nil,
    _ body:
      @escaping @Sendable (Target) -> (Answer<Reply>, repeat each Part) throws(Refusal) -> Void
  ) {
    self.init(serving: request, callValues) { (target, answer, parts) throws(Refusal) in
      try body(target)(answer, repeat each parts)
    }
  }

  /// Serves a request that has one argument, since Swift has no tuple of one value.
  init<Part, Reply>(
    _ request: Request<Part, Reply>,
    callValues: Int? = nil,
    _ body: @escaping @Sendable (Target) -> (Answer<Reply>, Part) throws(Refusal) -> Void
  ) {
    self.init(serving: request, callValues) { (target, answer, part) throws(Refusal) in
      try body(target)(answer, part)
    }
  }

  /// Serves a request with the value that a closure returns.
  init<Arguments, Reply>(
    _ request: Request<Arguments, Reply>,
    _ body: @escaping @Sendable (Target, Arguments) throws(Refusal) -> Reply
  ) {
    self.init(serving: request, nil) { (target, answer, arguments) throws(Refusal) in
      answer(try body(target, arguments))
    }
  }

  private init<Arguments, Reply>(
    serving request: Request<Arguments, Reply>,
    _ callValues: Int?,
    _ body: @escaping @Sendable (Target, Answer<Reply>, Arguments) throws(Refusal) -> Void
  ) {
    self.init(
      request.member,
      request.arguments.list,
      gives: request.reply.list,
      callValues: callValues
    ) { (target, call) throws(Refusal) in
      guard let arguments = request.arguments.read(call.arguments) else {
        throw .invalidArguments("\(request.member) cannot read its arguments")
      }
      try body(target, Answer(call, request.reply), arguments)
    }
  }
}
