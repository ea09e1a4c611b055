/// Which signals to receive.
package struct MatchRule: Hashable, Sendable {
  package var sender: BusName?
  package var path: ObjectPath?
  package var interface: InterfaceName?
  package var member: MemberName?
  /// The signal's first argument, a string.
  package var argument0: String?
  /// The first argument is this name, or one that begins with it and a dot.
  package var argument0Namespace: BusName?

  package init(
    sender: BusName? = nil,
    path: ObjectPath? = nil,
    interface: InterfaceName? = nil,
    member: MemberName? = nil,
    argument0: String? = nil,
    argument0Namespace: BusName? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.argument0 = argument0
    self.argument0Namespace = argument0Namespace
  }

  /// The rule as the bus reads it.
  package var text: String {
    var parts = ["type='signal'"]
    func add(_ key: String, _ value: String?) {
      if let value { parts.append("\(key)='\(Self.escaped(value))'") }
    }
    add("sender", sender?.text)
    add("path", path?.text)
    add("interface", interface?.text)
    add("member", member?.text)
    add("arg0", argument0)
    add("arg0namespace", argument0Namespace?.text)
    return parts.joined(separator: ",")
  }

  /// Within quotes a quote ends the text, and a backslash outside of them escapes the next one.
  private static func escaped(_ text: String) -> String {
    // By bytes, as the bus reads: a mark may join the quote before it to one character.
    let quote = UInt8(ascii: "'")
    guard text.utf8.contains(quote) else { return text }
    let escaped = text.utf8.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Whether a signal that arrived is meant, by what stands before its arguments; the sender is judged
  /// by whoever follows owners.
  ///
  /// One connection receives what any of its rules let through, so each subscriber looks again.
  func coversHead(of message: borrowing Message) -> Bool {
    if let member, !message.has(member) { return false }
    if let interface, !message.has(interface) { return false }
    if let path, !message.has(path) { return false }
    return true
  }

  func coversArguments(of message: borrowing Message) -> Bool {
    guard argument0 != nil || argument0Namespace != nil else { return true }
    guard let first = message.read({ $0.string() }) else { return false }
    return argument0.map { $0 == first } ?? true && argument0Namespace?.holds(first) ?? true
  }
}
