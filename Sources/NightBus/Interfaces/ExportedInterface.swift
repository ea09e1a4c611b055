/// An interface's table bound to the object it works on.
struct ExportedInterface {
  struct Member {
    /// What it takes and what it gives, as a message writes them.
    let inputs: String
    let outputs: String
    let callValues: Int?
    let serve: (Call) throws(Refusal) -> Void

    init(
      inputs: [BusType],
      outputs: [BusType],
      callValues: Int? = nil,
      serve: @escaping (Call) throws(Refusal) -> Void
    ) {
      self.inputs = Signature(inputs).description
      self.outputs = Signature(outputs).description
      self.callValues = callValues
      self.serve = serve
    }
  }

  let name: InterfaceName
  /// Made when somebody asks: a start has better things to do.
  let xml: () -> String
  let methods: [MemberName: Member]
  let signals: [MemberName: [BusType]]
  /// In the table's order.
  let properties: [(name: MemberName, isTold: Bool, read: () -> BusValue)]

  init<Target>(_ interface: Interface<Target>, _ target: Target) {
    name = interface.name
    xml = { interface.xml }
    methods = Dictionary(
      interface.methods.map { method in
        let serve = { (call: Call) throws(Refusal) in try method.body(target, call) }
        return (
          method.name,
          Member(
            inputs: method.inputs.map(\.type),
            outputs: method.outputs.map(\.type),
            callValues: method.callValues,
            serve: serve
          )
        )
      },
      uniquingKeysWith: { first, _ in first }
    )
    signals = Dictionary(
      interface.signals.map { ($0.name, $0.arguments.map(\.type)) },
      uniquingKeysWith: { first, _ in first }
    )
    properties = interface.properties.map { property in
      (property.name, property.change == .told, { property.read(target) })
    }
  }
}
