/// What nightd remembers about applications until nightd ends.
struct Applications {
  /// The maximum number of applications whose own themes nightd follows at the same time.
  ///
  /// If there are more applications than this, nightd forgets the application that has not asked
  /// for its appearance for the longest time.
  static let mostAsking = 64

  /// An application that has asked for its appearance and has themes of its own.
  ///
  /// nightd reads the themes only of applications that have asked for their appearance, so
  /// applications that never run cost nothing.
  struct Asking {
    let name: String
    /// The application's own themes; `upcoming` contains the themes that the application will have
    /// if the current commit succeeds.
    var themes: [ThemeSlot: String]
    var upcoming: [ThemeSlot: String]
    /// Whether the application got its appearance before nightd had read all of its themes.
    var isAnsweredEarly = false
    /// Whether nightd must still read the application's themes, and then answer or notify the
    /// application.
    ///
    /// A waiting application is not forgotten. If nightd could forget waiting applications, many
    /// applications that ask at the same time would displace each other. All of them would then get
    /// the desktop's theme.
    var isWaiting = false
  }

  /// When the choice of each application last changed while this daemon ran.
  var choicesSince: [PreferenceKey: Instant] = [:]
  /// The applications that asked for their appearance, with the most recent one last.
  private(set) var asking: [Asking] = []

  /// The names of the applications' themes that nightd must read; built-in themes are left out.
  var themes: Set<String> {
    let names = asking.flatMap { Array($0.themes.values) + Array($0.upcoming.values) }
    return Set(names).filter { BuiltInThemes.fact($0) == nil }
  }

  /// Adds an application or moves it to the end; returns whether another application was forgotten.
  ///
  /// An application without themes of its own is not added.
  mutating func add(_ application: Asking) -> Bool {
    asking.removeAll { $0.name.isSameText(as: application.name) }
    guard !application.themes.isEmpty || !application.upcoming.isEmpty else { return false }
    asking.append(application)
    var isAnyForgotten = false
    while asking.count > Self.mostAsking, let oldest = asking.firstIndex(where: { !$0.isWaiting }) {
      asking.remove(at: oldest)
      isAnyForgotten = true
    }
    return isAnyForgotten
  }

  /// Updates the applications' own themes from the stored and the pending preferences.
  mutating func learn(_ preferences: Preferences, pending: Preferences) {
    for index in asking.indices {
      asking[index].themes = preferences.themes(of: asking[index].name)
      asking[index].upcoming = pending.themes(of: asking[index].name)
    }
    asking.removeAll { $0.themes.isEmpty && $0.upcoming.isEmpty }
  }

  /// Returns the applications that have a theme for which `isChanged` returns true.
  ///
  /// `isChanged` is called with the theme's name and the application's property `isAnsweredEarly`.
  mutating func changed(_ isChanged: (String, _ isEarly: Bool) -> Bool) -> [String] {
    var changed: [String] = []
    for index in asking.indices {
      let isEarly = asking[index].isAnsweredEarly
      guard asking[index].themes.values.contains(where: { isChanged($0, isEarly) }) else {
        continue
      }
      asking[index].isAnsweredEarly = false
      asking[index].isWaiting = false
      changed.append(asking[index].name)
    }
    return changed
  }
}

// MARK: - For the daemon

extension Keeper {
  /// Notes that an application asks for its appearance, so that nightd follows the application's
  /// own themes.
  ///
  /// Returns whether nightd has read all of the application's own themes; if not, the caller must
  /// read the themes in `themeNames` before it replies. If `isLast` is true, the application gets
  /// its reply even if a theme has not been read.
  package mutating func noteAsking(_ application: String, isLast: Bool = false) -> Bool {
    let themes = preferences.themes(of: application)
    let isRead = !themes.values.contains(where: derivation.themes.isUnread)
    let asking = Applications.Asking(
      name: application,
      themes: themes,
      upcoming: Preferences(pending, layers).themes(of: application),
      isAnsweredEarly: isLast && !isRead,
      isWaiting: !isRead
    )
    if applications.add(asking) { forgetThemes() }
    return isRead
  }

  /// The appearance for one application, with the serial that all applications share.
  package func snapshot(for application: String) -> Snapshot {
    let preferences = preferences
    var snapshot = snapshot
    snapshot.appearance.fade = preferences.fade(
      PreferenceKey(known: PreferenceTable.fade, of: application)
    )
    if let style = preferences.choice(of: application).style {
      snapshot.appearance.style = style
      snapshot.appearance.reason = .app
      derivation.applyTheme(&snapshot.appearance, holding: nil)
      let choice = PreferenceKey(known: PreferenceTable.choice, of: application)
      snapshot.appearance.since = applications.choicesSince[choice] ?? derivation.started
      snapshot.appearance.next = nil
      snapshot.appearance.nextStyle = nil
    }
    let themes = preferences.themes(of: application)
    if !themes.isEmpty { derivation.applyTheme(from: themes, to: &snapshot.appearance) }
    return snapshot
  }

  /// The applications that have themes of their own, each with its themes.
  package var applicationThemes: [(application: String, themes: [ThemeSlot: String])] {
    let preferences = preferences
    return preferences.applications.compactMap { application in
      let themes = preferences.themes(of: application)
      return themes.isEmpty ? nil : (application, themes)
    }
  }

  /// The themes set for the applications that asked for their appearance, each theme with the
  /// preference that selects it.
  package var askedThemes: [(key: PreferenceKey, name: String)] {
    applications.asking.flatMap { application in
      ThemeSlot.all.compactMap { slot in
        application.themes[slot].map { (slot.preference(of: application.name), $0) }
      }
    }
  }

  /// A message for each theme that an application uses for one style but that is made for the other
  /// style.
  var misplacedOwnThemes: [String] {
    askedThemes.compactMap { key, name in
      guard let slot = ThemeSlot.all.first(where: { $0.key == key.name }),
        let style = derivation.themes.fact(name)?.style, style != slot.style
      else { return nil }
      return "\(key.named): \(MessageText.quoted(name)) is a \(style.rawValue) theme, but must be "
        + "a \(slot.style.rawValue) one; the desktop's theme is used instead"
    }
  }
}

// MARK: - Changes

extension Keeper {
  /// Returns the effects for the applications whose own themes changed because a theme's file
  /// changed.
  mutating func applicationsChanged(by themes: [String: ThemeStatus]) -> [Effect] {
    let known = derivation.themes
    let changed = applications.changed { name, isEarly in
      guard let status = themes[name] else { return false }
      // When nightd reads a theme for the first time, only an application that already got a reply
      // without this theme sees a change.
      guard !known.isUnread(name) else { return isEarly && status != .unavailable }
      return !known.isKnown(name, status)
    }
    let preferences = preferences
    return changed.map { .applicationChanged($0, preferences.choice(of: $0)) }
  }

  /// Returns the effects for the applications whose own choice or own themes changed.
  ///
  /// `edited` lists the applications whose own themes were edited. An edit can set the
  /// application's own theme to the theme that the desktop already uses. No value in force changes
  /// then, but nightd still notifies the application.
  mutating func applicationsChanged(
    by changes: [PreferenceChange],
    edited: [String],
    since old: Preferences,
    at now: Instant
  ) -> [Effect] {
    let preferences = preferences
    var told: Set<PreferenceKey> = []
    var effects: [Effect] = []
    for change in changes where !change.key.isOfDesktop {
      let key = change.key
      let isChoice = key.name == PreferenceTable.choice
      guard isChoice || key.isThemeSlot else { continue }
      let choice = preferences.choice(of: key.application)
      // If the choice is the default `follow`, store no time: any number of applications may have
      // that choice, so the dictionary could grow without a limit.
      if isChoice { applications.choicesSince[key] = choice == .follow ? nil : now }
      guard told.insert(.whole(key.application)).inserted else { continue }
      effects.append(.applicationChanged(key.application, choice))
    }
    for application in edited
    where old.themes(of: application) != preferences.themes(of: application) {
      guard told.insert(.whole(application)).inserted else { continue }
      effects.append(.applicationChanged(application, preferences.choice(of: application)))
    }
    return effects
  }
}

extension Derivation {
  /// Applies the application's own theme for the appearance's style and contrast.
  ///
  /// If the application's own theme does not exist, is broken or has the wrong style, the desktop's
  /// theme stays in effect.
  fileprivate func applyTheme(from themes: [ThemeSlot: String], to appearance: inout Appearance) {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    let fact = themes[slot].flatMap { self.themes.usable($0, in: slot) }
    appearance.isThemeOwn = fact != nil
    guard let fact else { return }
    appearance.theme = fact.name
    appearance.themeDigest = fact.digest
    applyAccent(of: fact, to: &appearance)
  }
}

extension Preferences {
  /// The application's own themes; each key is a slot, which is a style together with a contrast.
  ///
  /// Slots for which the application has no own theme are left out.
  package func themes(of application: String) -> [ThemeSlot: String] {
    guard mayHaveThemes(application) else { return [:] }
    var themes: [ThemeSlot: String] = [:]
    for slot in ThemeSlot.all {
      guard let row = found(slot.preference(of: application)),
        case .string(let name)? = row.value,
        // If a key is locked only for this application, the application may get the desktop's value
        // from a lower layer. If that value differs from the desktop's theme, treat it as the
        // application's own.
        row.isOwn || row.value != value(slot.preference)
      else { continue }
      themes[slot] = name
    }
    return themes
  }

  /// Whether any layer sets themes for the application, or locks any key.
  ///
  /// Almost no application has themes of its own, so this quick check usually avoids looking up all
  /// slots.
  private func mayHaveThemes(_ application: String) -> Bool {
    let name = PreferenceTable.themes
    return stored.json(at: [PreferenceKey.applications, application, name]) != nil
      || layers.configs.contains { $0.names(of: application).contains(where: name.isSameText) }
      || layers.systems.contains { !$0.locks.locks.isEmpty }
  }
}
