import NightBus
import NightContract
import NightCore
import Testing

@Suite("Arguments of requests")
struct ArgumentTests {
  @Test(
    "A style's duration is sent as options of the call `Set`, and is read back unchanged",
    arguments: [
      (nil, nil, []), (.always, .always, [("always", .boolean(true))]),
      (.seconds(60), .seconds(60), [("for", .uint64(60))]),
      (.until("sunrise"), .until("sunrise", .sun(.sunrise)), [("until", .string("sunrise"))]),
    ] as [(Term?, Term?, [(String, BusValue)])]
  )
  func terms(sent: Term?, received: Term?, options: [(String, BusValue)]) throws {
    let values = Request.set.arguments.write((.dark, sent))
    #expect(values == [.string("dark"), .options(options)])
    let (choice, term) = try Request.set.arguments.read(values)
    #expect(choice == .dark && term == received)
  }

  @Test("The end of a hold is accepted only if it has a form that the daemon can read")
  func held() throws {
    #expect(try Term.seconds(60).held() == .seconds(60))
    #expect(try Term.until("next", .next).held() == .next)
    #expect(throws: Refusal.self) { try Term.until("next").held() }
    #expect(throws: Refusal.self) { try Term.always.held() }
  }

  @Test("The options of the call `Write` are sent and read back unchanged")
  func write() throws {
    let edits = PreferenceEdits([PreferenceEdit(forgetting: "org.example.Editor")])
    for options in [WriteOptions(), WriteOptions(ifRevision: 7, dryRun: true)] {
      let values = Request.write.arguments.write((edits, options))
      let read = try Request.write.arguments.read(values)
      #expect(read.0.edits == edits.edits)
      #expect(read.1.revision == options.revision && read.1.isDryRun == options.isDryRun)
    }
  }

  @Test("If several arguments are malformed, the refusal mentions the first of them")
  func order() throws {
    func message(_ values: [BusValue]) -> String? {
      do throws(Refusal) { _ = try Request.setFor.arguments.read(values) } catch {
        return error.message
      }
      return nil
    }
    let noName = "an application's identifier must be a non-empty text without control characters"
    let noChoice = "“dusk” is not a choice for an application; expected light, dark or follow"
    #expect(message([.string(""), .string("dusk")]) == noName)
    #expect(message([.string("X"), .string("dusk")]) == noChoice)
    #expect(message([.string("X"), .string("dark")]) == nil)
  }

  @Test("A request states whether a client may safely repeat the request")
  func effects() {
    #expect(Request.get.effect == .reads && Request.check.effect == .reads)
    #expect(Request.set.effect == .changes && Request.write.effect == .changes)
    // Neither a toggle nor an inhibition may be sent twice, because two toggles cancel out, and two
    // inhibitions need two releases.
    #expect(Request.toggle.effect == .changesOnce && Request.inhibit.effect == .changesOnce)
  }
}
