import NightCore

/// A change that the doctor can make to one of the user's own files.
package struct FileFix: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    case link(to: String)
    /// The doctor removes the file.
    case nothing

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// Why the doctor does not write the file itself.
  package enum Blocker: Equatable, Sendable {
    /// The file is read-only.
    case readOnly
    /// The path is a link to another file with this text; nil if that file cannot be read.
    case link(to: String, text: String?)
    /// The portal ignores the file, but the doctor keeps it, because the user wrote it.
    case ignored(text: String)
  }

  package let path: String
  package let content: Content
  /// The content at the path when the doctor read it; nil if there was no file.
  ///
  /// If the content is different when the doctor writes, the doctor does not change the file.
  package let replaced: Content?
  package let blocker: Blocker?

  package init(path: String, content: Content, replaced: Content?, _ blocker: Blocker? = nil) {
    self.path = path
    self.content = content
    self.replaced = replaced
    self.blocker = blocker
  }

  /// The remedy for the user if the doctor cannot write the file; nil if it can.
  var ownRemedy: Remedy? {
    switch blocker {
    case nil: nil
    case .readOnly: .command("chmod u+w \(ShellWord.of(path)) && nightctl doctor --fix")
    case .link(let target, let text): change(target, text)
    case .ignored(let text): change(path, text)
    }
  }

  /// The user's remedy for a file; in a valid `portals.conf`, one line is enough.
  private func change(_ path: String, _ present: String?) -> Remedy? {
    guard case .text(let text) = content else { return nil }
    guard let present, KeyFile(present) != nil, let line = PortalsConf.line(of: text) else {
      return .file(path: path, content: text)
    }
    return .line(path: path, group: PortalsConf.group, line: line)
  }
}

/// What is at the paths that the doctor would write, and the files to copy or link.
package struct OwnPortalFiles: Equatable, Sendable {
  /// The user's configuration folder; nil if unknown.
  package var configHome: String?
  /// The user's data folder; nil if unknown.
  package var dataHome: String?
  /// The `.portal` files that the portal reads, except nightd's own.
  ///
  /// If the portal reads the doctor's folder, these are the files that it would otherwise read.
  package var sources: [String] = []
  /// The texts of the files in `sources`, by path.
  package var texts: [String: String] = [:]
  /// What is at each path: a text, or the target of a link.
  package var present: [String: FileFix.Content] = [:]

  /// The paths of files that not even their owner may write.
  package var readOnly: Set<String> = []

  /// The final target of each symbolic link, and the target's contents.
  package var linked: [String: LinkedFile] = [:]

  package init() {}

  /// The folder that the doctor makes for an older portal, which reads only one folder.
  package var folder: String? { dataHome.map { $0 + "/nightd/portals" } }
  package var dropIn: String? {
    configHome.map { $0 + "/systemd/user/xdg-desktop-portal.service.d/nightd.conf" }
  }
}

/// The path and the text of a file, such as the target of a link.
///
/// People often keep their dotfiles in one place, with links to them.
package struct LinkedFile: Equatable, Sendable {
  package let path: String
  /// The text of the file; nil if the file cannot be read.
  package let text: String?

  package init(path: String, text: String?) {
    self.path = path
    self.text = text
  }
}

/// A command or a change to a file that resolves a finding.
package enum Remedy: Equatable, Sendable {
  case command(String)
  case file(path: String, content: String)
  /// One line in a group of a file that the user wrote.
  case line(path: String, group: String, line: String)

  /// What the user must do: the command to run, or the file to write or edit.
  var instruction: String {
    switch self {
    case .command(let command): command
    case .file(let path, _): "write \(ShellWord.of(path))"
    case .line(let path, _, _): "edit \(ShellWord.of(path))"
    }
  }

  /// The command that makes the doctor do all the repairs that it can do itself.
  static let fix = Remedy.command("nightctl doctor --fix")
}
