/// Which namespaces a reader of the portal asks for.
///
/// Nothing at all, or an empty one among them, asks for everything.
package struct NamespacePatterns: Sendable {
  private let patterns: [String]

  package init(_ patterns: [String]) { self.patterns = patterns }

  package func matches(_ namespace: String) -> Bool {
    patterns.isEmpty || patterns.contains { Self.matches(namespace, $0) }
  }

  private static func matches(_ namespace: String, _ pattern: String) -> Bool {
    guard pattern.utf8.last == UInt8(ascii: "*") else {
      return pattern.isEmpty || pattern == namespace
    }
    // As other backends do: what stands before the star need not end a section.
    return namespace.utf8.starts(with: pattern.utf8.dropLast())
  }
}
