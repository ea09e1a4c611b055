import NightValues

/// The members that an object of a description may have.
///
/// The reader's checks and the JSON Schema are both made from it.
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
    /// Words for people, on one line.
    case sentence
    /// A text with values in it.
    case template
    case word([String])
    case flag
    /// Texts by name.
    case texts
    case object(Shape)
    case list(Kind, most: Int)
    /// One value, or a list of them.
    case oneOrMore(Kind, most: Int)
    /// The first kind that fits counts.
    case either(Kind, Kind)
  }

  let members: [Member]
  static let mostText = 64 << 10

  init(_ members: [Member]) { self.members = members }

  /// Throws the first mistake if the node is not such an object.
  func check(_ node: JSONNode) throws(Flaw) {
    if let flaw = flaws(in: node).first { throw flaw }
  }

  /// All mistakes, in the order of the text as far as they are at members that exist.
  ///
  /// The path names the node for people.
  func flaws(in node: JSONNode, _ path: String = "") -> [Flaw] {
    guard let found = node.members else {
      return [Flaw("expected an object\(Self.of(path))", at: node.position)]
    }
    var flaws: [Flaw] = []
    for member in found where member.name != JSONSchema.reference {
      guard let known = members.first(where: { $0.name == member.name }) else {
        let near = NearestWord.to(member.name, among: members.map(\.name))
        let names = members.map(\.name).joined(separator: ", ")
        flaws.append(
          Flaw(
            "\(MessageText.quoted(member.name)) is unknown here; "
              + (near.map { "did you mean “\($0)”?" } ?? "there are \(names)"),
            at: member.namePosition,
            kind: .unknown
          )
        )
        continue
      }
      let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
      flaws += known.kind.flaws(in: member.node, inner)
    }
    for member in members where member.isRequired && node[member.name] == nil {
      flaws.append(
        Flaw("expected “\(member.name)”\(Self.of(path)): \(member.about)", at: node.position)
      )
    }
    return flaws
  }

  fileprivate static func of(_ path: String) -> String { path.isEmpty ? "" : " in “\(path)”" }

  var schema: JSON {
    JSONSchema.object([
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
    ])
  }
}

extension Shape.Kind {
  fileprivate func flaws(in node: JSONNode, _ path: String) -> [Flaw] {
    switch self {
    case .object(let shape): return shape.flaws(in: node, path)
    case .list(let kind, let most):
      guard case .array(let nodes) = node.value, nodes.count <= most else {
        return [
          Flaw(
            "expected a list of at most \(most), such as [\"…\", \"…\"], for “\(path)”",
            at: node.position
          )
        ]
      }
      return nodes.flatMap { kind.flaws(in: $0, path) }
    case .oneOrMore(let kind, let most):
      guard case .array = node.value else { return kind.flaws(in: node, path) }
      return Shape.Kind.list(kind, most: most).flaws(in: node, path)
    case .either(let one, let other):
      // Report an object's mistakes with the kind that accepts objects.
      let takesObject = if case .object = one { true } else { false }
      return (takesObject == (node.members != nil) ? one : other).flaws(in: node, path)
    case .sentence, .template, .word, .flag, .texts:
      do throws(Flaw) { try checkValue(node, path) } catch { return [error] }
      return []
    }
  }

  private func checkValue(_ node: JSONNode, _ path: String) throws(Flaw) {
    switch self {
    case .sentence:
      guard let text = node.text, !text.isEmpty, text.utf8.count <= 1_024,
        !text.unicodeScalars.contains(where: { $0.value < 0x20 })
      else { throw Flaw("expected a sentence on one line for “\(path)”", at: node.position) }
    case .template:
      guard let text = node.text, text.utf8.count <= Shape.mostText else {
        throw Flaw("expected a text for “\(path)”", at: node.position)
      }
      do throws(Flaw) { _ = try Template(text) } catch {
        throw Flaw("in this text, at \(error)", at: node.position)
      }
    case .word(let words):
      guard let text = node.text, words.contains(text) else {
        let near = node.text.flatMap { NearestWord.to($0, among: words) }
        throw Flaw(
          "expected \(words.joined(separator: ", ")) for “\(path)”"
            + (node.text.map { ", found \(MessageText.quoted($0))" } ?? "")
            + (near.map { "; did you mean “\($0)”?" } ?? ""),
          at: node.position
        )
      }
    case .flag:
      guard case .bool = node.value else {
        throw Flaw("expected true or false for “\(path)”", at: node.position)
      }
    case .texts:
      guard let members = node.members, members.allSatisfy({ $0.node.text != nil }) else {
        throw Flaw("expected texts by name for “\(path)”", at: node.position)
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
    case .list(let kind, let most):
      JSONSchema.type("array", [("items", kind.schema), ("maxItems", .integer(Int64(most)))])
    case .oneOrMore(let kind, let most):
      JSONSchema.anyOf([kind.schema, Shape.Kind.list(kind, most: most).schema])
    case .either(let one, let other): JSONSchema.anyOf([one.schema, other.schema])
    }
  }
}

extension JSONNode {
  /// The text of this node; nil if the node is something else.
  var text: String? { if case .string(let text) = value { text } else { nil } }

  func flag(_ name: String) -> Bool? {
    if case .bool(let flag)? = self[name]?.value { flag } else { nil }
  }

  /// The nodes of a list, or the node itself, which is then the only one.
  var nodes: [JSONNode] { if case .array(let nodes) = value { nodes } else { [self] } }

  /// The nodes of a member that is one value or a list; empty if it is missing.
  func all(_ name: String) -> [JSONNode] { self[name]?.nodes ?? [] }

  func texts(_ name: String) -> [String] { all(name).compactMap(\.text) }

  /// A template; one without a mistake, because the shape was checked.
  func template(_ name: String) -> Template? { self[name]?.template }

  var template: Template? { text.flatMap { try? Template($0) } }
}
