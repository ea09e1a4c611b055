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
    "If the user chooses a scheme that has some of nightd's colours, `off` keeps all of its colours"
  )
  func otherScheme() throws {
    let plan = try #require(TextHistory.plan(for: Self.user, nil, Self.dark, .ini))
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

  @Test("If the user changes only the scheme's name, `off` restores the user's colours")
  func otherName() throws {
    let plan = try #require(TextHistory.plan(for: Self.user, nil, Self.dark, .ini))
    let renamed = plan.text?.replacing("BreezeDark", with: "Mine")
    #expect(renamed != plan.text)
    #expect(
      TextHistory.base(of: renamed, plan.after, .ini)
        == Self.user.replacing("BreezeLight", with: "Mine")
    )
  }
}
