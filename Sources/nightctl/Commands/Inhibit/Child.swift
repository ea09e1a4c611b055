import CArguments
import Glibc
import NightBus

/// A command that runs in our place, with our streams and in our process group.
struct Child {
  private let process: pid_t

  /// Starts what the last words of the command line say, to the byte.
  init(lastWords count: Int) throws(Failure) {
    let first = Int(CommandLine.argc) - count
    guard count > 0, first > 0, let name = CommandLine.unsafeArgv[first] else {
      throw .usage(Words.commandMissing, help: nil)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Those that we block or ignore for ourselves.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let words = CommandLine.unsafeArgv + first
    let code = posix_spawnp(&process, name, nil, &attributes, words, present_environment())
    guard code == 0 else {
      let why = Words.cannotRun(String(cString: name), SystemError.words(code))
      throw .notRun(why, code: code == ENOENT ? Self.notFound : Self.notExecutable)
    }
    self.process = process
  }

  /// As shells have it.
  private static let notFound: Int32 = 127
  private static let notExecutable: Int32 = 126

  static func code(ofSignal signal: Int32) -> Int32 { 128 + signal }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Its exit code once it has ended.
  func ended() -> Int32? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : Self.code(ofSignal: signal)
  }
}
