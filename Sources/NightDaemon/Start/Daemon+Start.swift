import Glibc
import NightBus
import NightStore

/// Why the daemon did not start, in words.
struct StartFailure: Error {
  let words: String
}

extension Daemon {
  private static let nameMilliseconds = 10_000

  /// Everything up to the point where calls are served.
  static func start(_ setting: Setting, log: Log) throws(StartFailure) -> Daemon {
    // A file at its size limit and a reader that left are answers of write(2), not ends.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    do throws(BusError) {
      let loop = try Loop()
      // Told to end before all is made, the signal waits in its descriptor.
      let back = Back()
      let signals = try loop.signals([SIGTERM, SIGINT, SIGHUP]) { _ in back.daemon?.leave() }
      let connection = try Connection(address: setting.busAddress)
      // The name first: whoever has it alone may touch what an earlier daemon left on disk.
      // Calls that come meanwhile wait in the queue until the loop runs.
      try take(.nightd, on: connection)
      try connection.attach(to: loop)
      let service = try Service(
        on: connection,
        loop,
        IntentStore(folder: setting.places.stateFolder),
        clock: setting.clock,
        log: log
      )
      let daemon = Daemon(loop, connection, service, log: log)
      daemon.signals = signals
      back.daemon = daemon
      return daemon
    } catch {
      switch error {
      case .refused(let refusal) where refusal.name == takenName:
        throw StartFailure(words: refusal.message)
      default: throw StartFailure(words: "\(error)")
      }
    }
  }

  private final class Back { weak var daemon: Daemon? }

  private static let takenName: ErrorName = "org.nightd.Night1.Error.NameTaken"

  private static func take(_ name: BusName, on connection: Connection) throws(BusError) {
    switch try connection.request(name, milliseconds: nameMilliseconds) {
    case .owned: break
    case .taken(let process):
      let program = process.flatMap(programName)
      throw .refused(Refusal(takenName, Words.nameTaken(name, by: process, called: program)))
    }
  }

  /// For showing to people only: a process may call itself what it likes.
  private static func programName(_ process: UInt32) -> String? {
    let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let name = String(
      decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") },
      as: UTF8.self
    )
    return name
  }
}
