/// One file of the user's own that the doctor would write.
package struct Planned: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    case link(to: String)
  }

  /// What keeps the doctor from writing it, so that the person has to.
  package enum Obstacle: Equatable, Sendable {
    /// Its owner said that it is not to be written.
    case readOnly
  }

  package let path: String
  package let content: Content
  /// What stood there when it was read; nil where nothing did.
  ///
  /// Anything else is left alone.
  package let replaced: Content?
  package let obstacle: Obstacle?

  package init(path: String, content: Content, replaced: Content?, _ obstacle: Obstacle? = nil) {
    self.path = path
    self.content = content
    self.replaced = replaced
    self.obstacle = obstacle
  }

  /// What the person does in its place; nil where nothing has to be done.
  var ownRemedy: Remedy? {
    switch obstacle {
    case nil: nil
    case .readOnly: .command("chmod u+w \(Diagnosis.word(path)) && nightctl doctor --fix")
    }
  }
}
