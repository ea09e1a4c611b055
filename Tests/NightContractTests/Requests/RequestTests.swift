import NightBus
import NightContract
import NightCore
import Testing

@Suite("Requests")
struct RequestTests {
  @Test("A request states the types of its arguments and of its reply")
  func types() {
    let upcoming = Request.upcoming
    #expect(upcoming.arguments.list.map(\.name) == ["days"])
    #expect(upcoming.arguments.list.map(\.type) == [.uint32])
    #expect(upcoming.reply.list.map(\.name) == ["style", "changes"])
    #expect(upcoming.reply.list.map(\.type) == [.string, .array(.structure([.uint64, .string]))])
    #expect(Request.resume.arguments.list.isEmpty && Request.setFor.reply.list.isEmpty)
  }

  @Test("A request sends its arguments in order")
  func arguments() {
    let message = Request.read(.control).with(("org.example.Editor", "fade")).request
    #expect(message.interface == .control && message.member == "Read")
    #expect(message.arguments == [.string("org.example.Editor"), .string("fade")])
    #expect(Request.get.with(()).request.arguments == [])
  }

  @Test("A reply that the daemon writes is read back unchanged")
  func reply() throws {
    let values = Request.read(.control).reply
    let written = values.write((AnyPreference(.integer(300)), 7))
    #expect(written == [.variant(.int64(300)), .uint64(7)])
    let read = try values.read(written)
    #expect(read.0.value == .integer(300) && read.1 == 7)
  }

  @Test("A reply is rejected if it has a wrong type, an unknown style or too few values")
  func malformed() {
    let read = Request.next.reply.read
    #expect((try? read([.string("dark"), .uint64(1), .string("")])) != nil)
    #expect((try? read([.string("dusk"), .uint64(1), .string("")])) == nil)
    #expect((try? read([.string("dark"), .uint32(1), .string("")])) == nil)
    #expect((try? read([.string("dark"), .uint64(1)])) == nil)
  }

  @Test("If the store has no problem, a query for the store's problems gets an empty reply")
  func storeProblem() throws {
    let reply = Request.storeProblem.reply
    #expect(reply.write(nil) == [.options([])])
    #expect(try reply.read([.options([])]) == nil)
    let problem = StoreProblem(path: "/s", why: "/s is empty")
    #expect(try reply.read(reply.write(problem)) == problem)
    #expect(throws: Refusal.self) { try reply.read([.string("")]) }
  }

  @Test(
    "If a reply lists a theme for a slot that this version does not know, this slot is skipped"
  )
  func applicationThemes() throws {
    let reply = Request.applicationThemes.reply
    let themes = ["X": [ThemeSlot(.dark): "a", ThemeSlot(.light, isHigh: true): "b"]]
    let written = reply.write(ApplicationThemes(themes.map { ($0.key, $0.value) }))
    func slots(_ names: [(String, String)]) -> BusValue {
      .dictionary(
        .string,
        .string,
        names.map { .init(key: .string($0.0), value: .string($0.1)) }
      )
    }
    func one(_ names: [(String, String)]) -> [BusValue] {
      let entry = BusValue.Entry(key: .string("X"), value: slots(names))
      return [.dictionary(.string, .dictionary(.string, .string), [entry])]
    }
    #expect(written == one([("dark", "a"), ("light-high", "b")]))
    let read = try reply.read(one([("dark", "a"), ("sepia", "c"), ("light-high", "b")]))
    #expect(read.themes.map(\.application) == ["X"])
    #expect(read.themes.first?.themes == themes["X"])
    #expect(throws: Refusal.self) { try reply.read([slots([("X", "dark")])]) }
  }

  @Test("A reply may contain additional values from a newer daemon")
  func newer() throws {
    #expect(try Request.geoClue.reply.read([.string("off"), .uint32(1)]) == "off")
    try Request.setFor.reply.read([.uint64(1)])
  }
}
