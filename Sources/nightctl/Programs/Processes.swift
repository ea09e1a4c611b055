import Glibc
import NightPrograms
import NightStore

/// The user's processes at one moment.
struct Processes {
  /// The IDs of the user's processes, by process name; the kernel stores at most 15 bytes of the
  /// name.
  private let own: [String: [pid_t]]
  private let folder: String

  init(in folder: String = "/proc") {
    self.folder = folder
    let nightctl = getpid()
    var own: [String: [pid_t]] = [:]
    for name in Folder(path: folder).names(most: .max) {
      guard let process = pid_t(name), process > 1, process != nightctl else { continue }
      let files = ProcessFolder(process, in: folder)
      if files.isOwn, let name = files.name { own[name, default: []].append(process) }
    }
    self.own = own
  }

  /// The IDs of the user's processes that run one of `programs`.
  func running(_ programs: [String]) -> [pid_t] {
    Set(programs.flatMap(Self.names)).flatMap { own[$0] ?? [] }.sorted()
  }

  /// The IDs of the user's processes that run one of `programs` and may use the given display.
  ///
  /// A user can have several displays, and a settings daemon serves only one of them. If `orNone`
  /// is true, processes without a display are included, because a Wayland compositor may have no
  /// display. For a settings daemon for X11, pass false, because a daemon that has no display (such
  /// as a kded5 that a private bus started) serves nobody. A zombie, which has ended but still has
  /// an entry in `/proc`, has no environment and is left out.
  func running(_ programs: [String], on display: String?, orNone: Bool) -> [pid_t] {
    running(programs).filter { process in
      // With Linux 6.18, the environment of a zombie cannot be read. If a process has ended since
      // `init`, nothing about it can be read.
      guard let parts = files(process).parts("environ") else {
        return files(process).status.map { $0.fields.first != "Z" } ?? false
      }
      let own = ProcessFolder.variables(parts)["DISPLAY"]
      guard let display, !parts.isEmpty else { return !parts.isEmpty }
      return own.map { $0 == display } ?? orNone
    }
  }

  /// Sends a signal to each of the user's processes that runs one of `programs` and handles the
  /// signal.
  ///
  /// Returns how many processes received the signal.
  @discardableResult
  func signal(_ signal: Announcement.Signal, to programs: [String]) -> Int {
    running(programs).count { handles(signal.number, files($0)) && kill($0, signal.number) == 0 }
  }

  /// The numbers of the terminals below `/dev/pts` whose windows belong to `programs`.
  ///
  /// The terminal program has the controlling end (`/dev/ptmx`) of each terminal open; for such an
  /// open file, the kernel reports the number of the terminal.
  func terminals(of programs: [String]) -> Set<UInt32> {
    let lines = running(programs).flatMap { files($0).openFiles.joined() }
    return Set(
      lines.filter { $0.hasPrefix("tty-index:") }.compactMap { line in
        line.split(separator: "\t").last.flatMap { UInt32($0) }
      }
    )
  }

  private func files(_ process: pid_t) -> ProcessFolder { ProcessFolder(process, in: folder) }

  /// The names that a program's processes can have, cut to 15 bytes as in the kernel.
  ///
  /// NixOS renames a wrapped program to `.NAME-wrapped`.
  private static func names(of program: String) -> [String] {
    [program, ".\(program)-wrapped"].map { String(decoding: $0.utf8.prefix(15), as: UTF8.self) }
  }

  /// Whether the process has a handler for a signal, or receives it through a signalfd.
  ///
  /// If the process only blocks the signal, the result is false, because the signal could end the
  /// process later.
  private func handles(_ signal: Int32, _ process: ProcessFolder) -> Bool {
    let status = process.text("status").split(separator: "\n")
    return Self.mask("SigCgt:", in: status, has: signal)
      || Self.mask("SigBlk:", in: status, has: signal)
        && process.openFiles.contains { Self.mask("sigmask:", in: $0, has: signal) }
  }

  /// Whether a signal's bit is set in the hexadecimal mask on the line that begins with `prefix`.
  private static func mask(_ prefix: String, in lines: [Substring], has signal: Int32) -> Bool {
    guard let line = lines.first(where: { $0.hasPrefix(prefix) }),
      let mask = UInt64(
        line.dropFirst(prefix.utf8.count).drop { $0 == "\t" || $0 == " " },
        radix: 16
      )
    else { return false }
    return mask & (1 << UInt64(signal - 1)) != 0
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
