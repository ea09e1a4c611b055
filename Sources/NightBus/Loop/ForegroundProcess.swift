import CDBus
import Glibc

/// A command that runs in our place: with our streams, our environment, and in our process group, so
/// that a terminal's signals reach it as they reach us.
package final class ForegroundProcess {
  private let number: pid_t
  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// Starts what the last words of the command line say, to the byte; looked up as shells do.
  package init(
    lastWords count: Int,
    on loop: Loop,
    onEnd: @escaping (ChildProcess.End) -> Void
  ) throws(BusError) {
    let first = Int(CommandLine.argc) - count
    guard count > 0, first > 0 else { throw .malformed("no program is named") }
    // Whoever started us may have it ignored, and then no child could be waited for.
    signal(SIGCHLD, SIG_DFL)
    let number = try Self.spawn(CommandLine.unsafeArgv + first)
    do throws(BusError) {
      descriptor = try FileDescriptor(cdbus_pidfd_open(number), from: "pidfd_open")
    } catch {
      kill(number, SIGKILL)
      _ = ChildProcess.reap(number)
      throw error
    }
    self.number = number
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [weak self] _ in
      self?.watch = nil
      onEnd(ChildProcess.reap(number))
    }
  }

  package func send(signal: Int32) { kill(number, signal) }

  private static func spawn(
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) throws(BusError) -> pid_t {
    guard let name = words.pointee else { throw .malformed("no program is named") }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this program blocks or ignores for itself is put right; what it was started with stays,
    // as a shell's nohup.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = none
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var number: pid_t = 0
    let code = posix_spawnp(&number, name, nil, &attributes, words, cdbus_environment())
    guard code == 0 else { throw .system(call: String(cString: name), errno: code) }
    return number
  }
}
