import Glibc
import NightBus
import TestSupport
import Testing

@Suite("File descriptors in messages")
struct DescriptorTests {
  /// A service that writes its second argument to the file descriptor in its first argument.
  private static let taker = """
    import os, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    class Taker(dbus.service.Object):
        @dbus.service.method('org.example.Taker', in_signature='a(sv)s', out_signature='s')
        def Take(self, members, text):
            number = members[0][1].take()
            os.write(number, text.encode())
            os.close(number)
            return members[0][0]
    bus = dbus.SessionBus()
    name = dbus.service.BusName('org.example.Taker', bus)
    taker = Taker(bus, '/')
    print('ready', flush=True)
    GLib.MainLoop().run()
    """

  private static func call(_ number: Int32, to name: BusName) throws -> Message {
    let member = BusValue.structure([.string("first"), .variant(.fileDescriptor(number))])
    return try .call(
      to: name,
      at: "/",
      "org.example.Taker",
      "Take",
      [.array(member.type, [member]), .string("hello")]
    )
  }

  @Test("The receiver gets a descriptor even if the sender closes it right after making the call")
  func sent() throws {
    let bench = try Bench()
    let taker = try Program.start(
      "/usr/bin/python3",
      ["-c", Self.taker],
      environment: try bench.bus.environment()
    )
    #expect(try taker.nextLine() == "ready")
    let client = try bench.connect()
    var pipe = try NightBus.Pipe()
    let writing = pipe.writing?.number ?? -1
    let call = try Self.call(writing, to: "org.example.Taker")
    pipe.writing = nil
    #expect(try bench.call(client, call) == [.string("first")])
    #expect(pipe.reading?.readSome(most: 100) == Array("hello".utf8))
    var end = pollfd(fd: pipe.reading?.number ?? -1, events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 10_000) == 1)
    #expect(pipe.reading?.readSome(most: 100) == [], "nobody holds the other end")
  }

  @Test("A file descriptor in a message is refused, and so is the type h in a signature")
  func received() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    #expect(throws: BusError.self) {
      try bench.call("Echo", of: service, from: client, [.variant(.fileDescriptor(0))])
    }
    #expect(throws: BusError.self) { try Signature(checking: "h") }
  }

  @Test("A number that is not an open file descriptor cannot be added to a message")
  func closed() throws {
    #expect(throws: BusError.self) { _ = try Self.call(-1, to: "org.example.Taker") }
    #expect(throws: BusError.self) { _ = try Self.call(9_999, to: "org.example.Taker") }
  }
}
