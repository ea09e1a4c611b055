import NightBus
import Synchronization
import TestSupport
import Testing

/// A fake portal backend that reports a desktop's settings until this object is released.
final class MadeUpDesktop {
  private static let all = BusType.dictionary(.string, .dictionary(.string, .variant))
  private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  private static let namespace = "org.freedesktop.appearance"

  /// The settings, which the backend's thread reads and the test changes.
  private final class Settings: Sendable {
    let keys: Mutex<[(String, BusValue)]>
    /// The changes that have not been signalled yet.
    let changes = Mutex<[(String, BusValue)]>([])

    init(_ keys: [(String, BusValue)]) { self.keys = Mutex(keys) }
  }

  private let mailbox: Mailbox
  private let settings: Settings

  init(_ desk: Desk, _ name: String, _ keys: [(String, BusValue)]) throws {
    let address = desk.bus.address
    let opened = Handover<Mailbox>()
    let settings = Settings(keys)
    self.settings = settings
    _ = Worker.start {
      do throws(BusError) {
        let connection = try Connection(address: address)
        let loop = try Loop()
        let interface = Interface<Void>(
          "org.freedesktop.impl.portal.Settings",
          methods: [
            Method(
              "ReadAll",
              [Argument("namespaces", .array(.string))],
              gives: [Argument("all", Self.all)]
            ) {
              _,
              call in
              let keys = BusValue.options(settings.keys.withLock(\.self))
              let entry = BusValue.Entry(key: .string(Self.namespace), value: keys)
              call.answer([.dictionary(.string, .dictionary(.string, .variant), [entry])])
            }
          ]
        )
        connection.server.export(interface, (), at: Self.path)
        loop.onRing = {
          let changes = settings.changes.withLock { changes in
            defer { changes = [] }
            return changes
          }
          for (key, value) in changes {
            do throws(BusError) {
              try connection.send(
                Message.signal(
                  from: Self.path,
                  "org.freedesktop.impl.portal.Settings",
                  "SettingChanged",
                  [.string(Self.namespace), .string(key), .variant(value)]
                )
              )
            } catch {
              // If this signal cannot be sent, the daemon does not get the change, and so the test
              // fails.
            }
          }
        }
        guard let name = BusName("org.freedesktop.impl.portal.desktop." + name) else { return }
        _ = try connection.request(name, milliseconds: 10_000)
        try connection.attach(to: loop)
        opened.give(loop.mailbox)
        try loop.run()
        connection.close()
      } catch {
        opened.give(nil)
      }
    }
    mailbox = try #require(opened.take())
  }

  deinit { mailbox.post { $0.stop() } }

  /// Changes a setting and signals the change.
  func tell(_ key: String, _ value: BusValue) {
    settings.keys.withLock { keys in
      keys.removeAll { $0.0 == key }
      keys.append((key, value))
    }
    settings.changes.withLock { $0.append((key, value)) }
    mailbox.ring()
  }
}
