import NightBus
import TestSupport
import Testing

/// A made-up portal backend that offers a desktop's settings until this object is released.
final class MadeUpDesktop {
  private static let all = BusType.dictionary(.string, .dictionary(.string, .variant))
  private let mailbox: Mailbox

  init(_ desk: Desk, _ name: String, _ keys: [(String, BusValue)]) throws {
    let address = desk.bus.address
    let opened = Handover<Mailbox>()
    let keys = BusValue.options(keys)
    _ = Worker.start {
      do throws(BusError) {
        let connection = try Connection(address: address)
        let loop = try Loop()
        let settings = Interface<Void>(
          "org.freedesktop.impl.portal.Settings",
          methods: [
            Method(
              "ReadAll",
              [Argument("namespaces", .array(.string))],
              gives: [Argument("all", Self.all)]
            ) {
              _,
              call in
              let entry = BusValue.Entry(key: .string("org.freedesktop.appearance"), value: keys)
              call.answer([.dictionary(.string, .dictionary(.string, .variant), [entry])])
            }
          ]
        )
        connection.server.export(settings, (), at: "/org/freedesktop/portal/desktop")
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
}
