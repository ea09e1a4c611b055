import Glibc
import NightBus
import NightContract
import NightCore
import NightStore

/// Why the daemon did not start, in words.
struct StartFailure: Error {
  let words: String
  var exitCode = ExitCode.fault

  init(_ words: String) { self.words = words }
  init(_ error: BusError) { words = "\(error)" }

  fileprivate init(taken name: BusName, by process: UInt32?) {
    words = Messages.nameTaken(name, by: process, called: process.flatMap(ProgramName.of))
    exitCode = ExitCode.alreadyRunning
  }
}

extension Daemon {
  private static let nameMilliseconds = 10_000

  /// Everything up to the point where calls are served.
  static func start(_ setting: Setting, log: Log) throws(StartFailure) -> Daemon {
    // A file at its size limit and a reader that left are answers of write(2), not ends.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    let connection = try connect(to: setting.busAddress)
    do throws(BusError) {
      let loop = try Loop()
      let back = Back()
      let signals = try loop.signals([SIGTERM, SIGINT, SIGHUP]) { _ in back.daemon?.leave() }
      try connection.attach(to: loop)
      let (core, portal) = try makeParts(on: connection, loop, setting, log: log)
      let daemon = Daemon(loop, connection, core, portal, log: log)
      daemon.signals = signals
      back.daemon = daemon
      return daemon
    } catch {
      throw StartFailure(error)
    }
  }

  /// The name comes first: whoever has it alone may touch what an earlier daemon left on disk.
  ///
  /// Calls that come meanwhile wait in the queue until the loop runs.
  private static func connect(to address: String) throws(StartFailure) -> Connection {
    let connection: Connection
    let request: Connection.NameRequest
    do throws(BusError) {
      connection = try Connection(address: address)
      request = try connection.request(.nightd, milliseconds: nameMilliseconds)
    } catch {
      throw StartFailure(error)
    }
    if case .taken(let process) = request { throw StartFailure(taken: .nightd, by: process) }
    return connection
  }

  private final class Back { weak var daemon: Daemon? }
}
