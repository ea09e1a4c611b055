/// One file of the user's own that the doctor would write.
package struct Planned: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    case link(to: String)
    /// The file is taken away.
    case nothing

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// What keeps the doctor from writing it, so that the person has to.
  package enum Obstacle: Equatable, Sendable {
    /// Its owner said that it is not to be written.
    case readOnly
    /// A link stands there that leads to this file, which somebody keeps elsewhere.
    case link(to: String, text: String?)
    /// The portal does not go by the file that stands there, which is somebody's work all the same.
    case notCounted(text: String)
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
    case .readOnly: .command("chmod u+w \(ShellWord.of(path)) && nightctl doctor --fix")
    case .link(let target, let text): change(target, text)
    case .notCounted(let text): change(path, text)
    }
  }

  /// One line is enough for a file of preferences that can be read as one.
  private func change(_ path: String, _ present: String?) -> Remedy? {
    guard case .text(let text) = content else { return nil }
    guard let present, KeyFile(present) != nil, let line = PortalsConf.line(of: text) else {
      return .file(path: path, content: text)
    }
    return .line(path: path, group: PortalsConf.group, line: line)
  }
}
