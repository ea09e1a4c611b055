import NightBus
import NightContract
import NightCore
import Testing

@Suite("The reply of Why")
struct ExplanationTests {
  private static let time = Instant(microseconds: 1_795_277_100_000_000)

  private static var full: Explanation {
    var appearance = Appearance(
      style: .dark,
      choice: .schedule,
      isChosen: true,
      reason: .schedule,
      since: time
    )
    appearance.theme = "sea"
    var explanation = Explanation(Snapshot(serial: 7, appearance: appearance))
    explanation.store = "/s"
    explanation.storeProblem = StoreProblem(path: "/s", why: "/s is empty")
    explanation.choice = [LayerRow(.set, isOwn: false), LayerRow(.registered, isOwn: false)]
    explanation.findings = [PreferenceFinding(.broken, in: "f", "m")]
    explanation.themeMistakes = ["/t:1:2: expected a colour"]
    explanation.schedule = ScheduleSection(
      rules: ["dark sunset", "light sunrise"],
      causes: ["dark sunset"],
      usesSun: false,
      planned: .dark
    )
    explanation.place = PlaceSection(
      .set,
      Place(latitude: 52.5, longitude: -13.25),
      zone: "Europe/Berlin",
      layer: .user,
      file: "/c:1:2",
      geoClue: "off"
    )
    explanation.desktop = DesktopView(report: DesktopReport(source: "kde"), isIgnored: true)
    explanation.sources = ["kde", "gsettings"]
    explanation.inhibitors = [Inhibitor(application: "a", why: "b", since: time)]
    let change = HistoryEntry(
      time: time,
      style: .dark,
      theme: "sea",
      reason: .schedule,
      origin: .desktop
    )
    explanation.beginning = change
    explanation.lastChange = change
    return explanation
  }

  private func members(_ explanation: Explanation) -> [BusValue.Entry] {
    guard case .dictionary(_, _, let entries) = explanation.bus else { return [] }
    return entries
  }

  /// A complete reply in which one key has been changed or removed.
  private func reply(_ name: String, _ value: BusValue?) -> Explanation? {
    let others = members(Self.full).filter { $0.key != .string(name) }
    let new = value.map { [BusValue.Entry(key: .string(name), value: .variant($0))] } ?? []
    return Explanation(.dictionary(.string, .variant, others + new))
  }

  @Test("A reply of `Why` is unchanged after it is sent and read")
  func bothWays() throws {
    let reply = Request.why.reply
    #expect(reply.list.map(\.type) == [.dictionary(.string, .variant)])
    #expect(try reply.read(reply.write(Self.full)) == Self.full)
    let least = Explanation(Snapshot(serial: 1, appearance: .blank))
    #expect(try reply.read(reply.write(least)) == least)
    #expect(!members(least).contains { $0.key == .string("schedule") })
  }

  @Test("The facts in a reply of `Why` have the same names in JSON and on the bus")
  func json() {
    #expect(Self.full.json.map(\.name) == members(Self.full).compactMap(\.key.asString))
    let place =
      #"{"zone":"Europe/Berlin","from":"set","latitude":52.5,"longitude":-13.25,"geoclue":"off","#
    let text = JSON.object(Self.full.json).text(pretty: false)
    #expect(text.contains(#""place":"# + place + #""layer":"user","file":"/c:1:2"}"#))
    #expect(text.contains(#""sources":["kde","gsettings"]"#))
    #expect(text.contains(#""inhibitors":[{"app":"a""#))
  }

  @Test("If a newer daemon sends unknown values in a reply of `Why`, they are ignored")
  func newer() {
    #expect(reply("moon", .uint32(1)) == Self.full)
    var entries = members(Self.full)
    entries = entries.map { entry in
      guard case .variant(.dictionary(_, _, let inner)) = entry.value else { return entry }
      let more = [BusValue.Entry(key: .string("newer"), value: .variant(.boolean(true)))]
      let value = BusValue.variant(.dictionary(.string, .variant, inner + more))
      return BusValue.Entry(key: entry.key, value: value)
    }
    #expect(Explanation(.dictionary(.string, .variant, entries)) == Self.full)
    let unknown = BusValue.options([("layer", .string("cloud"))])
    let rows = BusValue.array(.dictionary(.string, .variant), [unknown, Self.full.choice[1].bus])
    #expect(reply("choice", rows)?.choice == [Self.full.choice[1]])
  }

  @Test(
    "A reply of `Why` without a required section is rejected; other malformed sections are left out"
  )
  func malformed() {
    for name in ["style", "serial", "appearance", "desktop"] {
      #expect(reply(name, nil) == nil, "\(name)")
      #expect(reply(name, .structure([.string("x")])) == nil, "\(name)")
    }
    #expect(reply("schedule", .string("x"))?.schedule == nil)
    #expect(reply("schedule", .options([("planned", .string("dark"))]))?.schedule == nil)
    #expect(reply("sources", .array(.uint32, [.uint32(1)]))?.sources == [])
    #expect(reply("inhibitors", .strings(["x"]))?.inhibitors == [])
    #expect(reply("choice", .uint32(1))?.choice == [])
    #expect(reply("last-change", .options([]))?.lastChange == nil)
    let place = BusValue.options([
      ("from", .string("set")), ("latitude", .double(91)), ("longitude", .double(0)),
    ])
    #expect(reply("place", place)?.place == PlaceSection(.set, nil))
    let half = BusValue.options([("from", .string("set")), ("latitude", .double(.nan))])
    #expect(reply("place", half)?.place == PlaceSection(.set, nil))
  }

  @Test("If a reply of `Why` has more records than a daemon may send, the surplus is not read")
  func most() {
    let rows = Array(repeating: Self.full.inhibitors[0].bus, count: 5_000)
    let many = reply("inhibitors", .array(.dictionary(.string, .variant), rows))
    #expect(many?.inhibitors.count == 4_096)
  }

  @Test("An appearance without a theme gets the built-in theme of its style")
  func theme() {
    #expect(reply("appearance", .options([]))?.appearance.theme == "midnight")
  }
}
