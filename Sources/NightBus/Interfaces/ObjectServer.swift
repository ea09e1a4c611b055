/// Serves the calls to a connection's objects.
package struct ObjectServer {
  /// How many values the arguments of a call may contain.
  ///
  /// Without a limit, a single call with very many small values would permanently increase the
  /// memory of the process.
  package var callValues = Message.readingCount

  /// The refusal that is sent to a caller that has not read earlier large replies.
  package var unreadRefusal = Refusal(
    "org.freedesktop.DBus.Error.LimitsExceeded",
    "earlier large replies have not been read"
  )

  /// Called before each method call is served, with the interface that the call specifies.
  package var beforeCall: (InterfaceName?) -> Void = { _ in }

  private var objects: [ObjectPath: [ExportedInterface]] = [:]

  package init() {}

  /// Adds an interface to an object; several tables with one name can form one interface.
  package mutating func export<Target>(
    _ interface: Interface<Target>,
    _ target: Target,
    at path: ObjectPath
  ) {
    var interfaces = objects[path] ?? []
    let place = interfaces.firstIndex { $0.name == interface.name } ?? interfaces.count
    if place == interfaces.count { interfaces.append(ExportedInterface(name: interface.name)) }
    interfaces[place].add(interface, target)
    objects[path] = interfaces
  }

  /// The introspection XML of a path; nil if no object is at this path or below it.
  package func introspection(of path: ObjectPath) -> String? {
    let children = children(of: path)
    guard let interfaces = objects[path] else {
      guard !children.isEmpty else { return nil }
      return Introspection.xml(interfaces: [], children: children)
    }
    return Introspection.xml(
      interfaces: Introspection.common + interfaces.map(\.xml),
      children: children
    )
  }

  private func children(of path: ObjectPath) -> [String] {
    let prefix = path.text == "/" ? "/" : path.text + "/"
    let names = objects.keys.compactMap { object -> String? in
      guard object != path, object.text.hasPrefix(prefix) else { return nil }
      return object.text.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
    }
    return Set(names).sorted()
  }
}

// MARK: - Serving

extension ObjectServer {
  /// Serves a call; every call gets a reply, unless the caller asked for none.
  func receive(_ message: borrowing Message, on connection: Connection) -> Bool {
    do throws(Refusal) {
      try serve(message, on: connection)
    } catch {
      guard !message.wantsNoReply, let answer = try? message.refusal(error) else { return true }
      try? connection.send(answer)
    }
    return true
  }

  private func serve(_ message: borrowing Message, on connection: Connection) throws(Refusal) {
    guard !message.carriesFileDescriptors else {
      throw .invalidArguments("file descriptors are not accepted")
    }
    guard let path = message.path, let name = message.member else {
      throw .invalidArguments("the call names no object or method")
    }
    let member: ExportedInterface.Member
    switch message.interface {
    case .introspectable?: member = try introspectable(path, name)
    case .properties?: member = try properties(path, name)
    case let interface: member = try method(path, interface, name)
    }
    let signature = message.signature
    guard signature == member.inputs else {
      throw .invalidArguments(
        "\(name) takes “\(member.inputs)”, but was called with “\(signature)”"
      )
    }
    let arguments: [BusValue]
    do throws(BusError) {
      arguments = try message.values(most: member.callValues ?? callValues)
    } catch {
      throw .invalidArguments("\(error)")
    }
    let call = Call(
      Message(sharing: message.pointer),
      arguments: arguments,
      outputs: member.outputs,
      on: connection
    )
    beforeCall(message.interface)
    do throws(Refusal) { try member.serve(call) } catch { call.refuse(error) }
  }

  /// Finds the method for a call; if the call specifies no interface, finds the first method of
  /// that name.
  private func method(
    _ path: ObjectPath,
    _ interface: InterfaceName?,
    _ member: MemberName
  ) throws(Refusal) -> ExportedInterface.Member {
    let interfaces = try interfaces(at: path)
    guard let interface else {
      for exported in interfaces {
        if let method = exported.methods[member] { return method }
      }
      throw .unknown("Method", "\(path) has no method \(member)")
    }
    guard let exported = interfaces.first(where: { $0.name == interface }) else {
      throw .unknown("Interface", "\(path) has no interface \(interface)")
    }
    guard let method = exported.methods[member] else {
      throw .unknown("Method", "\(interface) has no method \(member)")
    }
    return method
  }

  private func interfaces(at path: ObjectPath) throws(Refusal) -> [ExportedInterface] {
    guard let interfaces = objects[path] else {
      throw .unknown("Object", "there is no object \(Excerpt(path.text))")
    }
    return interfaces
  }

  private func introspectable(
    _ path: ObjectPath,
    _ member: MemberName
  ) throws(Refusal) -> ExportedInterface.Member {
    guard member == "Introspect" else {
      throw .unknown("Method", "\(InterfaceName.introspectable) has no method \(member)")
    }
    guard let xml = introspection(of: path) else {
      throw .unknown("Object", "there is no object \(Excerpt(path.text))")
    }
    return .init(inputs: [], outputs: [.string]) { call in call.answer([.string(xml)]) }
  }
}

// MARK: - Properties

extension ObjectServer {
  private func properties(
    _ path: ObjectPath,
    _ member: MemberName
  ) throws(Refusal) -> ExportedInterface.Member {
    let interfaces = try interfaces(at: path)
    switch member {
    case "Get":
      return .init(inputs: [.string, .string], outputs: [.variant]) { (call) throws(Refusal) in
        call.answer([.variant(try Self.property(named: call.arguments, in: interfaces).read())])
      }
    case "GetAll":
      return .init(inputs: [.string], outputs: [.dictionary(.string, .variant)]) {
        (call) throws(Refusal) in
        let interface = try Self.interface(named: call.arguments.first, in: interfaces)
        call.answer([.options(interface.properties.map { ($0.name.text, $0.read()) })])
      }
    case "Set":
      return .init(inputs: [.string, .string, .variant], outputs: []) { (call) throws(Refusal) in
        let property = try Self.property(named: call.arguments, in: interfaces)
        throw Refusal(
          "org.freedesktop.DBus.Error.PropertyReadOnly",
          "\(property.name) is read-only"
        )
      }
    default: throw .unknown("Method", "\(InterfaceName.properties) has no method \(member)")
    }
  }

  private static func interface(
    named name: BusValue?,
    in interfaces: [ExportedInterface]
  ) throws(Refusal) -> ExportedInterface {
    let name = name?.asString ?? ""
    guard let interface = interfaces.first(where: { $0.name.text == name }) else {
      throw .unknown("Interface", "there is no interface \(Excerpt(name)) here")
    }
    return interface
  }

  private static func property(
    named names: [BusValue],
    in interfaces: [ExportedInterface]
  ) throws(Refusal) -> (name: MemberName, emitsChange: Bool, read: () -> BusValue) {
    let interface = try interface(named: names.first, in: interfaces)
    let name = names.dropFirst().first?.asString ?? ""
    guard let property = interface.properties.first(where: { $0.name.text == name }) else {
      throw .unknown("Property", "\(interface.name) has no property \(Excerpt(name))")
    }
    return property
  }
}

// MARK: - Signals

extension ObjectServer {
  /// Makes a signal that an exported interface declares; throws if the interface has no such
  /// signal.
  package func signal(
    _ name: MemberName,
    of interface: InterfaceName,
    at path: ObjectPath,
    _ values: [BusValue]
  ) throws(BusError) -> Message {
    let exported = objects[path]?.first { $0.name == interface }
    guard let types = exported?.signals[name], types == values.map(\.type) else {
      throw .malformed("\(interface) at \(path) has no signal \(name) with these values")
    }
    return try .signal(from: path, interface, name, values)
  }

  /// Makes a PropertiesChanged signal that contains the present values of some properties.
  ///
  /// Returns nil if no change of these properties is reported in a PropertiesChanged signal.
  package func propertiesChanged(
    _ names: [MemberName],
    of interface: InterfaceName,
    at path: ObjectPath
  ) throws(BusError) -> Message? {
    let exported = objects[path]?.first { $0.name == interface }
    let changed = (exported?.properties ?? []).filter { $0.emitsChange && names.contains($0.name) }
    guard !changed.isEmpty else { return nil }
    return try .signal(
      from: path,
      .properties,
      "PropertiesChanged",
      [
        .string(interface.text), .options(changed.map { ($0.name.text, $0.read()) }), .strings([]),
      ]
    )
  }
}

extension Refusal {
  fileprivate static func unknown(_ kind: String, _ message: String) -> Refusal {
    Refusal(ErrorName(unchecked: "org.freedesktop.DBus.Error.Unknown" + kind), message)
  }
}

/// One interface of one object: its tables, and the target of each table.
///
/// Several tables can form one interface, so that each part of a program can serve its own members.
struct ExportedInterface {
  struct Member {
    /// The D-Bus signatures of a method's arguments and of its reply.
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
  /// The properties of all tables, in the order of the tables.
  private(set) var properties: [(name: MemberName, emitsChange: Bool, read: () -> BusValue)] = []
  /// Functions that make the introspection XML on request, so that the process starts fast.
  private var describe: [() -> MemberXML] = []

  init(name: InterfaceName) { self.name = name }

  /// Adds a table; if two tables have a member of the same name, the first table serves it.
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
      (property.name, property.change == .emitsChange, { property.read(target) })
    }
    describe.append { interface.memberXML }
  }

  var xml: String { MemberXML.interface(name, describe.map { $0() }) }
}
