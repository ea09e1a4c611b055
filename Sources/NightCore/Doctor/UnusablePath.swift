/// A file or folder that cannot be read or written, and has to be.
package struct UnusablePath: Equatable, Sendable {
  package enum Flaw: Equatable, Sendable {
    /// It is the user's own.
    case rights
    /// It is somebody else's, and should be the user's.
    case foreign
    /// It is somebody else's, as it should be.
    case shut
    /// The disk below it takes nothing.
    case disk
    /// It is not what has to stand there; whether the user may move it away is told.
    case inTheWay(isMovable: Bool)
  }

  package let path: String
  /// Whether it is to be written, and not only read.
  package let isWritten: Bool
  /// What the system says.
  package let why: String
  package let flaw: Flaw

  package init(path: String, isWritten: Bool, why: String, _ flaw: Flaw = .rights) {
    self.path = path
    self.isWritten = isWritten
    self.why = why
    self.flaw = flaw
  }

  var remedy: String {
    let word = ShellWord.of(path)
    return switch flaw {
    case .rights: "chmod \(isWritten ? "u+rwX" : "u+rX") \(word)"
    case .foreign: #"sudo chown "$(id -u):$(id -g)" "# + word
    case .shut: "sudo chmod a+rX \(word)"
    case .disk: "findmnt -T \(word)"
    case .inTheWay(let isMovable):
      (isMovable ? "" : "sudo ") + "mv -n \(word) \(ShellWord.of(path + ".aside"))"
    }
  }
}
