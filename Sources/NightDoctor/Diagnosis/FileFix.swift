import NightValues

/// A change that the doctor would make to one of the user's own files.
package struct FileFix: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    case link(to: String)
    /// The file is removed.
    case nothing

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// Why the doctor does not write the file itself.
  package enum Blocker: Equatable, Sendable {
    /// The file is read-only.
    case readOnly
    /// The path is a link to this file, which is kept elsewhere.
    case link(to: String, text: String?)
    /// The portal ignores the present file, but it is the user's work.
    case ignored(text: String)
  }

  package let path: String
  package let content: Content
  /// What the path had when it was read; nil if nothing existed.
  ///
  /// If the path has anything else by now, it is left alone.
  package let replaced: Content?
  package let blocker: Blocker?

  package init(path: String, content: Content, replaced: Content?, _ blocker: Blocker? = nil) {
    self.path = path
    self.content = content
    self.replaced = replaced
    self.blocker = blocker
  }

  /// What the user does instead; nil if the doctor can write the file.
  var ownRemedy: Remedy? {
    switch blocker {
    case nil: nil
    case .readOnly: .command("chmod u+w \(ShellWord.of(path)) && nightctl doctor --fix")
    case .link(let target, let text): change(target, text)
    case .ignored(let text): change(path, text)
    }
  }

  /// For a valid file of preferences, one line is enough.
  private func change(_ path: String, _ present: String?) -> Remedy? {
    guard case .text(let text) = content else { return nil }
    guard let present, KeyFile(present) != nil, let line = PortalsConf.line(of: text) else {
      return .file(path: path, content: text)
    }
    return .line(path: path, group: PortalsConf.group, line: line)
  }
}

/// The present files at the paths that the doctor would write, and the files that it copies from.
package struct OwnPortalFiles: Equatable, Sendable {
  /// The user's own folders; nil if unknown.
  package var configHome: String?
  package var dataHome: String?
  /// The `.portal` files that the portal reads, or would without the doctor's folder; without
  /// nightd's own.
  package var sources: [String] = []
  /// The texts of these files, by path.
  package var texts: [String: String] = [:]
  /// What the paths already have: a text, or the target of a link.
  package var present: [String: FileFix.Content] = [:]

  /// The paths that are read-only for their owner.
  package var readOnly: Set<String> = []

  /// The final target of each link, with its text.
  package var linked: [String: LinkedFile] = [:]

  package init() {}

  /// The folder to which the doctor leads a portal that reads only one folder.
  package var folder: String? { dataHome.map { $0 + "/nightd/portals" } }
  package var dropIn: String? {
    configHome.map { $0 + "/systemd/user/xdg-desktop-portal.service.d/nightd.conf" }
  }
}

/// The file that a link leads to; people often keep their dotfiles so.
package struct LinkedFile: Equatable, Sendable {
  package let path: String
  /// Nil if it cannot be read.
  package let text: String?

  package init(path: String, text: String?) {
    self.path = path
    self.text = text
  }
}

/// What resolves a finding.
package enum Remedy: Equatable, Sendable {
  case command(String)
  case file(path: String, content: String)
  /// One line in a group of a file that is the user's own work.
  case line(path: String, group: String, line: String)

  /// The instruction for the user: the command, or the file to write or edit.
  var instruction: String {
    switch self {
    case .command(let command): command
    case .file(let path, _): "write \(ShellWord.of(path))"
    case .line(let path, _, _): "edit \(ShellWord.of(path))"
    }
  }

  /// The command that makes all repairs that the doctor can make.
  static let fix = Remedy.command("nightctl doctor --fix")
}
