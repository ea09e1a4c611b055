import Glibc
import NightStore

/// A process of the user.
///
/// The start time identifies the process even if another process gets its number later.
struct UserProcess {
  let number: pid_t
  /// When the process started, in ticks since the machine started.
  let start: UInt64
  /// The name of the program, cut by the kernel to 15 bytes.
  let name: String

  /// Looks up a process by its number; nil if no process of this user has the number.
  init?(_ number: pid_t) {
    guard number > 1, let (name, fields) = Self.look(number), let start = UInt64(fields[19]) else {
      return nil
    }
    self.number = number
    self.start = start
    self.name = name
  }

  var isRunning: Bool { state.map { $0 != "Z" && $0 != "X" } ?? false }
  var isSleeping: Bool { state == "S" }
  var isStopped: Bool { state != nil && ProcessFolder(number).isStopped }

  /// The kernel's letter for the state of the process; nil if the process has ended.
  private var state: Substring? {
    guard let fields = Self.look(number)?.fields, UInt64(fields[19]) == start else { return nil }
    return fields[0]
  }

  /// The processor time that the process has used, in ticks.
  var usedTime: UInt64? {
    guard let fields = Self.look(number)?.fields, let user = UInt64(fields[11]),
      let system = UInt64(fields[12])
    else { return nil }
    return user + system
  }

  private static func look(_ number: pid_t) -> (name: String, fields: [Substring])? {
    let folder = ProcessFolder(number)
    return folder.isOwn ? folder.status : nil
  }
}
