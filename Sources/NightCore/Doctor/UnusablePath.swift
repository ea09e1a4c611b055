/// A file or folder that cannot be read or written, and has to be.
package struct UnusablePath: Equatable, Sendable {
  package enum Flaw: Equatable, Sendable {
    /// It is the user's own.
    case rights
    /// It is somebody else's, and should be the user's.
    case foreign
    /// It is somebody else's, as it should be.
    case shut
    /// The file system at this place is mounted to be read only.
    case readOnly(mount: String)
    /// The file system at this place has no space left, or no room for one more file.
    case full(mount: String, isFiles: Bool)
    /// The user may write it, and nightd in its sandbox may not.
    case sandbox
    /// The sandbox leaves this folder open, but the folder was made, or made again, after nightd's
    /// start.
    case staleSandbox
    /// It is not what has to be there. It is `isMovable` if the user may move it away, and `isFolders`
    /// if the sandbox of nightd is to leave open a folder at this place.
    case inTheWay(isMovable: Bool, isFolders: Bool = false)
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

  /// `configHome` is where the user's own units are.
  func remedy(_ configHome: String?) -> Remedy {
    // What units give a meaning of its own is left to the person to write.
    guard flaw == .sandbox, let configHome,
      path.utf8.allSatisfy({ $0 >= UInt8(ascii: " ") && !#"\"%$"#.utf8.contains($0) })
    else { return .command(command) }
    let content = """
      [Service]
      ExecStartPre=-+mkdir -p "\(path)"
      ReadWritePaths="-\(path)"
      NoExecPaths="-\(path)"

      """
    return .file(path: configHome + "/systemd/user/nightd.service.d/state.conf", content: content)
  }

  /// Whether the other path cannot be used for the same reason, so that one remedy is enough.
  func explains(_ other: UnusablePath) -> Bool {
    if path == other.path { return flaw == other.flaw && (isWritten || !other.isWritten) }
    return switch flaw {
    case .readOnly, .full: flaw == other.flaw
    case .rights, .foreign, .shut:
      [.rights, .foreign, .shut].contains(other.flaw) && other.path.hasPrefix(path + "/")
    case .sandbox, .staleSandbox, .inTheWay: false
    }
  }

  private var command: String {
    let word = ShellWord.of(path)
    return switch flaw {
    case .sandbox: "systemctl --user cat nightd"
    case .staleSandbox: "systemctl --user restart nightd"
    case .rights: "chmod \(isWritten ? "u+rwX" : "u+rX") \(word)"
    case .foreign: #"sudo chown "$(id -u):$(id -g)" "# + word
    case .shut: "sudo chmod a+rX \(word)"
    case .readOnly(let mount): "sudo mount -o remount,rw \(ShellWord.of(mount))"
    case .full(let mount, let isFiles):
      "du -xh\(isFiles ? " --inodes" : "") -d 2 \(ShellWord.of(mount)) | sort -h | tail -n 20"
    case .inTheWay(let isMovable, _):
      (isMovable ? "" : "sudo ") + "mv -n \(word) \(ShellWord.of(path + ".aside"))"
    }
  }
}
