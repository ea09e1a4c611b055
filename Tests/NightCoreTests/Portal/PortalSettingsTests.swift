import NightCore
import NightValues
import Testing

@Suite struct PortalSettingsTests {
  private static func appearance(
    _ style: Style = .light,
    _ reason: Reason = .choice,
    _ change: (inout Appearance) -> Void = { _ in }
  ) -> Appearance {
    var appearance = Appearance(
      style: style,
      choice: .system,
      isChosen: true,
      reason: reason,
      since: Instant(microseconds: 0)
    )
    change(&appearance)
    return appearance
  }

  @Test(
    "applications are told the style, and nothing until someone decides",
    arguments: Reason.allCases
  )
  func scheme(reason: Reason) {
    let dark = PortalSettings(Self.appearance(.dark, reason)).colorScheme
    let light = PortalSettings(Self.appearance(.light, reason)).colorScheme
    #expect(dark == (reason == .fallback ? .noPreference : .dark))
    #expect(light == (reason == .fallback ? .noPreference : .light))
  }

  @Test(
    "a desktop without a preference decides nothing, but what is held or chosen over it does",
    arguments: [
      (.system, DesktopWord.none, .noPreference), (.system, .light, .light),
      (.hold, DesktopWord.none, .light), (.choice, DesktopWord.none, .light),
      (.system, nil, .light),

    ] as [(Reason, DesktopWord?, PortalSettings.ColorScheme)]
  )
  func undecided(reason: Reason, word: DesktopWord?, scheme: PortalSettings.ColorScheme) {
    let appearance = Self.appearance(.light, reason) { $0.desktop = word }
    #expect(PortalSettings(appearance).colorScheme == scheme)
  }

  @Test("what nobody set is left out")
  func unset() {
    let settings = PortalSettings(Self.appearance())
    #expect(settings.isHighContrast == nil)
    #expect(settings.accent == nil)
    #expect(settings.isMotionReduced == nil)
  }

  @Test("what somebody set is told, also where it is as usual", arguments: [true, false])
  func set(value: Bool) {
    let accent = Accent(red: 0.1, green: 0.2, blue: 0.3)
    let settings = PortalSettings(
      Self.appearance {
        $0.isHighContrast = value
        $0.isContrastSet = true
        $0.accent = accent
        $0.isMotionReduced = value
        $0.isMotionSet = true
      }
    )
    #expect(settings.isHighContrast == value)
    #expect(settings.accent == accent)
    #expect(settings.isMotionReduced == value)
  }

  @Test("only keys with another value differ, among them those that were not there")
  func differing() {
    let old = PortalSettings(Self.appearance())
    var new = PortalSettings(Self.appearance(.dark))
    #expect(old.keys(differingFrom: old).isEmpty)
    #expect(new.keys(differingFrom: old) == [.colorScheme])
    new = old
    new.isHighContrast = false
    new.isMotionReduced = true
    new.accent = Accent(red: 0, green: 0, blue: 0)
    #expect(new.keys(differingFrom: old) == [.contrast, .accent, .reducedMotion])
    #expect(old.keys(differingFrom: new) == [.contrast, .accent, .reducedMotion])
  }
}
