import NightCore

/// A change that the doctor can make to one of the user's own files.
struct FileFix: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case text(String)
    case link(to: String)
    /// The doctor removes the file.
    case nothing

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// Why the doctor does not write the file itself.
  enum Blocker: Equatable, Sendable {
    /// The file is read-only.
    case readOnly
    /// The path is a link to another file with this text; nil if that file cannot be read.
    case link(to: String, text: String?)
    /// The portal ignores the file, but the doctor keeps it, because the user wrote it.
    case ignored(text: String)
  }

  let path: String
  let content: Content
  /// The content at the path when the doctor read it; nil if there was no file.
  ///
  /// If the content is different when the doctor writes, the doctor does not change the file.
  let replaced: Content?
  var blocker: Blocker?

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
struct OwnPortalFiles: Equatable, Sendable {
  /// The user's configuration folder; nil if unknown.
  var configHome: String?
  /// The user's data folder; nil if unknown.
  var dataHome: String?
  /// The `.portal` files that the portal reads, except nightd's own.
  ///
  /// If the portal reads the doctor's folder, these are the files that it would otherwise read.
  var sources: [String] = []
  /// The texts of the files in `sources`, by path.
  var texts: [String: String] = [:]
  /// What is at each path: a text, or the target of a link.
  var present: [String: FileFix.Content] = [:]

  /// The paths of files that not even their owner may write.
  var readOnly: Set<String> = []

  /// The final target of each symbolic link, and the target's contents.
  var linked: [String: LinkedFile] = [:]

  /// The folder that the doctor makes for an older portal, which reads only one folder.
  var folder: String? { dataHome.map { $0 + "/nightd/portals" } }
  var dropIn: String? {
    configHome.map { $0 + "/systemd/user/xdg-desktop-portal.service.d/nightd.conf" }
  }
}

/// The path and the text of a file, such as the target of a link.
///
/// People often keep their dotfiles in one place, with links to them.
struct LinkedFile: Equatable, Sendable {
  let path: String
  /// The text of the file; nil if the file cannot be read.
  let text: String?
}

/// A command or a change to a file that resolves a finding.
enum Remedy: Equatable, Sendable {
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

  /// Commands to run one after the other, until one fails; nil is left out.
  static func commands(_ commands: String?...) -> Remedy {
    .command(commands.compactMap(\.self).joined(separator: " && "))
  }

  /// The command that makes the doctor do all the repairs that it can do itself.
  static let fix = Remedy.command("nightctl doctor --fix")
}
