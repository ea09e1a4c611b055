import NightCore

extension Shape {
  /// A rule about the members that an object must or must not have beside a certain other member.
  struct Rule: Sendable {
    /// The rule applies only to objects that have this member; nil if it applies to every object.
    let member: String?
    /// At least one of these members must be present.
    let needed: [String]
    /// None of these members may be present.
    let excluded: [String]

    init(_ member: String? = nil, needs needed: [String] = [], excludes excluded: [String] = []) {
      self.member = member
      self.needed = needed
      self.excluded = excluded
    }

    func flaws(
      in node: JSONNode,
      _ found: [JSONNode.Member],
      _ path: String
    ) -> [Flaw] {
      guard member.map({ node[$0] != nil }) ?? true else { return [] }
      let beside = (member.map { " beside “\($0)”" } ?? "") + Shape.of(path)
      var flaws = found.filter { excluded.contains($0.name) }.map { other in
        Flaw("expected no “\(other.name)”\(beside)", at: other.namePosition)
      }
      if !needed.isEmpty, !needed.contains(where: { node[$0] != nil }) {
        flaws.append(
          Flaw("expected \(needed.map { "“\($0)”" }.either)\(beside)", at: node.position)
        )
      }
      return flaws
    }

    var schemas: [JSON] {
      func required(_ names: [String]) -> JSON {
        JSONSchema.object([("required", JSONSchema.texts(names))])
      }
      var schemas = excluded.map { other in
        JSONSchema.object([("not", required([member, other].compactMap(\.self)))])
      }
      if !needed.isEmpty {
        let needed = JSONSchema.anyOf(needed.map { required([$0]) })
        schemas.append(
          member.map { JSONSchema.object([("if", required([$0])), ("then", needed)]) } ?? needed
        )
      }
      return schemas
    }
  }
}
