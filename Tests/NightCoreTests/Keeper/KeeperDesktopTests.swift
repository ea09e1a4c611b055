import NightCore
import Testing

@Suite("Keeper: desktop")
struct KeeperDesktopTests {
  private static let dark = DesktopReport(source: "gtk", style: .dark)
  private static let light = DesktopReport(source: "gtk", style: .light)
  private static let none = DesktopReport(source: "gtk")

  private static func keeper(_ choice: Choice?, hold: Hold? = nil) -> Keeper {
    let intent = choice.map { Intent.chosen($0, hold: hold) } ?? Intent()
    return Keeper(intent, at: .minute(0), surroundings: { Surroundings(zone: .utc) })
  }

  @Test(
    "With the choice “system”, the style is the one that the desktop reports",
    arguments: [
      (dark, Style.dark, Reason.system, DesktopWord.dark), (light, .light, .system, .light),
      (none, .light, .system, DesktopWord.none), (nil, .light, .fallback, nil),
    ] as [(DesktopReport?, Style, Reason, DesktopWord?)]
  )
  func follows(_ report: DesktopReport?, _ style: Style, _ reason: Reason, _ word: DesktopWord?) {
    for choice in [nil, Choice.system] {
      var keeper = Self.keeper(choice)
      _ = keeper.handle(.desktop(report), at: .minute(1))
      let shown = keeper.snapshot.appearance
      #expect(shown.style == style && shown.reason == reason && shown.desktop == word)
      #expect(shown.since == (report == nil ? .minute(0) : .minute(1)))
    }
  }

  @Test(
    "If the desktop's source goes away, the style becomes the fallback light, and nothing is stored"
  )
  func goes() {
    var keeper = Self.keeper(.system)
    #expect(summary(keeper.handle(.desktop(Self.dark), at: .minute(1))).contains("style dark"))
    let effects = keeper.handle(.desktop(nil), at: .minute(2))
    #expect(summary(effects).contains("style light"))
    #expect(!keeper.isBusy && keeper.snapshot.appearance.reason == .fallback)
  }

  @Test("If the desktop reports the same style again, the Keeper does nothing")
  func same() {
    var keeper = Self.keeper(.system)
    _ = keeper.handle(.desktop(Self.dark), at: .minute(1))
    #expect(keeper.handle(.desktop(Self.dark), at: .minute(2)).isEmpty)
    #expect(keeper.snapshot.appearance.since == .minute(1))
  }

  @Test(
    "If the choice is “system”, a style that a person sets becomes the new choice",
    arguments: Style.allCases
  )
  func chooses(style: Style) {
    for choice in [nil, Choice.system] {
      var keeper = Self.keeper(choice)
      _ = keeper.handle(.desktop(Self.light), at: .minute(1))
      let edits = [IntentEdit.choose(Choice(style), .minute(2))]
      #expect(keeper.handle(.asked(.style(style), ReplyID(1)), at: .minute(2)) == [.commit(edits)])
      _ = keeper.succeed(edits, at: .minute(2))
      #expect(keeper.snapshot.appearance.reason == .choice)
      #expect(keeper.snapshot.appearance.style == style)
    }
  }

  @Test("If a person sets a style before the desktop's first report, this style becomes the choice")
  func early() {
    var keeper = Keeper(Intent(), isDesktopKnown: false, at: .minute(0))
    #expect(keeper.awaitsDesktop)
    let edits = [IntentEdit.choose(.dark, .minute(1))]
    #expect(keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(1)) == [.commit(edits)])
    _ = keeper.succeed(edits, at: .minute(1))
    _ = keeper.handle(.desktop(Self.light), at: .minute(2))
    #expect(keeper.snapshot.appearance.style == .dark && !keeper.isBusy)
  }

  @Test("With the choice “system”, a style cannot be held until the next scheduled change")
  func noNext() {
    var keeper = Self.keeper(.system)
    _ = keeper.handle(.desktop(Self.light), at: .minute(1))
    let effects = keeper.handle(.asked(.style(.dark, until: .next), ReplyID(1)), at: .minute(2))
    #expect(
      effects == [
        .refuse(
          ReplyID(1),
          .invalidValue,
          "no automatic change is due, so there is no next time"
        )
      ]
    )
  }

  @Test(
    "With the choice “system”, a flip of the desktop's switch to the other style ends a hold"
  )
  func endsHold() {
    let hold = Hold(style: .dark, since: .minute(0), end: .minute(90))
    var keeper = Self.keeper(.system, hold: hold)
    _ = keeper.handle(.desktop(Self.none), at: .minute(1))
    #expect(keeper.snapshot.appearance.style == .dark)
    // The switch moves to the style that is held, so the hold stays in force.
    _ = keeper.handle(.desktop(Self.dark), at: .minute(2))
    #expect(!keeper.isBusy && keeper.snapshot.appearance.reason == .hold)
    let effects = keeper.handle(.desktop(Self.light), at: .minute(3))
    #expect(effects.contains(.commit([.hold(nil)])))
    _ = keeper.succeed([.hold(nil)], at: .minute(3))
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(keeper.asker(of: keeper.snapshot.serial) == .desktop)
  }

  @Test("Despite an inhibitor, the desktop's first report takes effect, but later reports wait")
  func keptEarly() {
    var keeper = Keeper(Intent(), isDesktopKnown: false, at: .minute(0))
    _ = keeper.handle(.inhibited(true), at: .minute(0))
    _ = keeper.handle(.desktop(Self.dark), at: .minute(1))
    #expect(keeper.snapshot.appearance.style == .dark)
    _ = keeper.handle(.desktop(Self.light), at: .minute(2))
    #expect(keeper.snapshot.appearance.style == .dark)
  }

  @Test("If light or dark is chosen, a flip of the desktop's switch becomes the new choice")
  func speaks() {
    var keeper = Self.keeper(.light)
    // The Keeper remembers the first message from the desktop, but does not take it as a choice.
    #expect(
      summary(keeper.handle(.desktop(Self.light), at: .minute(1))) == [
        "properties Appearance", "desktop",
      ]
    )
    let effects = keeper.handle(.desktop(Self.dark), at: .minute(2))
    let decision = Intent.Decision(choice: .dark, since: .minute(2), isByDesktop: true)
    #expect(effects.contains(.commit([.choose(decision)])))
    _ = keeper.succeed([.choose(decision)], at: .minute(2))
    #expect(keeper.snapshot.appearance.isByDesktop)
    #expect(keeper.asker(of: keeper.snapshot.serial) == .desktop)
    #expect(keeper.snapshot.appearance.style == .dark)
  }

  @Test("While the schedule decides, a flip of the desktop's switch is held until the next change")
  func speaksToSchedule() throws {
    var keeper = Self.keeper(.schedule)
    let shown = keeper.snapshot.appearance
    let style = shown.style
    _ = keeper.handle(.desktop(.init(source: "gtk", style: style)), at: .minute(1))
    let other = DesktopReport(source: "gtk", style: style.opposite)
    let next = try #require(shown.next)
    let hold = Hold(style: style.opposite, since: .minute(2), end: next, isByDesktop: true)
    #expect(keeper.handle(.desktop(other), at: .minute(2)).contains(.commit([.hold(hold)])))
    _ = keeper.succeed([.hold(hold)], at: .minute(2))
    #expect(keeper.snapshot.appearance.isByDesktop)
    // If the switch then flips back, the hold ends.
    let back = keeper.handle(.desktop(.init(source: "gtk", style: style)), at: .minute(3))
    #expect(back.contains(.commit([.hold(nil)])))
  }

  @Test(
    "A desktop's report changes no choice if it is the first, has a new source or equals the style",
    arguments: [
      [nil, dark], [DesktopReport(source: "kde", style: .light), dark], [light, nil, light],
      [none, light], [light, none], [dark, light],
    ] as [[DesktopReport?]]
  )
  func silent(_ reports: [DesktopReport?]) {
    var keeper = Self.keeper(.light)
    for report in reports { _ = keeper.handle(.desktop(report), at: .minute(1)) }
    #expect(!keeper.isBusy)
    #expect(keeper.snapshot.appearance.style == .light)
  }

  @Test("A lock on the choice also applies to the desktop's switch")
  func locked() {
    let layers = Layers.made([(config: "{choice: 'light'}", locks: "choice")])
    var keeper = Keeper(.chosen(.light), layers, at: .minute(0))
    _ = keeper.handle(.desktop(Self.light), at: .minute(1))
    _ = keeper.handle(.desktop(Self.dark), at: .minute(2))
    #expect(!keeper.isBusy && keeper.snapshot.appearance.style == .light)
  }

  @Test(
    "A flip of the desktop's switch while its source is away takes effect when the source returns"
  )
  func away() {
    var keeper = Self.keeper(.light)
    for report in [Self.light, nil, Self.dark] {
      _ = keeper.handle(.desktop(report), at: .minute(1))
    }
    #expect(keeper.isBusy)
  }

  @Test("If the desktop's switch changes from “no preference” to light, light becomes the choice")
  func fromNone() {
    var keeper = Self.keeper(.dark)
    _ = keeper.handle(.desktop(Self.none), at: .minute(1))
    let decision = Intent.Decision(choice: .light, since: .minute(2), isByDesktop: true)
    #expect(
      keeper.handle(.desktop(Self.light), at: .minute(2)).contains(.commit([.choose(decision)]))
    )
  }
}
