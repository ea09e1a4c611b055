import NightCore

/// A file or folder that should be readable or writable, but is not.
struct UnusablePath: Equatable, Sendable {
  enum Flaw: Equatable, Sendable {
    /// The path belongs to the user, but its permissions are wrong.
    case rights
    /// The path belongs to another user instead of the session's user.
    case foreign
    /// The path belongs to another user, as it should, but its permissions are wrong.
    case shut
    /// The file system at `mount` is read-only.
    case readOnly(mount: String)
    /// The file system with the mount point `mount` is full. If `isFiles` is true, the file system
    /// has no free inode for another file.
    case full(mount: String, isFiles: Bool)
    /// The user may write to the path, but nightd's sandbox prevents nightd from writing.
    case sandbox
    /// The sandbox allows writing to the folder, but the folder did not exist when nightd started.
    case staleSandbox
    /// The path has the wrong type, such as a folder instead of a file.
    ///
    /// `isMovable` is true if the user may move the object away. `isFolders` is true if the path
    /// must be a folder so that nightd's sandbox can allow writing.
    case inTheWay(isMovable: Bool, isFolders: Bool = false)
  }

  let path: String
  /// Whether the path must be writable, and not only readable.
  let isWritten: Bool
  /// The system's message about the failed access.
  let why: String
  var flaw = Flaw.rights

  /// Returns the remedy that makes the path usable.
  ///
  /// `configHome` is the user's configuration folder, which contains the user's own units.
  func remedy(_ configHome: String?) -> Remedy {
    // The doctor writes no drop-in for a path with characters that have a special meaning in unit
    // files.
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

  /// Whether `other` is unusable for the same reason as this path, so that one remedy repairs both.
  func explains(_ other: UnusablePath) -> Bool {
    if path == other.path { return flaw == other.flaw && (isWritten || !other.isWritten) }
    return switch flaw {
    case .readOnly, .full: flaw == other.flaw
    case .rights, .foreign, .shut:
      [.rights, .foreign, .shut].contains(other.flaw) && other.path.hasPrefix(path + "/")
    case .sandbox, .staleSandbox, .inTheWay: false
    }
  }

  /// What this problem means for the user, and what the remedy changes.
  var consequence: String {
    let loss = isWritten ? "Your choices are not saved." : "Its contents have no effect."
    return switch flaw {
    case .rights, .shut: loss
    case .foreign: loss + " It belongs to another user, but should belong to you."
    case .readOnly(let mount):
      loss + " The file system at \(mount) is read-only. If it became read-only by itself, "
        + "dmesg shows why."
    case .sandbox:
      loss
        + " With this file, the sandbox lets nightd write there. Then run: systemctl --user "
        + "daemon-reload && systemctl --user restart nightd."
    case .staleSandbox: loss + " It is writable again after nightd restarts."
    case .full(_, let isFiles):
      loss
        + " The command shows the \(isFiles ? "folders with the most files" : "largest folders") "
        + "there; remove what you do not need."
    case .inTheWay:
      "\(isWritten ? "nightd needs" : "The portal looks for") a file of that name; "
        + "the command moves the present object out of the way."
    }
  }

  var command: String {
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

/// The mount points in `/proc/self/mountinfo` (proc(5)).
struct MountPoints: Equatable, Sendable {
  let paths: [String]

  /// Parses the file's text, and ignores lines without a mount point.
  init(_ text: String) {
    paths = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      guard fields.count > 4, fields[4].hasPrefix("/") else { return nil }
      return Self.unescaped(fields[4])
    }
  }

  /// The mount point of the file system that contains `path`; the caller must resolve links first.
  func holding(_ path: String) -> String {
    paths.filter { path == $0 || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
      .max { $0.utf8.count < $1.utf8.count } ?? "/"
  }

  /// Decodes the blanks, tabs, newlines and backslashes that the kernel writes as octal digits:
  /// `\040`.
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
