/// One interface of one object: its tables, each bound to the object that its functions work on.
///
/// Several tables may make up one interface, so that each part of a program can serve its own members.
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
  private(set) var methods: [MemberName: Member] = [:]
  private(set) var signals: [MemberName: [BusType]] = [:]
  /// In the order of the tables.
  private(set) var properties: [(name: MemberName, isTold: Bool, read: () -> BusValue)] = []
  /// Called when a client asks for the introspection, so that a start does not pay for it.
  private var describe: [() -> MemberXML] = []

  init(name: InterfaceName) { self.name = name }

  /// If two tables have a member of one name, the first one serves it.
  mutating func add<Target>(_ interface: Interface<Target>, _ target: Target) {
    for method in interface.methods where methods[method.name] == nil {
      methods[method.name] = Member(
        inputs: method.inputs.map(\.type),
        outputs: method.outputs.map(\.type),
        callValues: method.callValues
      ) { (call) throws(Refusal) in try method.body(target, call) }
    }
    for signal in interface.signals where signals[signal.name] == nil {
      signals[signal.name] = signal.arguments.map(\.type)
    }
    properties += interface.properties.map { property in
      (property.name, property.change == .told, { property.read(target) })
    }
    describe.append { interface.memberXML }
  }

  var xml: String { MemberXML.interface(name, describe.map { $0() }) }
}
