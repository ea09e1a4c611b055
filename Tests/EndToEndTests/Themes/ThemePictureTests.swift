import NightBus
import TestSupport
import Testing

/// The images of a theme in use.
@Suite("Images of a theme in use")
struct ThemePictureTests {
  private static let folder = ".local/share/nightd/themes/pic"
  private let desk: Desk
  private let daemon: Program
  private let watch: Program

  init() throws {
    desk = try Desk()
    try desk.home.write(
      "{ style: 'dark', images: { a: 'a.png' } }",
      to: "\(Self.folder)/theme.json5"
    )
    try desk.home.write("one", to: "\(Self.folder)/a.png")
    daemon = try desk.startDaemon()
    try desk.set("pic")
    watch = try desk.start("watch", "--json")
  }

  private func digest() throws -> String {
    let line = try watch.nextLine()
    #expect(line.contains(#""theme":"pic""#), "\(line)")
    return try #require(line.firstMatch(of: /"theme-digest":"([^"]+)"/).map { String($0.1) })
  }

  private func put(_ text: String, _ name: String) throws {
    try desk.home.write(text, to: "\(Self.folder)/.new")
    let path = desk.home.file(Self.folder)
    try #require(try desk.run("mv", "\(path)/.new", "\(path)/\(name)").exit == .exited(0))
  }

  @Test(
    "The daemon signals each edit, removal or return of a theme's image, and each new scale"
  )
  func followed() throws {
    var digests = [try digest()]
    try put("two", "a.png")
    digests.append(try digest())
    try put("finer", "a@2x.png")
    digests.append(try digest())
    #expect(Set(digests).count == 3)
    let path = desk.home.file("\(Self.folder)/a.png")
    try #require(try desk.run("rm", path).exit == .exited(0))
    while try !daemon.nextErrorLine().hasSuffix("there is no file “a.png” in the theme's folder") {}
    #expect(try desk.printed("status").contains("\nbroken   "))
    // watch printed nothing for the missing image, since the earlier version of the theme stays in
    // use.
    try put("three", "a.png")
    digests.append(try digest())
    #expect(Set(digests).count == 4)
    #expect(try !desk.printed("status").contains("broken"))
  }

  @Test("If a theme's image is missing, the theme is used as soon as the image appears")
  func late() throws {
    let first = try digest()
    try desk.home.write(
      "{ style: 'dark', images: { a: 'img/b.png' } }",
      to: "\(Self.folder)/theme.json5"
    )
    while try !daemon.nextErrorLine().contains("there is no file “img/b.png”") {}
    try desk.home.write("new", to: "\(Self.folder)/img/b.png")
    #expect(try digest() != first)
    #expect(try !desk.printed("status").contains("broken"))
  }

  @Test("The daemon sends a signal if a folder with a listed theme is added, changed or removed")
  func listed() throws {
    let changes = try Changes(desk)
    func isListed(_ words: String) throws -> Bool {
      try desk.printed("theme", "list").contains(words)
    }
    #expect(try !isListed("Chalk"))
    try put("{ style: 'dark', description: 'Chalk', images: { a: 'a.png' } }", "theme.json5")
    repeat { try changes.next() } while try !isListed("Chalk")
    // The theme's folder is still empty.
    let late = ".local/share/nightd/themes/late"
    _ = try desk.home.makeFolder(late)
    try changes.next()
    try desk.home.write("{ style: 'light', description: 'Tardy' }", to: "\(late)/theme.json5")
    repeat { try changes.next() } while try !isListed("Tardy")
    try #require(try desk.run("rm", "-r", desk.home.file(late)).exit == .exited(0))
    repeat { try changes.next() } while try isListed("Tardy")
  }
}

/// Receives the signals about changes of the list of themes.
private final class Changes {
  private struct NoneCame: Error {}

  private let connection: Connection
  private let loop: Loop
  private var subscription: Subscription?
  private var count = 0

  init(_ desk: Desk) throws {
    connection = try Connection(address: desk.bus.address)
    loop = try Loop()
    let caller = try Caller(desk)
    let owner = try caller.askBus("GetNameOwner", [.string(Caller.night.text)]).first?.asString
    let name = try #require(owner.flatMap { BusName($0) })
    let rule = MatchRule(path: Caller.object, interface: .themes, member: "Changed")
    subscription = try connection.subscribe(rule, fromUnique: name) { [unowned self] _ in
      count += 1
      loop.stop()
    }
    // Once the bus has answered this call, it has added the match rule.
    let message = try Message.call(to: .bus, at: .bus, .bus, "GetId")
    _ = try connection.callAndWait(message, milliseconds: 10_000)
    try connection.attach(to: loop)
  }

  func next() throws {
    let limit = loop.timer { [loop] in loop.stop() }
    limit.set(milliseconds: 10_000)
    if count == 0 { try loop.run() }
    guard count > 0 else { throw NoneCame() }
    count -= 1
  }
}
