@testable import NightBus
@testable import NightClient
import NightContract
@testable import NightCore
@testable import NightDaemon

/// Properties of received messages and of values that are sent.
///
/// If the bytes begin with `l` or `B`, as a message does, they are read as a message; otherwise a
/// message and values are made from them.
enum Messages {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    if bytes.first == UInt8(ascii: "l") || bytes.first == UInt8(ascii: "B") {
      guard let message = Message.read(bytes) else { return }
      return try check(message)
    }
    var source = ByteSource(bytes)
    let values = source.values(source.count(below: 4))
    switch Result(catching: { () throws(BusError) in try signal(values) }) {
    case .success(let message): try check(message)
    case .failure(let error): try assure(!areModest(values), "not to be sent: \(error): \(values)")
    }
    while !source.isEmpty {
      if let message = source.message() { try check(message) }
    }
  }

  private static func signal(_ values: [BusValue]) throws(BusError) -> Message {
    let message = try Message.signal(from: Known.path, Known.style, "Changed", values)
    message.stamp(sender: ":1.1", serial: 1)
    return message
  }

  /// Whether the values are simple enough that sending them must succeed.
  private static func areModest(_ values: [BusValue]) -> Bool {
    values.allSatisfy { value in
      switch value {
      case .string(let text): !text.utf8.contains(0)
      case .array, .structure, .dictionary, .variant: false
      default: true
      }
    }
  }

  private static func check(_ message: borrowing Message) throws(Finding) {
    try checkNames(message)
    // libdbus itself requires at least this property.
    let isWritten = Message.length(of: message.wire) != nil
    try assure(isWritten, "what was read cannot be written")
    let values: [BusValue]
    do throws(BusError) { values = try message.values() } catch { return }
    try checkReturn(values, message)
    try checkSnapshot(values)
    try checkPaint(message, values)
    if let refusal = message.asRefusal { _ = ClientError(.refused(refusal)) }
    let rule = MatchRule(path: Known.path, member: "Changed", argument0: "x")
    _ = rule.matchesHeader(of: message)
    _ = rule.matchesArguments(of: message)
  }

  private static func checkNames(_ message: borrowing Message) throws(Finding) {
    let path = message.path, interface = message.interface
    let member = message.member, error = message.errorName
    var areValid = path.map { ObjectPath.isValid($0.text) } ?? true
    areValid = areValid && (interface.map { InterfaceName.isValid($0.text) } ?? true)
    areValid = areValid && (member.map { MemberName.isValid($0.text) } ?? true)
    areValid = areValid && (error.map { ErrorName.isValid($0.text) } ?? true)
    try assure(areValid, "a name came in that must not go out")
    guard message.kind == .call else { return }
    let words = "\(Excerpt(member?.text ?? ""))\0\(path?.text ?? "")"
    guard let refusal = try? message.refusal(.failed(words)) else {
      throw Finding("a call cannot be refused")
    }
    _ = refusal.asRefusal
  }

  /// If the values of a received message are written again, the bytes must be the same.
  private static func checkReturn(
    _ values: [BusValue],
    _ message: borrowing Message
  ) throws(Finding) {
    let copy: Message
    do throws(BusError) { copy = try signal(values) } catch {
      if case .tooLarge = error, values.contains(where: { $0.depth > 32 }) { return }
      throw Finding("came in, and must not go out: \(error): \(values)")
    }
    let (old, new) = (message.signature, copy.signature)
    try assure(old == new, "“\(old)” became “\(new)”")
    let isSame = copy.body == message.body
    try assure(isSame || !message.isLittleEndian, "\(values) went out as other bytes")
    guard let again = try? copy.values(), let third = try? signal(again) else {
      throw Finding("what went out cannot be read: \(values)")
    }
    let isSameAgain = third.body == copy.body
    try assure(isSameAgain, "\(values) became \(again)")
  }

  /// The values that a client has read must equal those that a daemon would have written.
  private static func checkSnapshot(_ values: [BusValue]) throws(Finding) {
    guard let snapshot = Snapshot(values) else { return }
    try assure(Snapshot(snapshot.values) == snapshot, "\(snapshot) became \(snapshot.values)")
  }
}

extension Messages {
  /// NightKit's short reader must read the same values as the full reader.
  private static func checkPaint(
    _ message: borrowing Message,
    _ values: [BusValue]
  ) throws(Finding) {
    let read = Paint.read(message), snapshot = Snapshot(values)
    try assure((read == nil) == (snapshot == nil), "only one reads \(values)")
    guard let read, let snapshot else { return }
    let appearance = snapshot.appearance
    var paint = Paint(appearance.style)
    paint.theme = appearance.theme
    paint.themeDigest = appearance.themeDigest
    paint.isHighContrast = appearance.isHighContrast
    paint.accent = appearance.accent
    paint.isMotionReduced = appearance.isMotionReduced
    paint.fade = appearance.fade
    paint.isStyleOwn = appearance.reason == .app
    paint.isThemeOwn = appearance.isThemeOwn
    let isSame = read.serial == snapshot.serial && read.paint == paint
    try assure(isSame, "\(values) is read as \(read.paint)")
  }
}

extension BusValue {
  fileprivate var depth: Int {
    switch self {
    case .variant(let inner): inner.depth + 1
    case .array(_, let elements): (elements.map(\.depth).max() ?? 0) + 1
    case .structure(let fields): (fields.map(\.depth).max() ?? 0) + 1
    case .dictionary(_, _, let entries):
      (entries.map { max($0.key.depth, $0.value.depth) }.max() ?? 0) + 1
    default: 0
    }
  }
}
