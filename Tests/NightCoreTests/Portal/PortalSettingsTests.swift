import NightCore
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
    "The portal reports the style, or “no preference” while only the fallback applies",
    arguments: Reason.allCases
  )
  func scheme(reason: Reason) {
    let dark = PortalSettings(Self.appearance(.dark, reason)).colorScheme
    let light = PortalSettings(Self.appearance(.light, reason)).colorScheme
    #expect(dark == (reason == .fallback ? .noPreference : .dark))
    #expect(light == (reason == .fallback ? .noPreference : .light))
  }

  @Test(
    "If the desktop reports “no preference” and nothing overrides it, the portal reports it, too",
    arguments: [
      (.system, DesktopWord.none, .noPreference), (.system, .light, .light),
      (.hold, DesktopWord.none, .light), (.choice, DesktopWord.none, .light),
      (.system, nil, .light),

    ] as [(Reason, DesktopWord?, PortalSettings.StylePreference)]
  )
  func undecided(reason: Reason, word: DesktopWord?, scheme: PortalSettings.StylePreference) {
    let appearance = Self.appearance(.light, reason) { $0.desktop = word }
    #expect(PortalSettings(appearance).colorScheme == scheme)
  }

  @Test("The portal omits settings that nobody has set")
  func unset() {
    let settings = PortalSettings(Self.appearance())
    #expect(settings.isHighContrast == nil)
    #expect(settings.accent == nil)
    #expect(settings.isMotionReduced == nil)
  }

  @Test(
    "If contrast, accent and motion have been set, the portal reports even their default values",
    arguments: [true, false]
  )
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

  @Test(
    "The difference between two lists of settings has all keys that were added, removed or changed"
  )
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

@Suite struct NamespacePatternsTests {
  @Test(
    "An empty list, an empty pattern, a namespace's name or a prefix with * matches a namespace",
    arguments: [
      ([], true), ([""], true), (["org.example", ""], true), (["*"], true),
      (["org.freedesktop.appearance"], true), (["org.freedesktop.*"], true), (["org.*"], true),
      (["org.freedesktop.app*"], true), (["org.freedesktop.appearance*"], true),
      (["a", "b", "org.freedesktop.*"], true),
      (["org.freedesktop.appearance.*"], false), (["org.freedesktop"], false),
      (["org.freedesktop.appearance "], false), (["ORG.FREEDESKTOP.APPEARANCE"], false),
      (["org.*.appearance"], false), (["*.appearance"], false), (["**"], false),
      (["org.gnome.*", "org.kde"], false), (["\u{301}*"], false), ([" "], false),
    ]
  )
  func matches(patterns: [String], isMatch: Bool) {
    #expect(NamespacePatterns(patterns).matches("org.freedesktop.appearance") == isMatch)
  }
}
