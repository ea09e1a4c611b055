import NightCore
import Testing

@Suite("Intent")
struct IntentTests {
  @Test("An empty intent decides nothing, and the Keeper defaults to the choice “system”")
  func registered() {
    #expect(Intent().decision == nil)
    #expect(Keeper(Intent(), at: .minute(0)).snapshot.appearance.choice == .system)
    #expect(Keeper(.chosen(.dark), at: .minute(0)).snapshot.appearance.choice == .dark)
  }

  @Test("A new choice in an intent ends any hold and keeps the intent's unknown members")
  func choose() {
    var intent = Intent.chosen(
      .light,
      hold: Hold(style: .dark, since: .minute(1), end: .minute(9))
    )
    intent.unknown = [.init(name: "later", value: .integer(1))]
    let edits: [IntentEdit] = [.choose(.schedule, .minute(2)), .choose(.dark, .minute(3))]
    var expected = Intent.chosen(.dark, since: .minute(3))
    expected.unknown = intent.unknown
    #expect(intent.applying(edits) == expected)
    #expect(intent.applying([]) == intent)
  }

  @Test("A hold has no effect from its end time on")
  func isOver() {
    let hold = Hold(style: .dark, since: .minute(1), end: .minute(5))
    #expect(!hold.isOver(at: .minute(4)))
    #expect(hold.isOver(at: .minute(5)))
    #expect(hold.isOver(at: .minute(6)))
  }
}
