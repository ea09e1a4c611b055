import Glibc
import SettingsModel

/// Runs a command to its end, with limits on time and on output.
enum Command {
  /// The most bytes that are read from a command; a command that prints more is ended.
  static let longestOutput = 16 << 20

  /// Runs `path` with `arguments`, and blocks the calling thread until the command has ended.
  ///
  /// - Throws: `noProgram` if the command cannot be started, `noAnswer` if the command does not end
  ///   within `seconds`, and `malformed` if it prints too much. The command is then killed.
  static func run(
    _ path: String,
    _ arguments: [String],
    seconds: Double
  ) throws(Failure) -> CommandResult {
    let output = try Pipe()
    let errors = try Pipe()
    let process = try spawn(path, arguments, output: output.write, errors: errors.write)
    output.closeWriting()
    errors.closeWriting()
    do throws(Failure) {
      let texts = try read([output.read, errors.read], until: now() + seconds)
      return CommandResult(code: wait(process), output: texts[0], errors: texts[1])
    } catch {
      kill(process, SIGKILL)
      _ = wait(process)
      throw error
    }
  }

  /// Starts a command whose standard output is `output`, with an empty standard input.
  static func spawn(
    _ path: String,
    _ arguments: [String],
    output: Int32,
    errors: Int32? = nil
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let errors {
      posix_spawn_file_actions_adddup2(&actions, errors, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var pointers = ([path] + arguments).map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, nil, pointers, environ) == 0 else {
      throw .noProgram
    }
    return process
  }

  /// Waits for the end of a process, and returns its exit code; 128 and the signal if a signal
  /// ended it.
  static func wait(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return -1 } }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func read(_ files: [Int32], until deadline: Double) throws(Failure) -> [String] {
    var contents = files.map { _ in [UInt8]() }
    var isOpen = files.map { _ in true }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while isOpen.contains(true) {
      let left = deadline - now()
      guard left > 0 else { throw .noAnswer }
      var polled = files.indices.map { index in
        pollfd(fd: isOpen[index] ? files[index] : -1, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), Int32(left * 1_000) + 1) > 0 else { continue }
      for index in files.indices where polled[index].revents != 0 {
        let count = Glibc.read(files[index], &buffer, buffer.count)
        if count > 0 {
          contents[index] += buffer[..<count]
        } else if count == 0 || errno != EINTR {
          isOpen[index] = false
        }
      }
      guard contents.allSatisfy({ $0.count <= longestOutput }) else {
        throw .malformed("nightctl printed more than \(longestOutput >> 20) MB")
      }
    }
    return contents.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The two ends of a pipe, which other processes do not inherit.
///
/// Both ends are closed on release. Swift does not import `pipe2`, and between `pipe` and `fcntl`,
/// another thread could start a process. So the pipe is a pair of sockets.
final class Pipe {
  let read: Int32
  private(set) var write: Int32

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .refused("socketpair failed: \(String(cString: strerror(errno)))")
    }
    (read, write) = (ends[0], ends[1])
  }

  deinit {
    close(read)
    closeWriting()
  }

  func closeWriting() {
    if write >= 0 { close(write) }
    write = -1
  }
}
