/// The Keeper's memory of applications, which lasts as long as the daemon runs.
struct Applications {
  /// The most applications whose themes are followed.
  ///
  /// If one more application asks, the application that asked longest ago is forgotten.
  static let mostAsking = 64

  /// An application that has asked for its appearance and has themes of its own.
  ///
  /// nightd reads and follows only the themes of such applications, so that the themes of
  /// applications that do not run cost nothing.
  struct Asking {
    let name: String
    /// The application's own themes; `upcoming` are its themes once the current commit succeeds.
    var themes: [ThemeSlot: String]
    var upcoming: [ThemeSlot: String]
    /// Whether the application got an appearance before all of its themes were read.
    var isAnsweredEarly = false
    /// Whether the application waits for its themes, or must be notified once they are read.
    ///
    /// A waiting application is not forgotten. Otherwise many applications that ask at once would
    /// displace each other, and all of them would get the desktop's theme.
    var isWaiting = false
  }

  /// When each application's choice last changed, since this daemon started.
  var choicesSince: [PreferenceKey: Instant] = [:]
  /// The known applications; the one that asked last comes last.
  private(set) var asking: [Asking] = []

  /// The names of the applications' own themes to read; built-in themes are left out.
  var themes: Set<String> {
    let names = asking.flatMap { Array($0.themes.values) + Array($0.upcoming.values) }
    return Set(names).filter { BuiltInThemes.fact($0) == nil }
  }

  /// Adds an application or moves it to the end; returns whether another was forgotten.
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

  /// Reads the applications' own themes from the new preferences.
  mutating func learn(_ preferences: Preferences, pending: Preferences) {
    for index in asking.indices {
      asking[index].themes = preferences.themes(of: asking[index].name)
      asking[index].upcoming = pending.themes(of: asking[index].name)
    }
    asking.removeAll { $0.themes.isEmpty && $0.upcoming.isEmpty }
  }

  /// Returns the applications that have a theme for which `isChanged` returns true.
  ///
  /// `isChanged` is called with the theme's name and with the application's `isAnsweredEarly`.
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
  /// Notes that an application asks for its appearance, so that its own themes are followed.
  ///
  /// Returns whether nightd has read all of these themes; if not, read `themeNames` before
  /// answering. If `isLast` is true, the application is answered even if a theme was not read.
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

  /// For each application with own themes, the application's name and these themes.
  package var applicationThemes: [(application: String, themes: [ThemeSlot: String])] {
    let preferences = preferences
    return preferences.applications.compactMap { application in
      let themes = preferences.themes(of: application)
      return themes.isEmpty ? nil : (application, themes)
    }
  }

  /// The own themes of each application that has asked for its appearance, by slot.
  package var askedThemes: [(key: PreferenceKey, name: String)] {
    applications.asking.flatMap { application in
      ThemeSlot.all.compactMap { slot in
        application.themes[slot].map { (slot.preference(of: application.name), $0) }
      }
    }
  }

  /// A message for each application's own theme whose style differs from its slot's style.
  var misplacedOwnThemes: [String] {
    askedThemes.compactMap { key, name in
      guard let slot = ThemeSlot.all.first(where: { $0.key == key.name }),
        let style = derivation.themes.fact(name)?.style, style != slot.style
      else { return nil }
      return "\(key.named): \(MessageText.quoted(name)) is a \(style.rawValue) theme, but this is "
        + "for \(slot.style.rawValue); the desktop's theme is used instead"
    }
  }
}

// MARK: - Changes

extension Keeper {
  /// The effects for each application that has its own themes, if a theme's file has changed.
  mutating func applicationsChanged(by themes: [String: ThemeStatus]) -> [Effect] {
    let known = derivation.themes
    let changed = applications.changed { name, isEarly in
      guard let status = themes[name] else { return false }
      // The first reading of a theme is a change only if the application was answered before it.
      guard !known.isUnread(name) else { return isEarly && status != .unavailable }
      return !known.isKnown(name, status)
    }
    let preferences = preferences
    return changed.map { .applicationChanged($0, preferences.choice(of: $0)) }
  }

  /// The effects for the applications whose own choice or own themes changed.
  ///
  /// `edited` lists applications whose own themes may have changed even if no value has: an
  /// application's own theme can have the same name as the desktop's theme.
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
      // Do not store a time for the choice `follow`: the number of such applications has no limit.
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
  /// If that theme does not exist, is broken or has the wrong style, the desktop's theme stays.
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
  /// The application's own themes; a slot without an own theme is left out.
  package func themes(of application: String) -> [ThemeSlot: String] {
    guard mayHaveThemes(application) else { return [:] }
    var themes: [ThemeSlot: String] = [:]
    for slot in ThemeSlot.all {
      guard let row = found(slot.preference(of: application)),
        case .string(let name)? = row.value,
        // A lock on the application's key may change the layer that the desktop's value comes from.
        row.isOwn || row.value != value(slot.preference)
      else { continue }
      themes[slot] = name
    }
    return themes
  }

  /// Whether any layer has the dictionary of the application's themes, or any key is locked.
  ///
  /// Almost no application has own themes, and looking up all slots takes longer than this check.
  private func mayHaveThemes(_ application: String) -> Bool {
    let name = PreferenceTable.themes
    return stored.json(at: [PreferenceKey.applications, application, name]) != nil
      || layers.configs.contains { $0.names(of: application).contains(where: name.isSameText) }
      || layers.systems.contains { !$0.locks.locks.isEmpty }
  }
}
