import Testing

@testable import NightPrograms

@Suite("The colour scheme in kdeglobals")
struct KdeSchemeTests {
  private static let user = """
    [Colors:View]
    BackgroundNormal=255,255,255
    ForegroundNormal=35,38,41

    [General]
    ColorScheme=BreezeLight

    """
  private static let dark = [
    TextHistory.Value(.init("General", "ColorScheme"), "BreezeDark"),
    .init(.init("Colors:View", "BackgroundNormal"), "27,30,32"),
    .init(.init("Colors:View", "ForegroundNormal"), "252,252,252"),
    .init(.init("Colors:Header", "BackgroundNormal"), "49,54,59"),
  ]

  @Test(
    "If the user chooses a scheme that has some of nightd's colours, `off` keeps the whole scheme"
  )
  func otherScheme() throws {
    let plan = try #require(TextHistory.plan(for: Self.user, nil, Self.dark, .ini, isOn: true))
    let classic = """
      [Colors:Header]
      BackgroundNormal=49,54,59

      [Colors:View]
      BackgroundNormal=255,255,255
      ForegroundNormal=31,28,27

      [General]
      ColorScheme=BreezeClassic
      """
    #expect(TextHistory.base(of: classic, plan.after, .ini) == classic)
  }

  @Test("If the user chooses a copy of nightd's scheme, `off` keeps the copy's colours")
  func copy() throws {
    let plan = try #require(TextHistory.plan(for: Self.user, nil, Self.dark, .ini, isOn: true))
    let chosen = plan.text?.replacing("BreezeDark", with: "Mine")
    #expect(chosen != plan.text)
    #expect(TextHistory.base(of: chosen, plan.after, .ini) == chosen)
  }

  @Test("If Plasma's program adds an accent to the colours, `off` restores the user's colours")
  func accent() throws {
    let plan = try #require(
      TextHistory.plan(for: Self.user, nil, Self.dark, .ini, isOn: true, isSwitch: true)
    )
    let writer = SchemeWriter([], usual: "BreezeLight")
    #expect(writer.scheme(Self.user, to: plan.text) == "BreezeDark")
    // At the same time, another program has set its font.
    let written = """
      [Colors:Header]
      BackgroundNormal=60,40,40

      [Colors:View]
      BackgroundNormal=30,20,20
      ForegroundNormal=252,252,252

      [General]
      ColorScheme=BreezeDark
      font=Mono

      """
    #expect(writer.scheme(written, to: plan.text) == nil)
    let history = KdeScheme.history(of: written, plan.before)
    let settings = KdeScheme.settled(Self.dark, in: written)
    #expect(settings.contains(.init(.init("Colors:View", "BackgroundNormal"), "30,20,20")))
    let rest = TextHistory.plan(for: written, history, settings, .ini, isOn: true, isSwitch: true)
    #expect(rest.map { SettingsText($0.text ?? "", .ini).values.count } ?? 5 == 5)
    let (text, record) = (rest?.text ?? written, rest?.after ?? history)
    // The blank line after the removed section stays.
    #expect(TextHistory.base(of: text, record, .ini) == "\n" + Self.user + "font=Mono\n")
  }

  @Test("If Plasma's program sorts the file and drops comments, `off` restores the user's text")
  func sorted() throws {
    let user = "# mine\n[General]\nfont=Mono\n\n[Colors:View]\nBackgroundNormal=1,2,3\n"
    let plan = try #require(TextHistory.plan(for: user, nil, Self.dark, .ini, isOn: true))
    let written = """
      [Colors:Header]
      BackgroundNormal=49,54,59

      [Colors:View]
      BackgroundNormal=27,30,32

      [General]
      ColorScheme=BreezeDark
      ColorSchemeHash=1a2b
      font=Mono

      [KDE]
      contrast=4

      """
    #expect(KdeScheme.history(of: written, plan.before).original == user)
  }

  @Test(
    "If Plasma's program writes no name for its default scheme, the record keeps the user's scheme"
  )
  func usualName() throws {
    let light = [TextHistory.Value(KdeScheme.nameKey, "BreezeLight")]
    let user = "[General]\nColorScheme=BreezeDark\nfont=Mono\n"
    let plan = try #require(TextHistory.plan(for: user, nil, light, .ini, isOn: true))
    let history = KdeScheme.history(of: "[General]\nfont=Mono\n", plan.before)
    #expect(history.original == user)
  }

  @Test("After nightd set Plasma's default scheme, `off` keeps a scheme that the user then chose")
  func chosenAfterUsual() throws {
    let user = "[General]\nColorScheme=BreezeDark\n"
    let light = [
      TextHistory.Value(KdeScheme.nameKey, "BreezeLight"),
      .init(.init("Colors:View", "BackgroundNormal"), "255,255,255"),
    ]
    let plan = try #require(TextHistory.plan(for: user, nil, light, .ini, isOn: true))
    let written = "[Colors:View]\nBackgroundNormal=255,255,255\n\n[General]\n"
    let history = KdeScheme.history(of: written, plan.before)
    #expect(history.original == user)
    let chosen = written + "ColorScheme=Snow\n\n[Colors:Window]\nBackgroundNormal=255,255,255\n"
    #expect(TextHistory.moved(chosen, history, .ini) == [])
    // The text has one colour of nightd's, and none in a second section.
    var record = history
    record.older = [.init(.init("Colors:Header", "BackgroundNormal"), "250,250,250")]
    #expect(TextHistory.base(of: chosen, record, .ini) == chosen)
  }

  @Test("A colour of nightd's in another section is not mistaken for a line that somebody moved")
  func equalColors() throws {
    let plan = try #require(TextHistory.plan(for: Self.user, nil, Self.dark, .ini, isOn: true))
    let chosen = "[Colors:Button]\nBackgroundNormal=49,54,59\n\n[General]\nColorScheme=Other\n"
    #expect(TextHistory.moved(chosen, plan.after, .ini) == [])
  }
}
