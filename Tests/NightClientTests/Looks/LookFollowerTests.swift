import NightBus
import NightClient
import NightCore
import TestSupport
import Testing

@Suite("Following looks")
struct LookFollowerTests {
  @Test("a theme that is given again as it was is the one that was given before")
  func same() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let runner = try Runner()
    let connection = try Client(address: desk.bus.address).connect()
    try connection.attach(to: runner.loop)
    var looks: [(subject: Subject, look: Look)] = []
    let follower = try LookFollower(on: connection, runner.loop, .forbidden) { news in
      guard case .look(let subject, let look) = news else { return }
      looks.append((subject, look))
      runner.done()
    }
    for subject in [Subject.desktop, .style(.light), .style(.dark)] { follower.follow(subject) }
    while looks.count < 3 { try runner.run() }
    for style in ["dark", "light", "dark"] {
      let known = looks.count
      _ = try desk.nightctl("set", style)
      while looks.count == known { try runner.run() }
      let worn = try #require(looks.last)
      #expect(worn.subject == .desktop)
      let pinned = try #require(looks.first { $0.subject == .style(worn.look.theme.theme.style) })
      #expect(worn.look.theme === pinned.look.theme, "\(style)")
    }
    #expect(looks.count == 6)
    #expect(daemon.exit == nil)
    withExtendedLifetime(follower) {}
  }
}
