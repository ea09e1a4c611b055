/// What stands in the hand-written files, each as it was read last.
package struct LayerTexts: Equatable, Sendable {
  package struct File: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      case missing
      case bytes([UInt8])
      /// Why it cannot serve, as half a sentence for people: “is a folder”.
      case flawed(String)
    }

    package let path: String
    package let content: Content

    package init(path: String, content: Content) {
      self.path = path
      self.content = content
    }
  }

  /// One folder of the system's.
  package struct Folder: Equatable, Sendable {
    package let config: File
    package let locks: File

    package init(config: File, locks: File) {
      self.config = config
      self.locks = locks
    }
  }

  package var user: File
  /// In the order in which they are searched.
  package var systems: [Folder]

  package init(user: File, systems: [Folder]) {
    self.user = user
    self.systems = systems
  }
}
