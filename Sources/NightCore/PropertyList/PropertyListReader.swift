/// Makes a value of the elements of a property list.
///
/// A loop with the open containers beside it, so that no nesting takes stack.
struct PropertyListReader {
  private var xml: XMLReader
  private let limits: JSONLimits
  private var containers: [PropertyListContainer] = []
  private var values = 0
  private var root: PreferenceValue?
  /// What was read last, for the words of a flaw.
  private var last = XMLToken.end

  init(_ xml: XMLReader, limits: JSONLimits) {
    self.xml = xml
    self.limits = limits
  }

  mutating func document() throws(PropertyList.Flaw) -> PreferenceValue {
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
            "expected each name once in a dict, found \(JSONReader.quoted(name)) again",
            at: place
          )
        }
      case .end, .text: throw unexpected()
      }
    }
  }

  /// The next token, blanks between elements left out.
  private mutating func nextTag() throws(PropertyList.Flaw) -> XMLToken {
    last = try xml.next()
    if case .text(let text) = last, text.utf8.allSatisfy(XMLReader.isBlank) {
      last = try xml.next()
    }
    return last
  }

  private mutating func open(_ element: String) throws(PropertyList.Flaw) {
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
      throw flaw("\(found) is no element of property lists")
    }
    let text = try content(of: element)
    do throws(PropertyListScalar.Flaw) {
      add(try PropertyListScalar.value(element, text))
    } catch {
      throw xml.flaw(error.message, at: place)
    }
  }

  /// The text of an element that was opened, up to and with its end.
  private mutating func content(of element: String) throws(PropertyList.Flaw) -> String {
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

  private func unexpected() -> PropertyList.Flaw { flaw("expected \(expected), found \(found)") }

  private func flaw(_ message: String) -> PropertyList.Flaw {
    xml.flaw(message, at: xml.tokenStart)
  }

  /// What may stand after all that was read, in words.
  private var expected: String {
    guard let container = containers.last else {
      return root == nil ? "a value such as <dict>" : "</plist>"
    }
    if let name = container.name { return "a value for the key \(JSONReader.quoted(name))" }
    return container.isDictionary ? "<key> or </dict>" : "a value or </array>"
  }

  /// The last token, in words.
  private var found: String {
    switch last {
    case .opening(let name): "<" + Self.bare(name) + ">"
    case .closing(let name): "</" + Self.bare(name) + ">"
    case .text(let text): JSONReader.quoted(text)
    case .end: "the end of the text"
    }
  }

  private static func bare(_ name: String) -> String {
    String(JSONReader.quoted(name).dropFirst().dropLast())
  }
}
