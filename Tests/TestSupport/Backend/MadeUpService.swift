import Glibc
package import NightBus
import Synchronization

/// A program that owns a bus name, and sends fixed replies from a separate thread.
///
/// Because of the separate thread, a test can wait for a reply on its own thread.
package final class MadeUpService: Sendable {
  package struct Failed: Error {}

  package struct Answer: Sendable {
    let interface: InterfaceName
    let member: MemberName
    let inputs: [BusType]
    let values: [BusValue]?

    /// The reply to a call; if `values` is nil, the call gets no reply.
    package init(
      _ interface: InterfaceName,
      _ member: MemberName,
      _ inputs: [BusType] = [],
      _ values: [BusValue]?
    ) {
      self.interface = interface
      self.member = member
      self.inputs = inputs
      self.values = values
    }
  }

  /// Keeps the calls that get no reply.
  private final class Kept {
    var calls: [Call] = []
  }

  private let mailbox: Mailbox

  /// Starts the service, and returns when it owns the name.
  ///
  /// All replies of one interface belong to the methods of one object.
  package init(
    _ name: BusName,
    at path: ObjectPath,
    _ address: String,
    _ answers: [Answer]
  ) throws {
    let (reading, writing) = try Self.pipe()
    defer { close(reading) }
    let shared = Shared()
    guard
      Worker.start({
        Self.serve(name, path, address, answers) { mailbox in
          shared.mailbox.withLock { $0 = mailbox }
          var byte: UInt8 = 1
          _ = write(writing, &byte, 1)
        }
        close(writing)
      })
    else { throw Failed() }
    var byte: UInt8 = 0
    guard read(reading, &byte, 1) == 1, let mailbox = shared.mailbox.withLock({ $0 }) else {
      throw Failed()
    }
    self.mailbox = mailbox
  }

  deinit { end() }

  /// Disconnects from the bus.
  package func end() { mailbox.post { loop in loop.stop() } }

  private final class Shared: Sendable {
    let mailbox = Mutex<Mailbox?>(nil)
  }

  private static func pipe() throws(Failed) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Failed() }
    return (ends[0], ends[1])
  }

  private static func serve(
    _ name: BusName,
    _ path: ObjectPath,
    _ address: String,
    _ answers: [Answer],
    ready: (Mailbox) -> Void
  ) {
    guard let loop = try? Loop(), let connection = try? Connection(address: address) else { return }
    let kept = Kept()
    for interface in Set(answers.map(\.interface)) {
      let methods = answers.filter { $0.interface == interface }.map { answer in
        Method<Kept>(
          answer.member,
          answer.inputs.map { Argument("value", $0) },
          gives: (answer.values ?? []).map { Argument("value", $0.type) }
        ) { kept, call in
          if let values = answer.values { call.answer(values) } else { kept.calls.append(call) }
        }
      }
      connection.server.export(Interface<Kept>(interface, methods: methods), kept, at: path)
    }
    guard (try? connection.attach(to: loop)) != nil,
      (try? connection.request(name, milliseconds: 5_000)) == .owned
    else { return }
    ready(loop.mailbox)
    try? loop.run()
    connection.close()
  }
}
