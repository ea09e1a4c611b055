package import NightBus
import NightValues

/// A method of nightd: its name, what its caller sends, and what the daemon replies.
///
/// The daemon serves with a request and the client calls with it, so both convert the values in the same
/// way, and the introspection has the names and types from here too.
package struct Request<Arguments, Reply>: Sendable {
  package let interface: InterfaceName
  package let member: MemberName
  package let arguments: Values<Arguments>
  package let reply: Values<Reply>

  package init(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: Values<Arguments>,
    gives reply: Values<Reply>
  ) {
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.reply = reply
  }

  package func with(_ values: Arguments) -> Question<Reply> {
    Question(
      interface: interface,
      member: member,
      arguments: arguments.write(values),
      read: reply.read
    )
  }
}

/// A request with its arguments, ready to be sent.
package struct Question<Reply>: Sendable {
  package let interface: InterfaceName
  package let member: MemberName
  package let arguments: [BusValue]
  /// Returns nil if the values are not such a reply.
  package let read: @Sendable ([BusValue]) -> Reply?
}

/// The values of a call or of a reply, in the program as one `Form`.
package struct Values<Form>: Sendable {
  package let list: [Argument]
  package let write: @Sendable (Form) -> [BusValue]
  /// Returns nil if the values do not have this form.
  package let read: @Sendable ([BusValue]) -> Form?

  package init(
    _ list: [Argument],
    write: @escaping @Sendable (Form) -> [BusValue],
    read: @escaping @Sendable ([BusValue]) -> Form?
  ) {
    self.list = list
    self.write = write
    self.read = read
  }

  /// One value for each name, such as `Values<(String, UInt64)>("json", "revision")`.
  package init<each Part: BusForm>(_ names: String...) where Form == (repeat each Part) {
    var types: [BusType] = []
    repeat types.append((each Part).busType)
    self.init(zip(names, types).map { Argument($0, $1) }) { (form: (repeat each Part)) in
      var values: [BusValue] = []
      repeat values.append((each form).bus)
      return values
    } read: { values in
      // A newer daemon may add values to a reply.
      guard values.count >= names.count else { return nil }
      var next = values.startIndex
      func part<One: BusForm>(_: One.Type) throws(Flaw) -> One {
        guard let one = One.read(values[next]) else { throw Flaw("expected \(One.busType)") }
        next += 1
        return one
      }
      return try? (repeat part((each Part).self))
    }
  }
}
