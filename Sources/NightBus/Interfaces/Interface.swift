/// A table that lists the members of a D-Bus interface.
///
/// The table serves calls, reads properties, and makes signals and the introspection data. The
/// functions in the table work on an object of the type `Target`.
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

/// The name and the type of one value in a call, a reply or a signal.
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
    /// The signal PropertiesChanged reports each change, and contains the new value.
    case emitsChange
    /// The value stays the same as long as the service's name has the same owner.
    case constant
    /// Another signal of the interface reports each change, so PropertiesChanged does not report
    /// it.
    case silent
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

/// A method and the function that serves its calls.
package struct Method<Target>: Sendable {
  package typealias Body = @Sendable (Target, Call) throws(Refusal) -> Void

  package let name: MemberName
  package let inputs: [Argument]
  package let outputs: [Argument]
  /// How many values the arguments of a call may contain; nil means that the limit of the
  /// `ObjectServer` applies.
  package let callValues: Int?
  /// Replies to the call, or keeps the call and replies later.
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

  /// Makes a D-Bus method that calls a Swift method of the target, such as `Core.set`.
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

/// A signal and its arguments.
package struct Signal: Sendable {
  package let name: MemberName
  package let arguments: [Argument]

  package init(_ name: MemberName, _ arguments: [Argument]) {
    self.name = name
    self.arguments = arguments
  }
}
