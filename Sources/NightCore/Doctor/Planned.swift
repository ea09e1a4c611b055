/// One file of the user's own that the doctor would write.
package struct Planned: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    case link(to: String)
  }

  package let path: String
  package let content: Content
  /// What stood there when it was read; nil where nothing did.
  ///
  /// Anything else is left alone.
  package let replaced: Content?

  package init(path: String, content: Content, replaced: Content?) {
    self.path = path
    self.content = content
    self.replaced = replaced
  }
}
