package import NightBus
import NightValues

/// A D-Bus method of nightd: its name, its arguments and its reply.
///
/// The daemon and the client use the same request, so both convert the values in the same way.
/// The introspection takes its names and types from requests too.
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

/// A request together with its arguments, ready to send.
package struct Question<Reply>: Sendable {
  package let interface: InterfaceName
  package let member: MemberName
  package let arguments: [BusValue]
  /// Reads a reply; returns nil if the values do not have the reply's form.
  package let read: @Sendable ([BusValue]) -> Reply?
}

/// The D-Bus values of a call or a reply; in the program, they are one value of type `Form`.
package struct Values<Form>: Sendable {
  package let list: [Argument]
  package let write: @Sendable (Form) -> [BusValue]
  /// Reads the values; returns nil if they do not have this form.
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

  /// Creates a form with one value for each name: `Values<(String, UInt64)>("json", "revision")`.
  package init<each Part: BusForm>(_ names: String...) where Form == (repeat each Part) {
    var types: [BusType] = []
    repeat types.append((each Part).busType)
    self.init(zip(names, types).map { Argument($0, $1) }) { (form: (repeat each Part)) in
      var values: [BusValue] = []
      repeat values.append((each form).bus)
      return values
    } read: { values in
      // Accept additional values, because a newer daemon may add values to a reply.
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
