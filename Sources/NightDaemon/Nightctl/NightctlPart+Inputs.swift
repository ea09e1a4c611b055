import NightContract
import NightCore

/// The values that make nightd start nightctl when they change.
extension NightctlPart {
  /// The preferences that matter to this part; they are read again only when preferences change.
  struct Settings {
    /// The wallpapers for both styles, and whether themes are made from them.
    let pictures: [PreferenceValue?]
    let makesThemes: Bool
    let runsHooks: Bool
    let hasPrograms: Bool
    /// Preferences, such as theme names, that affect the programs which follow nightd
    /// automatically.
    let followers: [PreferenceValue?]
    let programsOff: Set<String>

    init(_ preferences: Preferences) {
      func value(_ name: String) -> PreferenceValue? {
        preferences.value(PreferenceKey(known: name))
      }
      let makesThemes = value(PreferenceTable.wallpaperTheme)
      self.makesThemes = makesThemes == .bool(true)
      pictures = [Style.light, .dark].map { value(PreferenceTable.wallpaper($0)) } + [makesThemes]
      runsHooks = value(PreferenceTable.runsHooks) == .bool(true)
      hasPrograms = preferences.hasPrograms
      followers = PreferenceTable.followerKeys.map { preferences.value($0) }
      programsOff = preferences.programsOff
    }
  }

  /// All values that matter to hooks or to programs that the user has switched on.
  struct Painted {
    let paint: Paint
    /// The wallpapers for both styles, and whether themes are made from them.
    let pictures: [PreferenceValue?]
    let makesThemes: Bool

    func isSame(as other: Painted) -> Bool {
      paint.looksLike(other.paint) && pictures == other.pictures
    }
  }

  /// The values that matter only to programs that follow nightd automatically; the values in
  /// `Painted` matter to these programs too.
  struct Outside: Equatable {
    /// Whether nightd writes other programs' settings.
    let isActive: Bool
    let source: String?
    let preferences: [PreferenceValue?]

    /// Returns nil if nightd does not know the desktop's style yet, but follows it or would
    /// overwrite the desktop's switch.
    init?(_ keeper: Keeper, _ settings: Settings) {
      let appearance = keeper.snapshot.appearance
      let isFollowing = appearance.choice == .system && appearance.holdUntil == nil
      guard keeper.isDesktopKnown || !isFollowing, !keeper.isSwitchUnread else { return nil }
      let source = keeper.sourceReport?.source
      isActive = appearance.reachesPrograms(following: source)
      self.source = isFollowing ? source : nil
      preferences = settings.followers
    }
  }
}
