package import NightBus
package import NightCore

/// A D-Bus method of nightd: its name, its effect, its arguments and its reply.
///
/// The daemon and the client use the same request, so both convert the values in the same way. The
/// D-Bus introspection takes its names and types from the same requests.
package struct Request<Arguments, Reply>: Sendable {
  package let effect: RequestEffect
  package let interface: InterfaceName
  package let member: MemberName
  package let arguments: Values<Arguments>
  package let reply: Values<Reply>

  /// Makes a request; `names` are the names of its arguments, in order.
  package init<each Part: BusForm>(
    _ effect: RequestEffect,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ names: String...,
    gives reply: Values<Reply>
  ) where Arguments == (repeat each Part) {
    self.effect = effect
    self.interface = interface
    self.member = member
    arguments = Values(names)
    self.reply = reply
  }

  /// Makes a request from the names of its arguments and of its reply's values, both in order.
  package init<each Part: BusForm, each Piece: BusForm>(
    _ effect: RequestEffect,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ names: String...,
    gives replyNames: String...
  ) where Arguments == (repeat each Part), Reply == (repeat each Piece) {
    self.effect = effect
    self.interface = interface
    self.member = member
    arguments = Values(names)
    reply = Values(replyNames)
  }

  package func with(_ values: Arguments) -> Question<Reply> {
    let request = SentRequest(
      effect: effect,
      interface: interface,
      member: member,
      arguments: arguments.write(values)
    )
    return Question(request: request, read: reply.read)
  }
}

/// The effect of a request on the daemon, which decides whether a client may send the request
/// again.
package enum RequestEffect: Sendable {
  /// The request only reads: a client may send it again even after a timeout.
  case reads
  /// The request changes something; sending the request twice has the same effect as sending it
  /// once.
  ///
  /// A client may send the request again if the daemon ended before it replied.
  case changes
  /// The request changes something, and must not be carried out twice.
  case changesOnce
}

/// A request with its arguments, for code that does not need the type of the reply.
package struct SentRequest: Sendable {
  package var effect: RequestEffect
  package let interface: InterfaceName
  package let member: MemberName
  package let arguments: [BusValue]
}

/// A request with its arguments, ready to send.
package struct Question<Reply>: Sendable {
  package var request: SentRequest
  /// Reads the values of a reply; throws if these values do not fit the type `Reply`.
  package let read: @Sendable ([BusValue]) throws(Refusal) -> Reply
}

/// Converts the D-Bus values of a call or a reply to one Swift value of type `Form`, and back.
package struct Values<Form>: Sendable {
  package let list: [Argument]
  package let write: @Sendable (Form) -> [BusValue]
  /// Reads the D-Bus values; if they do not fit the type `Form`, throws the error to send as the
  /// reply.
  package let read: @Sendable ([BusValue]) throws(Refusal) -> Form

  package init(
    _ list: [Argument],
    write: @escaping @Sendable (Form) -> [BusValue],
    read: @escaping @Sendable ([BusValue]) throws(Refusal) -> Form
  ) {
    self.list = list
    self.write = write
    self.read = read
  }

  /// Makes the conversion for a tuple of values, and names each value, for example
  /// `Values<(String, UInt64)>(["json", "revision"])`.
  init<each Part: BusForm>(_ names: [String]) where Form == (repeat each Part) {
    var types: [BusType] = []
    repeat types.append((each Part).busType)
    self.init(zip(names, types).map { Argument($0, $1) }) { (form: (repeat each Part)) in
      var values: [BusValue] = []
      repeat values.append((each form).bus)
      return values
    } read: { (values) throws(Refusal) in
      // Accept more values than expected, because a newer daemon may add values to a reply.
      guard values.count >= names.count else { throw .unexpectedForm }
      var next = values.startIndex
      func part<One: BusForm>(_: One.Type) throws(Refusal) -> One {
        defer { next += 1 }
        return try One.argument(values[next])
      }
      return (repeat try part((each Part).self))
    }
  }
}

/// A Swift type that corresponds to one D-Bus type, for the arguments and replies of requests.
package protocol BusForm: Sendable {
  static var busType: BusType { get }
  /// Reads a value; nil if the value is invalid or has another D-Bus type.
  static func read(_ bus: BusValue) -> Self?
  /// Reads an argument of a call; if it is not valid, throws the error to send as the reply.
  static func argument(_ bus: BusValue) throws(Refusal) -> Self
  var bus: BusValue { get }
}

extension BusForm {
  package static func argument(_ bus: BusValue) throws(Refusal) -> Self {
    try read(bus).orRefused()
  }
}

extension String: BusForm {
  package static var busType: BusType { .string }
  package static func read(_ bus: BusValue) -> String? { bus.asString }
  package var bus: BusValue { .string(self) }
}

extension UInt32: BusForm {
  package static var busType: BusType { .uint32 }
  package static func read(_ bus: BusValue) -> UInt32? { bus.asUInt32 }
  package var bus: BusValue { .uint32(self) }
}

extension UInt64: BusForm {
  package static var busType: BusType { .uint64 }
  package static func read(_ bus: BusValue) -> UInt64? { bus.asUInt64 }
  package var bus: BusValue { .uint64(self) }
}

extension Double: BusForm {
  package static var busType: BusType { .double }
  package static func read(_ bus: BusValue) -> Double? {
    guard case .double(let number) = bus else { return nil }
    return number
  }
  package var bus: BusValue { .double(self) }
}

/// Sends a moment as microseconds since 1970; a moment before 1970 becomes 0.
extension Instant: BusForm {
  package static var busType: BusType { .uint64 }
  package static func read(_ bus: BusValue) -> Instant? {
    bus.asUInt64.map { Instant(microseconds: Int64(clamping: $0)) }
  }
  package var bus: BusValue { .uint64(UInt64(clamping: microseconds)) }
}

/// Sends options as a dictionary of names and values.
extension Members: BusForm {
  package static var busType: BusType { .dictionary(.string, .variant) }
  package static func read(_ bus: BusValue) -> Members? { bus.asOptions }
}

/// Reads an array; skips elements that cannot be read, because a newer daemon may have sent them.
extension Array: BusForm where Element: BusForm {
  package static var busType: BusType { .array(Element.busType) }
  package static func read(_ bus: BusValue) -> [Element]? {
    guard case .array(_, let elements) = bus else { return nil }
    return elements.compactMap(Element.read)
  }
  package var bus: BusValue { .array(Element.busType, map(\.bus)) }
}

extension BusForm where Self: RawRepresentable<String> {
  package static var busType: BusType { .string }
  package static func read(_ bus: BusValue) -> Self? { bus.asString.flatMap(Self.init) }
  package var bus: BusValue { .string(rawValue) }
}

extension Style: BusForm {}
extension PlaceOrigin: BusForm {}
extension PreferenceOrigin: BusForm {}

extension BusForm where Self: Record {
  package static var busType: BusType { .dictionary(.string, .variant) }
  package static func read(_ bus: BusValue) -> Self? { Self(bus) }
}

extension DesktopView: BusForm {}
extension Explanation: BusForm {}
extension HistoryEntry: BusForm {}
extension Inhibitor: BusForm {}
extension LayerRow: BusForm {}
extension PreferenceFinding: BusForm {}
extension ReactionReport: BusForm {}
extension StoreProblem: BusForm {}
extension ThemeSummary: BusForm {}

extension Transition: BusForm {
  package static func read(_ bus: BusValue) -> Transition? { Transition(bus) }
}
