/// One D-Bus interface as a table, from which calls are served, properties are read, changes are
/// told and the introspection is written.
///
/// `Target` is the object that the functions in the table work on.
package struct Interface<Target>: Sendable {
  package let name: InterfaceName
  package let properties: [Property<Target>]
  package let methods: [Method<Target>]
  package let signals: [Signal]

  package init(
    _ name: InterfaceName,
    properties: [Property<Target>] = [],
    methods: [Method<Target>] = [],
    signals: [Signal] = []
  ) {
    self.name = name
    self.properties = properties
    self.methods = methods
    self.signals = signals
  }
}

/// A named value of a call, an answer or a signal.
package struct Argument: Sendable {
  package let name: String
  package let type: BusType

  package init(_ name: String, _ type: BusType) {
    self.name = name
    self.type = type
  }
}

/// A read-only property.
package struct Property<Target>: Sendable {
  package enum Change: Sendable {
    /// Each change is told with the new value.
    case told
    /// It stays the same as long as the name has one owner.
    case constant
    /// Nothing is told of it; what tells is a signal of its interface.
    case untold
  }

  package let name: MemberName
  package let type: BusType
  package let change: Change
  package let read: @Sendable (Target) -> BusValue

  package init(
    _ name: MemberName,
    _ type: BusType,
    _ change: Change,
    _ read: @escaping @Sendable (Target) -> BusValue
  ) {
    self.name = name
    self.type = type
    self.change = change
    self.read = read
  }
}

package struct Method<Target>: Sendable {
  package typealias Body = @Sendable (Target, Call) throws(Refusal) -> Void

  package let name: MemberName
  package let inputs: [Argument]
  package let outputs: [Argument]
  /// How many values its calls may have, where that is another number than the server's.
  package let callValues: Int?
  /// Answers the call now, or keeps it and answers later.
  package let body: Body

  package init(
    _ name: MemberName,
    _ inputs: [Argument],
    gives outputs: [Argument],
    callValues: Int? = nil,
    _ body: @escaping Body
  ) {
    self.name = name
    self.inputs = inputs
    self.outputs = outputs
    self.callValues = callValues
    self.body = body
  }

  /// Takes a method of the object as it is written, such as `Core.set`.
  package init(
    _ name: MemberName,
    _ inputs: [Argument],
    gives outputs: [Argument],
    callValues: Int? = nil,
    _ body: @escaping @Sendable (Target) -> (Call) throws(Refusal) -> Void
  ) {
    self.init(name, inputs, gives: outputs, callValues: callValues) {
      (target, call) throws(Refusal) in try body(target)(call)
    }
  }
}

package struct Signal: Sendable {
  package let name: MemberName
  package let arguments: [Argument]

  package init(_ name: MemberName, _ arguments: [Argument]) {
    self.name = name
    self.arguments = arguments
  }
}
