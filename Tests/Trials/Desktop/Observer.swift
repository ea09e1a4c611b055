import NightBus
import TestSupport

/// Requests the daemon's style at the start and after each signal of a change, on a shared event
/// loop.
final class Observer {
  struct Facts: Equatable {
    var source = ""
    var word = ""
    var style = ""
  }

  private let connection: Connection
  private let loop: Loop
  private var owner: NameOwner?
  private var subscriptions: [Subscription] = []
  private var facts = Facts()
  private var wanted = Facts()
  private var isAsking = false
  private var isStale = false

  init(_ address: String, on loop: Loop) throws {
    connection = try Connection(address: address)
    self.loop = loop
    try connection.attach(to: loop)
    let owner = try NameOwner(of: Caller.night, on: connection, milliseconds: 10_000) { _ in }
    self.owner = owner
    for interface in [InterfaceName.desktop, .style] {
      let rule = MatchRule(path: Caller.object, interface: interface, member: "Changed")
      subscriptions.append(
        try connection.subscribe(rule, from: owner) { [unowned self] _ in
          try? ask()
        }
      )
    }
  }

  /// Returns the current facts once they equal the expected ones, or after the timeout.
  func await(_ expected: Facts, milliseconds: Int) throws -> Facts {
    wanted = expected
    let deadline = loop.timer { [loop] in loop.stop() }
    deadline.set(milliseconds: milliseconds)
    try ask()
    try loop.run()
    return facts
  }

  private func ask() throws {
    isStale = isAsking
    guard !isAsking else { return }
    isAsking = true
    try call(.desktop, "Read") { [unowned self] values in
      let members = values.first?.asOptions
      facts.source = members?["source"]?.asString ?? "?"
      facts.word = members?["style"]?.asString ?? ""
      try? call(.style, "Get") { [unowned self] values in
        facts.style = values.first?.asString ?? "?"
        isAsking = false
        if isStale {
          try? ask()
        } else if facts == wanted {
          loop.stop()
        }
      }
    }
  }

  private func call(
    _ interface: InterfaceName,
    _ member: MemberName,
    then use: @escaping ([BusValue]) -> Void
  ) throws {
    let message = try Message.call(to: Caller.night, at: Caller.object, interface, member, [])
    try connection.call(message, milliseconds: 10_000) { answer, error in
      use(error == nil ? (try? answer.values()) ?? [] : [])
    }
  }
}
