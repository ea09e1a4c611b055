import NightBus
import TestSupport
import Testing

@Suite("Themes on the bus")
struct ThemeBusTests {
  private static let folder = ".local/share/nightd/themes"
  private let desk: Desk
  private let home: TemporaryFolder

  init() throws {
    desk = try Desk()
    home = desk.home
  }

  private func put(_ name: String, _ json: String) throws {
    // The file is replaced in one step, as editors and importers do.
    try home.write(json, to: "\(Self.folder)/.\(name).new")
    let path = home.file(Self.folder)
    try #require(try desk.run("mv", "\(path)/.\(name).new", "\(path)/\(name)").exit == .exited(0))
  }

  private func members(_ value: BusValue?) -> Members? { value?.asOptions }

  private func rows(_ value: BusValue?) -> [Members] {
    guard case .array(_, let rows)? = value else { return [] }
    return rows.compactMap(\.asOptions)
  }

  private func use(_ caller: Caller, _ name: String) throws -> Result<[BusValue], Refusal> {
    try caller.call(.control, "UseTheme", [.string(name), .options([])])
  }

  private func appearance(_ caller: Caller) throws -> Members? {
    members(try caller.call(.style, "Get").get().last)
  }

  @Test("A theme can be listed, chosen by name, and resolved with everything that it inherits")
  func used() throws {
    try put("evening.json5", "{style:'dark', palette:{ink:'#102030'}, colors:{surface:'@ink'}}")
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    let listed = rows(try caller.call(.themes, "List").get().first)
    #expect(
      listed.map { $0["name"]?.asString } == [
        "daylight", "midnight", "daylight-high", "midnight-high", "night-vision", "evening",
      ]
    )
    #expect(listed.last?["origin"] == .string("user"))
    #expect(listed.last?["in-use"] == .boolean(false))
    // The theme is found although the case of its name differs.
    #expect(try use(caller, "Evening").get().first == .string("dark"))
    let appearance = try appearance(caller)
    #expect(appearance?["theme"] == .string("evening"))
    #expect(appearance?["theme-digest"]?.asString?.utf8.count == 32)
    let answer = try caller.call(.themes, "Resolve", [.string("")]).get()
    #expect(members(answer.first)?["digest"] == appearance?["theme-digest"])
    #expect(members(answer.first)?["ancestors"] == .strings(["midnight"]))
    let surface = rows(answer.last).first { $0["name"] == .string("surface") }
    #expect(surface?["text"] == .string("#102030"))
    let parts = [16.0 / 255, 32.0 / 255, 48.0 / 255, 1].map(BusValue.double)
    #expect(surface?["value"] == .structure(parts))
    let link = rows(answer.last).first { $0["name"] == .string("link") }
    #expect(link?["from"] == .string("midnight"))
    _ = try desk.end(daemon)
    let next = try desk.startDaemon()
    #expect(try self.appearance(Caller(desk)) == appearance)
    _ = try desk.end(next)
  }

  @Test("`Describe` returns the theme of the given style, even while the other style is in effect")
  func ofStyles() throws {
    try put("evening.json5", "{style:'dark', colors:{surface:'#102030'}}")
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    func name(_ word: String) throws -> String? {
      members(try caller.call(.themes, "Describe", [.string(word)]).get().first)?["name"]?.asString
    }
    #expect(try name("dark") == "midnight")
    #expect(try name("light") == "daylight")
    _ = try use(caller, "evening").get()
    #expect(try name("dark") == "evening")
    _ = try caller.set("light").get()
    #expect(try name("dark") == "evening")
    #expect(try name("light") == "daylight")
    _ = try desk.nightctl("contrast", "high")
    #expect(try name("dark") == "midnight-high")
    #expect(try name("light") == "daylight-high")
    _ = try desk.end(daemon)
  }

  @Test(
    "An edit of a theme is signalled once; if it breaks the theme, the last version stays in use"
  )
  func live() throws {
    try put("evening.json5", "{style:'dark', parent:'base', colors:{surface:'#111'}}")
    try put("base.json5", "{style:'dark', colors:{link:'#222'}}")
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    _ = try use(caller, "evening").get()
    let watch = try desk.start("watch", "--json")
    func line() throws -> String { try watch.nextLine() }
    func mistakes() throws -> [String] {
      let words = [BusValue.string("org.nightd.Night1.Themes"), .string("Mistakes")]
      let properties: InterfaceName = "org.freedesktop.DBus.Properties"
      guard case .variant(let value)? = try caller.call(properties, "Get", words).get().first else {
        return []
      }
      return value.asStrings ?? []
    }
    let first = try line()
    #expect(first.contains(#""theme":"evening""#), "\(first)")
    try put("evening.json5", "{style:'dark', parent:'base', colors:{surface:'#112'}}")
    let second = try line()
    #expect(second.contains(#""theme":"evening""#))
    #expect(second != first)
    // Once the theme is used, the daemon also follows the theme's parent.
    try put("base.json5", "{style:'dark', colors:{link:'#223'}}")
    let third = try line()
    #expect(third != second)
    try put("evening.json5", "{style:'dark', parent:'base', colors:{surface:'#11'}}")
    while try !daemon.nextErrorLine().contains("evening.json5:1:") {}
    let path = home.file(Self.folder) + "/evening.json5"
    #expect(try mistakes().first?.hasPrefix("\(path):1:") == true)
    let answer = try caller.call(.themes, "Describe", [.string("")]).get()
    #expect(members(answer.first)?["name"] == .string("evening"))
    try put("evening.json5", "{style:'dark', parent:'base', colors:{surface:'#113'}}")
    let fourth = try line()
    #expect(fourth.contains(#""theme":"evening""#))
    #expect(try mistakes() == [])
    try #require(try desk.run("rm", path).exit == .exited(0))
    let fifth = try line()
    #expect(fifth.contains(#""theme":"midnight""#), "\(fifth)")
    #expect(try desk.nightctl("prefs", "read", "theme.dark").output == "evening\n")
    try put("evening.json5", "{style:'dark', colors:{surface:'#114'}}")
    #expect(try line().contains(#""theme":"evening""#))
    _ = try desk.end(daemon)
  }

  @Test("`Resolve` returns one file for each scale of an image in a theme")
  func images() throws {
    let folder = "\(Self.folder)/paper"
    try home.write("{style:'light', images:{logo:'img/logo.png'}}", to: "\(folder)/theme.json5")
    try home.write("1", to: "\(folder)/img/logo.png")
    try home.write("2", to: "\(folder)/img/logo@2x.png")
    let daemon = try desk.startDaemon()
    let answer = try Caller(desk).call(.themes, "Resolve", [.string("paper")]).get()
    let logo = rows(answer.last).first { $0["kind"] == .string("image") }
    let path = home.file(folder) + "/img/logo"
    func picture(_ scale: UInt32, _ file: String) -> BusValue {
      .structure([.string("normal"), .uint32(scale), .string(file)])
    }
    let pictures = [picture(1, path + ".png"), picture(2, path + "@2x.png")]
    let type = BusType.structure([.string, .uint32, .string])
    #expect(logo?["value"] == .array(type, pictures))
    _ = try desk.end(daemon)
  }

  @Test(
    "A broken or unknown theme is refused with the reason and its position, and nothing changes"
  )
  func refused() throws {
    try put("broken.json5", "{style:'dark',\n colors:{a:'@none'}}")
    try put("twice.json5", "{style:'dark'}")
    try home.write("{style:'dark'}", to: "\(Self.folder)/twice/theme.json5")
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    let before = try caller.call(.style, "Get").get()
    let path = home.file(Self.folder)
    let broken = "the theme “broken” cannot be used: \(path)/broken.json5:2:12: "
    let twice = "the theme “twice” cannot be used: \(path)/twice.json5: it exists twice: "
    let cases: [(String, String, String)] = [
      ("broken", "BrokenTheme", broken + "the palette has no colour “none”"),
      ("twice", "BrokenTheme", twice + "the folder twice beside it also has this theme"),
      ("evning", "UnknownTheme", "there is no theme “evning”"),
      ("", "UnknownTheme", "there is no theme “”"),
    ]
    for (name, error, sentence) in cases {
      guard case .failure(let refusal) = try use(caller, name) else {
        Issue.record("\(name) was not refused")
        continue
      }
      #expect(refusal.name.text == "org.nightd.Night1.Error.\(error)")
      #expect(refusal.message == sentence)
    }
    #expect(try caller.call(.style, "Get").get() == before)
    _ = try desk.end(daemon)
  }
}
