import NightCore
import Testing

@Suite("The desktop speaks")
struct KeeperDesktopTests {
  private static let dark = DesktopReport(source: "gtk", style: .dark)
  private static let light = DesktopReport(source: "gtk", style: .light)
  private static let none = DesktopReport(source: "gtk")

  private static func keeper(_ choice: Choice?, hold: Hold? = nil) -> Keeper {
    let intent = choice.map { Intent.chosen($0, hold: hold) } ?? Intent()
    return Keeper(intent, at: .minute(0), in: { Surroundings(zone: .utc) })
  }

  @Test(
    "under system the style is what the desktop asks for",
    arguments: [
      (dark, Style.dark, Reason.system, DesktopWord.dark), (light, .light, .system, .light),
      (none, .light, .system, DesktopWord.none), (nil, .light, .fallback, nil),
    ] as [(DesktopReport?, Style, Reason, DesktopWord?)]
  )
  func follows(_ report: DesktopReport?, _ style: Style, _ reason: Reason, _ word: DesktopWord?) {
    for choice in [nil, Choice.system] {
      var keeper = Self.keeper(choice)
      _ = keeper.handle(.desktop(report), at: .minute(1))
      let shown = keeper.standing.appearance
      #expect(shown.style == style && shown.reason == reason && shown.desktop == word)
      #expect(shown.since == (report == nil ? .minute(0) : .minute(1)))
    }
  }

  @Test("a source that goes leaves it light, and nothing is stored for what it says")
  func goes() {
    var keeper = Self.keeper(.system)
    #expect(told(keeper.handle(.desktop(Self.dark), at: .minute(1))).contains("style dark"))
    let effects = keeper.handle(.desktop(nil), at: .minute(2))
    #expect(told(effects).contains("style light"))
    #expect(!keeper.isBusy && keeper.standing.appearance.reason == .fallback)
  }

  @Test("the same again is told to nobody")
  func same() {
    var keeper = Self.keeper(.system)
    _ = keeper.handle(.desktop(Self.dark), at: .minute(1))
    #expect(keeper.handle(.desktop(Self.dark), at: .minute(2)).isEmpty)
    #expect(keeper.standing.appearance.since == .minute(1))
  }

  @Test("a style set while the desktop decides is held until that asks for another one")
  func holds() throws {
    var keeper = Self.keeper(.system)
    _ = keeper.handle(.desktop(Self.light), at: .minute(1))
    let hold = Hold(style: .dark, since: .minute(2), end: .sourceChange(from: .light))
    let asked = keeper.handle(.asked(.style(.dark), Ticket(1)), at: .minute(2))
    #expect(asked == [.commit([.hold(hold)])])
    _ = keeper.succeed([.hold(hold)], at: .minute(2))
    #expect(keeper.standing.appearance.reason == .hold)
    // It says the same of another colour.
    var accented = Self.light
    accented.accent = .init(red: 1, green: 0, blue: 0)
    #expect(keeper.handle(.desktop(accented), at: .minute(3)).contains(.changed(keeper.standing)))
    #expect(keeper.standing.appearance.reason == .hold)
    let ended = keeper.handle(.desktop(Self.dark), at: .minute(4))
    #expect(ended.contains(.commit([.end(hold)])))
    #expect(keeper.standing.appearance.reason == .system)
    // The disk refuses; it is over all the same, also when the desktop is light again.
    _ = keeper.handle(.commitFailed("full"), at: .minute(4))
    _ = keeper.handle(.desktop(Self.light), at: .minute(5))
    #expect(keeper.standing.appearance.style == .light)
    #expect(keeper.standing.appearance.reason == .system)
  }

  @Test("what the desktop says already ends a hold and makes none")
  func equal() {
    let hold = Hold(style: .dark, since: .minute(0), end: .at(.minute(90)))
    var keeper = Self.keeper(.system, hold: hold)
    _ = keeper.handle(.desktop(Self.light), at: .minute(1))
    #expect(
      keeper.handle(.asked(.style(.light), Ticket(1)), at: .minute(2)) == [.commit([.hold(nil)])]
    )
  }

  @Test("a hold outlives a restart, unless the desktop changed its mind meanwhile")
  func restarts() {
    let hold = Hold(style: .dark, since: .minute(0), end: .sourceChange(from: .light))
    var same = Self.keeper(.system, hold: hold)
    #expect(same.standing.appearance.reason == .hold)
    #expect(same.handle(.desktop(Self.light), at: .minute(1)).contains(.desktopChanged))
    #expect(same.standing.appearance.reason == .hold)
    var other = Self.keeper(.system, hold: hold)
    _ = other.handle(.desktop(Self.dark), at: .minute(1))
    #expect(other.standing.appearance.reason == .system)
    // It rests: another source may have said so, and nobody changed their mind.
    #expect(!other.isBusy)
    _ = other.handle(.desktop(nil), at: .minute(2))
    _ = other.handle(.desktop(Self.light), at: .minute(3))
    #expect(other.standing.appearance.reason == .hold)
    _ = other.handle(.desktop(Self.dark), at: .minute(4))
    #expect(
      other.handle(.asked(.resume, Ticket(1)), at: .minute(4)).isEmpty && other.isBusy
    )
  }

  @Test(
    "a style asked for before anyone knows what the desktop says is a hold, if it says otherwise"
  )
  func early() {
    for (report, reason) in [(Self.light, Reason.hold), (Self.dark, .system)] {
      var keeper = Keeper(Intent(), isDesktopKnown: false, at: .minute(0))
      #expect(keeper.awaitsDesktop)
      let hold = Hold(style: .dark, since: .minute(1), end: .sourceChange(from: .light))
      #expect(
        keeper.handle(.asked(.style(.dark), Ticket(1)), at: .minute(1)) == [.commit([.hold(hold)])]
      )
      _ = keeper.succeed([.hold(hold)], at: .minute(1))
      _ = keeper.handle(.desktop(report), at: .minute(2))
      #expect(!keeper.awaitsDesktop)
      #expect(keeper.standing.appearance.style == .dark)
      #expect(keeper.standing.appearance.reason == reason)
    }
  }

  @Test("what is kept from changing is what the desktop says first")
  func keptEarly() {
    var keeper = Keeper(Intent(), isDesktopKnown: false, at: .minute(0))
    _ = keeper.handle(.inhibited(true), at: .minute(0))
    _ = keeper.handle(.desktop(Self.dark), at: .minute(1))
    #expect(keeper.standing.appearance.style == .dark)
    _ = keeper.handle(.desktop(Self.light), at: .minute(2))
    #expect(keeper.standing.appearance.style == .dark)
  }

  @Test("a change of its switch is a person who speaks, under a fixed choice")
  func speaks() {
    var keeper = Self.keeper(.light)
    // What it says first is only learned.
    #expect(
      told(keeper.handle(.desktop(Self.light), at: .minute(1))) == [
        "properties Appearance", "desktop",
      ]
    )
    let effects = keeper.handle(.desktop(Self.dark), at: .minute(2))
    let decision = Intent.Decision(choice: .dark, since: .minute(2), isByDesktop: true)
    #expect(effects.contains(.commit([.choose(decision)])))
    _ = keeper.succeed([.choose(decision)], at: .minute(2))
    #expect(keeper.standing.appearance.isByDesktop)
    #expect(keeper.mover(of: keeper.standing.serial) == .desktop)
    #expect(keeper.standing.appearance.style == .dark)
  }

  @Test("under the schedule it is a hold until the next change, and says who")
  func speaksToSchedule() throws {
    var keeper = Self.keeper(.schedule)
    let shown = keeper.standing.appearance
    let style = shown.style
    _ = keeper.handle(.desktop(.init(source: "gtk", style: style)), at: .minute(1))
    let other = DesktopReport(source: "gtk", style: style.opposite)
    let next = try #require(shown.next)
    let hold = Hold(style: style.opposite, since: .minute(2), end: .at(next), isByDesktop: true)
    #expect(keeper.handle(.desktop(other), at: .minute(2)).contains(.commit([.hold(hold)])))
    _ = keeper.succeed([.hold(hold)], at: .minute(2))
    #expect(keeper.standing.appearance.isByDesktop)
    // Back again: what is held ends.
    let back = keeper.handle(.desktop(.init(source: "gtk", style: style)), at: .minute(3))
    #expect(back.contains(.commit([.hold(nil)])))
  }

  @Test(
    "nobody speaks through another source, one that comes back, or what is in effect already",
    arguments: [
      [nil, dark], [DesktopReport(source: "kde", style: .light), dark], [light, nil, dark],
      [none, light], [light, none], [dark, light],
    ] as [[DesktopReport?]]
  )
  func silent(_ reports: [DesktopReport?]) {
    var keeper = Self.keeper(.light)
    for report in reports { _ = keeper.handle(.desktop(report), at: .minute(1)) }
    #expect(!keeper.isBusy)
    #expect(keeper.standing.appearance.style == .light)
  }

  @Test("a lock holds against the desktop too")
  func locked() {
    let layers = Layers.made([(config: "{choice: 'light'}", locks: "choice")])
    var keeper = Keeper(.chosen(.light), layers, at: .minute(0))
    _ = keeper.handle(.desktop(Self.light), at: .minute(1))
    _ = keeper.handle(.desktop(Self.dark), at: .minute(2))
    #expect(!keeper.isBusy && keeper.standing.appearance.style == .light)
  }

  private static func recalling(_ choice: Choice, _ reason: Reason) -> Keeper {
    let last = HistoryEntry(
      time: .minute(-9),
      style: .dark,
      theme: "midnight",
      reason: reason,
      origin: nil
    )
    return Keeper(.chosen(choice, since: .minute(-20)), at: .minute(0), recalling: { last })
  }

  @Test("a daemon that is started anew goes by what the desktop said last, until it is told")
  func recalls() {
    var keeper = Self.recalling(.system, .system)
    let shown = keeper.standing.appearance
    #expect(shown.style == .dark && shown.reason == .system && shown.since == .minute(-9))
    // What it says is learned, and nobody speaks by it.
    _ = keeper.handle(.desktop(Self.dark), at: .minute(1))
    #expect(keeper.standing.serial == 1 && keeper.standing.appearance.since == .minute(-9))
    var left = Self.recalling(.system, .system)
    _ = left.handle(.desktop(nil), at: .minute(1))
    #expect(left.standing.appearance.style == .light)
    #expect(left.standing.appearance.reason == .fallback)
  }

  @Test("whatever else decided last is no word of the desktop's")
  func recallsNothing() {
    #expect(Self.recalling(.system, .hold).standing.appearance.style == .light)
    #expect(Self.recalling(.light, .system).standing.appearance.style == .light)
  }

  @Test("from no preference to light is a word too")
  func fromNone() {
    var keeper = Self.keeper(.dark)
    _ = keeper.handle(.desktop(Self.none), at: .minute(1))
    let decision = Intent.Decision(choice: .light, since: .minute(2), isByDesktop: true)
    #expect(
      keeper.handle(.desktop(Self.light), at: .minute(2)).contains(.commit([.choose(decision)]))
    )
    let hold = Hold(style: .dark, since: .minute(0), end: .sourceChange(from: .light))
    var held = Self.keeper(.system, hold: hold)
    _ = held.handle(.desktop(Self.none), at: .minute(1))
    #expect(held.standing.appearance.reason == .hold)
    #expect(held.handle(.desktop(Self.light), at: .minute(2)).contains(.commit([.end(hold)])))
    #expect(held.standing.appearance.reason == .system)
  }
}
