import Glibc
@testable import NightBus
@testable import NightDaemon
import NightStore
import TestSupport

/// Properties of a whole daemon that gets arbitrary calls.
///
/// The daemon runs on a separate thread, and this class acts as its bus. Each call must get one
/// reply, no other message may get a reply, and the daemon must survive.
final class Calls {
  private static let caller = ":1.7"
  private let bus: FalseBus
  private let home: TemporaryFolder
  private var daemon = pthread_t()

  init() throws {
    bus = try FalseBus()
    home = try TemporaryFolder()
    let folder = home.path
    guard let folders = StandardFolders(environment: { $0 == "XDG_STATE_HOME" ? folder : nil })
    else { throw Finding("the folders are unknown") }
    let configuration = RunConfiguration(
      busAddress: bus.address,
      systemBusAddress: bus.address,
      folders: folders,
      runtime: RuntimeFolder(parent: folder),
      zone: ZonePaths(),
      // A fuzz run must not start the machine's own gsettings.
      settingsBackend: "memory",
      clock: .system
    )
    let run = Unmanaged.passRetained(Run(configuration))
    pthread_create(
      &daemon,
      nil,
      { argument in
        if let argument { Unmanaged<Run>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      },
      run.toOpaque()
    )
    bus.greet()
    // The daemon opens a second connection, which serves the desktop portal.
    bus.greetSecond()
    try settle(Owed())
  }

  deinit {
    bus.hangUp()
    pthread_join(daemon, nil)
  }

  private final class Run {
    private let setting: RunConfiguration
    init(_ setting: RunConfiguration) { self.setting = setting }

    func run() { _ = try? Daemon.start(setting, log: Log { _, _ in }).run() }
  }

  /// If the bytes start like a message, reads them as messages; otherwise makes messages from them.
  func run(_ bytes: [UInt8]) throws(Finding) {
    var owed = Owed()
    if bytes.first == UInt8(ascii: "l") || bytes.first == UInt8(ascii: "B") {
      var rest = bytes
      while let length = Message.length(of: rest), rest.count >= length {
        if let message = Message.read(Array(rest.prefix(length))) { try pass(message, &owed) }
        rest.removeFirst(length)
      }
    } else {
      var source = ByteSource(bytes)
      for _ in 0..<8 where !source.isEmpty {
        if let message = source.message() { try pass(message, &owed) }
      }
    }
    try settle(owed)
  }

  private struct Owed {
    /// The serials of the calls that must still get a reply.
    var answers: Set<UInt32> = []
    var excused: Set<UInt32> = []
  }

  private func pass(_ message: consuming Message, _ owed: inout Owed) throws(Finding) {
    let isOwed = message.kind == .call && !message.wantsNoReply
    // libdbus itself answers every message with this interface, even if the message is no call.
    let isPeer = message.interface?.text == "org.freedesktop.DBus.Peer"
    let serial = try bus.send(message, from: Self.caller)
    if isOwed { owed.answers.insert(serial) } else if isPeer { owed.excused.insert(serial) }
  }

  /// Returns when all due replies have arrived and all earlier messages have been handled.
  private func settle(_ owed: Owed) throws(Finding) {
    guard
      let ping = try? Message.call(to: Known.daemon, at: "/", "org.freedesktop.DBus.Peer", "Ping")
    else { throw Finding("no memory") }
    var owed = owed
    owed.answers.insert(try bus.send(ping, from: Self.caller))
    while !owed.answers.isEmpty {
      try bus.receive { (message) throws(Finding) in
        switch message.kind {
        case .call: try answer(message)
        case .answer, .error:
          let number = message.replySerial
          guard owed.answers.remove(number) ?? owed.excused.remove(number) != nil else {
            throw Finding("an answer that nobody is owed: \(message.signature)")
          }
        case .signal, nil: break
        }
      }
    }
  }

  /// Replies with 1, which is the bus's reply to RequestName; for other calls, more replies follow.
  private func answer(_ call: borrowing Message) throws(Finding) {
    guard !call.wantsNoReply else { return }
    guard let answer = try? call.answer([.uint32(1)]) else { throw Finding("no memory") }
    try bus.send(answer, from: "org.freedesktop.DBus")
  }
}
