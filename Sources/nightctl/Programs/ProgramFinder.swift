import Glibc
import NightPrograms

/// Finds installed programs and running processes of the user.
struct ProgramFinder {
  /// The folders to search, without the current folder, which an empty entry of `PATH` means.
  private let folders: String
  private let processes: String

  init(environment: (String) -> String?, processes: String = "/proc") {
    let path = environment("PATH") ?? ""
    folders = (path.isEmpty ? "/usr/local/bin:/usr/bin:/bin" : path)
      .split(separator: ":").joined(separator: ":")
    self.processes = processes
  }

  /// The path of an installed program; nil if `PATH` has no such program.
  func path(of program: String) -> String? {
    guard let path = try? ProgramSearch.path(of: program, folders: folders) else { return nil }
    return access(path, X_OK) == 0 ? path : nil
  }

  /// Sends a signal to the user's processes of these names that have a handler for the signal.
  ///
  /// Returns how many processes got it.
  @discardableResult
  func signal(_ signal: Announcement.Signal, to programs: [String]) -> Int {
    running(programs).count { process in
      handles(signal.number, "\(processes)/\(process)") && kill(process, signal.number) == 0
    }
  }

  /// The numbers of the terminals below `/dev/pts` that belong to windows of these programs.
  ///
  /// A terminal program holds the other end of the terminal, and the kernel tells its number.
  func terminals(of programs: [String]) -> Set<UInt32> {
    var numbers: Set<UInt32> = []
    for process in running(programs) {
      let path = "\(processes)/\(process)/fdinfo"
      for descriptor in Self.names(in: path) {
        let lines = text("\(path)/\(descriptor)").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("tty-index:") }
        if let number = line?.split(separator: "\t").last.flatMap({ UInt32($0) }) {
          numbers.insert(number)
        }
      }
    }
    return numbers
  }

  /// The user's running processes of these names.
  func running(_ programs: [String]) -> [pid_t] {
    Self.names(in: processes).compactMap { name in
      guard let process = pid_t(name), process > 1, process != getpid() else { return nil }
      let path = processes + "/" + name
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_uid == geteuid() else { return nil }
      let text = text(path + "/comm").prefix { $0 != "\n" }
      return programs.contains { Self.isName(text, of: $0) } ? process : nil
    }
  }

  /// The user's running processes of these names that may use this display.
  ///
  /// A user can have several displays, and a settings daemon serves only its own. A process that has
  /// ended, and whose parent has not noticed, has no environment any more.
  func running(_ programs: [String], on display: String?) -> [pid_t] {
    let prefix = Array("DISPLAY=".utf8)
    return running(programs).filter { process in
      let path = "\(processes)/\(process)/environ"
      guard let bytes = (try? UserFile(path: path).bytes()) ?? nil else { return true }
      let own = bytes.split(separator: 0).first { $0.starts(with: prefix) }
        .map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
      return !bytes.isEmpty && (own == nil || display == nil || own == display)
    }
  }

  /// Whether the file of an installed program has a word; true if the program is not installed.
  func contains(_ program: String, _ word: String) -> Bool {
    guard let path = path(of: program), let bytes = try? UserFile(path: path).bytes()
    else { return true }
    let word = Array(word.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
  }

  /// Whether a process's name is that of a program, which the kernel cuts to 15 bytes.
  ///
  /// NixOS renames a wrapped program to `.NAME-wrapped`.
  private static func isName(_ name: Substring, of program: String) -> Bool {
    [program, ".\(program)-wrapped"].contains { wanted in
      name.utf8.elementsEqual(wanted.utf8.prefix(15))
    }
  }

  /// Whether the process has a handler for a signal, or receives it through a signalfd.
  ///
  /// A process that only blocks the signal does not count: it may unblock the signal later, and end.
  private func handles(_ signal: Int32, _ path: String) -> Bool {
    let status = text(path + "/status")
    return Self.mask("SigCgt:", in: status, has: signal)
      || Self.mask("SigBlk:", in: status, has: signal)
        && Self.names(in: path + "/fdinfo").contains { descriptor in
          Self.mask("sigmask:", in: text("\(path)/fdinfo/\(descriptor)"), has: signal)
        }
  }

  /// Whether the line of a mask, in hexadecimal, has the bit of a signal.
  private static func mask(_ prefix: String, in text: String, has signal: Int32) -> Bool {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(prefix) }),
      let mask = UInt64(
        line.dropFirst(prefix.utf8.count).drop { $0 == "\t" || $0 == " " },
        radix: 16
      )
    else { return false }
    return mask & (1 << UInt64(signal - 1)) != 0
  }

  /// The names in a folder, in no order.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
      )
    }
    return names
  }

  private func text(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let count = read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }
}

extension Announcement.Signal {
  fileprivate var number: Int32 {
    switch self {
    case .hup: SIGHUP
    case .usr1: SIGUSR1
    case .usr2: SIGUSR2
    }
  }
}
