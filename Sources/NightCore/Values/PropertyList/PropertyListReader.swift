/// Builds a value from the elements of a property list.
///
/// The reader loops over a list of open containers instead of recursing, so nesting needs no stack.
struct PropertyListReader {
  private var xml: XMLReader
  private let limits: JSONLimits
  private var containers: [PropertyListContainer] = []
  private var values = 0
  private var root: PreferenceValue?
  /// The last token that was read, for error messages.
  private var last = XMLToken.end

  init(_ xml: XMLReader, limits: JSONLimits) {
    self.xml = xml
    self.limits = limits
  }

  mutating func document() throws(Flaw) -> PreferenceValue {
    guard case .opening("plist") = try nextTag() else {
      throw flaw("expected <plist>, found \(found)")
    }
    while true {
      switch try nextTag() {
      case .opening(let element): try open(element)
      case .closing(let element):
        guard let last = containers.last else {
          guard element == "plist", let root else { throw unexpected() }
          guard try nextTag() == .end else { throw flaw("expected nothing after </plist>") }
          return root
        }
        guard element == last.element, last.name == nil else { throw unexpected() }
        containers.removeLast()
        if let value = last.value {
          add(value)
        } else if let (name, place) = last.repetition {
          throw xml.flaw(
            "expected each name once in a dict, found \(MessageText.quoted(name)) again",
            at: place
          )
        }
      case .end, .text: throw unexpected()
      }
    }
  }

  /// Reads the next token, and skips the blanks between elements.
  private mutating func nextTag() throws(Flaw) -> XMLToken {
    last = try xml.next()
    if case .text(let text) = last, text.utf8.allSatisfy(XMLReader.isBlank) {
      last = try xml.next()
    }
    return last
  }

  private mutating func open(_ element: String) throws(Flaw) {
    let place = xml.tokenStart
    guard containers.last?.awaitsName != true else {
      guard element == "key" else { throw unexpected() }
      let name = try content(of: element)
      return containers[containers.count - 1].start(name, at: place)
    }
    guard root == nil || !containers.isEmpty, element != "key" else { throw unexpected() }
    values += 1
    guard values <= limits.values else {
      throw flaw("expected at most \(limits.values) values, found more")
    }
    if element == "dict" || element == "array" {
      guard containers.count < limits.depth else {
        throw flaw("expected at most \(limits.depth) levels of arrays and dicts, found more")
      }
      return containers.append(PropertyListContainer(isDictionary: element == "dict"))
    }
    guard PropertyListScalar.elements.contains(element) else {
      throw flaw("\(found) is not an element of property lists")
    }
    let text = try content(of: element)
    do throws(Flaw) {
      add(try PropertyListScalar.value(element, text))
    } catch {
      throw xml.flaw(error.message, at: place)
    }
  }

  /// Reads the text of an open element, and its end tag.
  private mutating func content(of element: String) throws(Flaw) -> String {
    var content = ""
    last = try xml.next()
    if case .text(let text) = last {
      content = text
      last = try xml.next()
    }
    guard last == .closing(element) else {
      throw flaw("expected </\(element)>, found \(found)")
    }
    return content
  }

  private mutating func add(_ value: PreferenceValue) {
    if containers.isEmpty {
      root = value
    } else {
      containers[containers.count - 1].add(value)
    }
  }

  private func unexpected() -> Flaw { flaw("expected \(expected), found \(found)") }

  private func flaw(_ message: String) -> Flaw {
    xml.flaw(message, at: xml.tokenStart)
  }

  /// A description of the tokens that are allowed next.
  private var expected: String {
    guard let container = containers.last else {
      return root == nil ? "a value such as <dict>" : "</plist>"
    }
    if let name = container.name { return "a value for the key \(MessageText.quoted(name))" }
    return container.isDictionary ? "<key> or </dict>" : "a value or </array>"
  }

  /// A description of the last token.
  private var found: String {
    switch last {
    case .opening(let name): "<" + Self.bare(name) + ">"
    case .closing(let name): "</" + Self.bare(name) + ">"
    case .text(let text): MessageText.quoted(text)
    case .end: "the end of the text"
    }
  }

  private static func bare(_ name: String) -> String {
    MessageText.shown(name)
  }
}

/// An array or dictionary whose end the reader has not reached yet.
struct PropertyListContainer {
  let isDictionary: Bool
  private var values: [PreferenceValue] = []
  private var members: [PreferenceValue.Member] = []
  /// The offset of each member's name.
  private var places: [Int] = []
  /// The name of the dictionary's next value; nil in an array, or if that name has not been read
  /// yet.
  private(set) var name: String?

  init(isDictionary: Bool) { self.isDictionary = isDictionary }

  var element: String { isDictionary ? "dict" : "array" }

  var awaitsName: Bool { isDictionary && name == nil }

  mutating func start(_ name: String, at place: Int) {
    self.name = name
    places.append(place)
  }

  mutating func add(_ value: PreferenceValue) {
    if let name {
      members.append(.init(name: name, value: value))
      self.name = nil
    } else {
      values.append(value)
    }
  }

  /// The complete value; nil if a name is repeated.
  var value: PreferenceValue? {
    isDictionary ? PreferenceValue.dictionary(unordered: members) : .array(values)
  }

  /// The first repeated name, and its offset.
  var repetition: (name: String, place: Int)? {
    let ordered = zip(members.map(\.name), places).sorted { $0.0.precedes($1.0) }
    return zip(ordered, ordered.dropFirst())
      .filter { $0.0.isSameText(as: $1.0) }
      .map { (name: $0.0, place: max($0.1, $1.1)) }
      .min { $0.place < $1.place }
  }
}

/// Reads the values of elements that have no child elements.
enum PropertyListScalar {
  static let elements = ["string", "integer", "real", "true", "false", "date", "data"]

  static func value(_ element: String, _ text: String) throws(Flaw) -> PreferenceValue {
    switch element {
    case "string": return .string(text)
    case "integer": return .integer(try integer(trimmed(text)))
    case "real": return .double(try real(trimmed(text)))
    case "date":
      guard let seconds = PreferenceValue.seconds(iso: trimmed(text)) else {
        throw expected("a time such as 2026-11-21T07:10:00Z in UTC", text)
      }
      return .date(seconds: seconds)
    case "data":
      // Ignore blanks, because programs write base64 in several indented lines.
      let digits = text.utf8.filter { !XMLReader.isBlank($0) }
      guard let bytes = Base64.bytes(String(decoding: digits, as: UTF8.self)) else {
        throw expected("bytes in base64", text)
      }
      return .data(bytes)
    default:
      guard trimmed(text).isEmpty else { throw expected("nothing inside <\(element)>", text) }
      return .bool(element == "true")
    }
  }

  /// Reads a decimal number, or a hexadecimal number after `0x`, which some programs write.
  private static func integer(_ text: String) throws(Flaw) -> Int64 {
    var digits = text.utf8[...]
    let sign = digits.first
    let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
    if isSigned { digits.removeFirst() }
    let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if isHexadecimal { digits = digits.dropFirst(2) }
    let isNumeral =
      !digits.isEmpty
      && digits.allSatisfy { digit in
        isHexadecimal ? JSONReader.hexadecimalDigit(digit) != nil : isDigit(digit)
      }
    guard isNumeral else { throw expected("a whole number", text) }
    let plain = String(decoding: digits, as: UTF8.self)
    let number = Int64(
      (sign == UInt8(ascii: "-") ? "-" : "") + plain,
      radix: isHexadecimal ? 16 : 10
    )
    guard let number else {
      throw expected("a whole number from \(Int64.min) to \(Int64.max)", text)
    }
    return number
  }

  private static func real(_ text: String) throws(Flaw) -> Double {
    var rest = text.utf8[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    func skipDigits() -> Int {
      let digits = rest.prefix(while: isDigit)
      rest = rest[digits.endIndex...]
      return digits.count
    }
    var digits = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits()
    }
    if digits > 0, rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      digits = skipDigits()
    }
    guard digits > 0, rest.isEmpty, let number = Double(text) else {
      throw expected("a finite number", text)
    }
    guard number.isFinite else { throw expected("a number within the range of a double", text) }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func trimmed(_ text: String) -> String {
    String(decoding: text.utf8.trimmed(where: XMLReader.isBlank), as: UTF8.self)
  }

  private static func expected(_ what: String, _ found: String) -> Flaw {
    Flaw("expected \(what), found \(MessageText.quoted(found))")
  }
}
