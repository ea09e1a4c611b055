import NightCore

/// The shape of an object in a description: the members that the object may have.
///
/// nightd checks each description against the shape, and makes the JSON Schema from it.
struct Shape: Sendable {
  struct Member: Sendable {
    let name: String
    let kind: Kind
    let isRequired: Bool
    let about: String

    init(_ name: String, _ kind: Kind, required: Bool = false, _ about: String) {
      self.name = name
      self.kind = kind
      isRequired = required
      self.about = about
    }
  }

  indirect enum Kind: Sendable {
    /// A sentence that users read, on one line.
    case sentence
    /// A string that may contain template values.
    case template
    case word([String])
    case flag
    /// An object whose values are strings.
    case texts
    case object(Shape)
    case list(Kind, least: Int = 0, most: Int)
    /// One value, or a list of at most `most` values.
    case oneOrMore(Kind, most: Int)
    /// A value of one of two kinds, of which one must be `object` and the other must not.
    case either(Kind, Kind)
  }

  let members: [Member]
  private(set) var rules: [Rule] = []
  static let mostText = 64 << 10

  init(_ members: [Member]) { self.members = members }

  func ruled(_ rules: [Rule]) -> Shape {
    var shape = self
    shape.rules = rules
    return shape
  }

  /// The place of a node in its description; messages to users contain `path`.
  struct Place {
    /// The bytes of the description.
    let source: [UInt8]
    var path = ""
  }

  /// All mistakes in a node; mistakes in its members come in the order of the description.
  func flaws(in node: JSONNode, _ place: Place) -> [Flaw] {
    let path = place.path
    guard let found = node.members else {
      return [Flaw("expected an object\(Self.of(path)), found \(node.found)", at: node.position)]
    }
    var flaws: [Flaw] = []
    for member in found where member.name != JSONSchema.reference {
      guard let known = members.first(where: { $0.name == member.name }) else {
        let near = NearestWord.to(member.name, among: members.map(\.name))
        let names = members.map(\.name).joined(separator: ", ")
        flaws.append(
          Flaw(
            "\(MessageText.quoted(member.name)) is unknown here; "
              + (near.map { "did you mean “\($0)”?" } ?? "known names are \(names)"),
            at: member.namePosition,
            kind: .unknown
          )
        )
        continue
      }
      var inner = place
      inner.path = path.isEmpty ? member.name : "\(path).\(member.name)"
      flaws += known.kind.flaws(in: member.node, inner)
    }
    for member in members where member.isRequired && node[member.name] == nil {
      flaws.append(
        Flaw("expected “\(member.name)”\(Self.of(path)): \(member.about)", at: node.position)
      )
    }
    return flaws + rules.flatMap { $0.flaws(in: node, found, path) }
  }

  static func of(_ path: String) -> String { path.isEmpty ? "" : " in “\(path)”" }

  var schema: JSON {
    JSONSchema.object(parts + (rules.isEmpty ? [] : [("allOf", .array(rules.flatMap(\.schemas)))]))
  }

  private var parts: [(String, JSON)] {
    [
      ("type", .string("object")),
      ("required", JSONSchema.texts(members.filter(\.isRequired).map(\.name))),
      (
        "properties",
        JSONSchema.object(
          members.map { member in
            guard case .object(let members) = member.kind.schema else {
              return (member.name, .null)
            }
            let about = JSON.Member(name: "description", value: .string(member.about))
            return (member.name, .object([about] + members))
          }
        )
      ),
      ("additionalProperties", .bool(false)),
    ]
  }
}

extension Shape.Kind {
  fileprivate func flaws(in node: JSONNode, _ place: Shape.Place) -> [Flaw] {
    switch self {
    case .object(let shape): return shape.flaws(in: node, place)
    case .list(let kind, let least, let most):
      guard case .array(let nodes) = node.value, least...most ~= nodes.count else {
        let range =
          least == 0 ? "at most \(most)" : least == most ? "\(most)" : "\(least) to \(most)"
        return [
          Flaw(
            "expected a list of \(range), such as [\"…\", \"…\"], for “\(place.path)”, found "
              + node.found,
            at: node.position
          )
        ]
      }
      return nodes.flatMap { kind.flaws(in: $0, place) }
    case .oneOrMore(let kind, let most):
      guard case .array = node.value else { return kind.flaws(in: node, place) }
      return Shape.Kind.list(kind, most: most).flaws(in: node, place)
    case .either(let one, let other):
      // One of the two kinds is `object`. Check an object against this kind, and a string, a number
      // or any other node against the other kind.
      let takesObject = if case .object = one { true } else { false }
      return (takesObject == (node.members != nil) ? one : other).flaws(in: node, place)
    case .sentence, .template, .word, .flag, .texts:
      do throws(Flaw) { try checkValue(node, place) } catch { return [error] }
      return []
    }
  }

  private func checkValue(_ node: JSONNode, _ place: Shape.Place) throws(Flaw) {
    func flaw(_ expected: String, isText: Bool = false) -> Flaw {
      let hint = isText && node.isBare ? ": a string must be in quotes" : ""
      return Flaw(
        "expected \(expected) for “\(place.path)”, found \(node.found)" + hint,
        at: node.position
      )
    }
    switch self {
    case .sentence:
      guard let text = node.text, !text.isEmpty, text.utf8.count <= 1_024,
        !text.unicodeScalars.contains(where: { $0.value < 0x20 })
      else { throw flaw("a sentence on one line", isText: true) }
    case .template:
      guard let text = node.text, text.utf8.count <= Shape.mostText else {
        throw flaw("a string", isText: true)
      }
      do throws(Flaw) { _ = try Template(text) } catch {
        throw error.at(.position(node.position(of: error.position, in: place.source)))
      }
    case .word(let words):
      guard let text = node.text, words.contains(text) else {
        let near = node.text.flatMap { text in
          // If the description has `SIGUSR1`, suggest `USR1`.
          NearestWord.to(text, among: words) ?? words.first { text.uppercased().hasSuffix($0) }
        }
        let flaw = flaw(words.joined(separator: ", "))
        throw Flaw(flaw.message + (near.map { "; did you mean “\($0)”?" } ?? ""), at: node.position)
      }
    case .flag:
      guard case .bool = node.value else {
        throw flaw("true or false")
      }
    case .texts:
      guard let members = node.members, members.allSatisfy({ $0.node.text != nil }) else {
        throw flaw("an object whose values are strings")
      }
    case .object, .list, .oneOrMore, .either: break
    }
  }

  var schema: JSON {
    switch self {
    case .sentence:
      JSONSchema.type("string", [("minLength", .integer(1)), ("maxLength", .integer(1_024))])
    case .template: JSONSchema.type("string", [("maxLength", .integer(Int64(Shape.mostText)))])
    case .word(let words): JSONSchema.object([("enum", JSONSchema.texts(words))])
    case .flag: JSONSchema.type("boolean")
    case .texts: JSONSchema.type("object", [("additionalProperties", JSONSchema.type("string"))])
    case .object(let shape): shape.schema
    case .list(let kind, let least, let most):
      JSONSchema.type(
        "array",
        [("items", kind.schema), ("maxItems", .integer(Int64(most)))]
          + (least > 0 ? [("minItems", .integer(Int64(least)))] : [])
      )
    case .oneOrMore(let kind, let most):
      JSONSchema.anyOf([kind.schema, Shape.Kind.list(kind, most: most).schema])
    case .either(let one, let other): JSONSchema.anyOf([one.schema, other.schema])
    }
  }
}

extension JSONNode {
  /// The node's string; nil if the node is not a string.
  var text: String? { if case .string(let text) = value { text } else { nil } }

  /// Describes the node for a message, such as `a list of 3`.
  fileprivate var found: String {
    switch value {
    case .string(let text): MessageText.quoted(text)
    case .integer(let number): "the number \(number)"
    case .double(let number): "the number \(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    case .array(let nodes): "a list of \(nodes.count)"
    case .object: "an object"
    }
  }

  /// Whether the node has no quotation marks, like `true` or `12`, but the author may have meant a
  /// string.
  fileprivate var isBare: Bool {
    switch value {
    case .integer, .double, .bool, .null: true
    case .string, .array, .object: false
    }
  }

  /// Converts a position in this node's string to a position in the description.
  fileprivate func position(of inner: Position?, in source: [UInt8]) -> Position {
    inner.map { JSONReader.position(of: $0, inString: position, of: source) } ?? position
  }

  func flag(_ name: String) -> Bool? {
    if case .bool(let flag)? = self[name]?.value { flag } else { nil }
  }

  /// The elements if this node is a list; otherwise only this node.
  var nodes: [JSONNode] { if case .array(let nodes) = value { nodes } else { [self] } }

  /// The nodes of a member that is a single value or a list; empty if the member is missing.
  func all(_ name: String) -> [JSONNode] { self[name]?.nodes ?? [] }

  func texts(_ name: String) -> [String] { all(name).compactMap(\.text) }

  /// The template in a member.
  ///
  /// The template has no mistake, because the description's shape has already been checked.
  func template(_ name: String) -> Template? { self[name]?.template }

  var template: Template? { text.flatMap { try? Template($0, at: position) } }
}
