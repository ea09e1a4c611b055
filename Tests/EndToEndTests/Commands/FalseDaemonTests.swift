import NightBus
import TestSupport
import Testing

/// A program that owns nightd's name in place of nightd, and sends the replies that a test has
/// chosen.
private final class FalseDaemon {
  /// Replies to a call; the integer counts the calls so far.
  typealias Answer = @Sendable (Int, Call) -> Void

  private final class Asked {
    var count = 0
    let answer: Answer
    init(_ answer: @escaping Answer) { self.answer = answer }
  }

  private static let style = Interface<Asked>(
    "org.nightd.Night1.Style",
    methods: [
      Method(
        "Subscribe",
        [],
        gives: [
          Argument("style", .string), Argument("serial", .uint64),
          Argument("appearance", .dictionary(.string, .variant)),
        ]
      ) { asked, call in
        asked.count += 1
        asked.answer(asked.count, call)
      }
    ]
  )

  private let mailbox: Mailbox

  init(_ desk: Desk, _ answer: @escaping Answer) throws {
    let address = desk.bus.address
    let opened = Handover<Mailbox>()
    _ = Worker.start {
      do throws(BusError) {
        let connection = try Connection(address: address)
        let loop = try Loop()
        connection.server.export(Self.style, Asked(answer), at: Caller.object)
        _ = try connection.request(Caller.night, milliseconds: 10_000)
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

@Suite("A program that owns nightd's bus name but is not nightd")
struct FalseDaemonTests {
  private static let dark: [BusValue] = [.string("dark"), .uint64(7), .options([])]
  private static let refusal = Refusal("org.example.Error", "not now")

  @Test(
    "`nightctl watch` repeats a call that is refused, because the refusal may be from an impostor"
  )
  func askedAgain() throws {
    let desk = try Desk()
    let daemon = try FalseDaemon(desk) { number, call in
      number < 3 ? call.refuse(Self.refusal) : call.answer(Self.dark)
    }
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "dark")
    withExtendedLifetime(daemon) {}
  }

  @Test("If nightd refuses a call three times, `nightctl watch` prints the error and exits")
  func givenUp() throws {
    let desk = try Desk()
    let daemon = try FalseDaemon(desk) { _, call in call.refuse(Self.refusal) }
    let finished = try desk.nightctl("watch")
    #expect(finished.exit == .exited(1))
    #expect(finished.errors == "nightctl: not now\n")
    withExtendedLifetime(daemon) {}
  }

  @Test("`nightctl watch` replaces control characters in an error that the daemon sends")
  func controlCharacters() throws {
    let desk = try Desk()
    let daemon = try FalseDaemon(desk) { _, call in
      call.refuse(Refusal("org.example.Error", "\u{1B}[2Jgone"))
    }
    #expect(try desk.nightctl("watch").errors == "nightctl: \u{FFFD}[2Jgone\n")
    withExtendedLifetime(daemon) {}
  }
}
