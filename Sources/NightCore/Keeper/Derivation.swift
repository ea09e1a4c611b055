/// Works out the appearance of an intent at one time.
struct Derivation {
  /// Since when there has been someone to answer at all.
  let started: Instant
  /// What the hand-written files say of the choice.
  private(set) var files = Files()
  /// What the preferences say; worked out anew only where they changed.
  private(set) var fade = Appearance.registeredFade
  private(set) var look = LookPreferences()
  private(set) var setting = Setting()
  /// What each slot is to have, and what is known of those themes.
  var slots: [ThemeSlot: String] = [:]
  /// Where a held theme does not count.
  private(set) var lockedSlots: Set<ThemeSlot> = []
  var themes: [String: ThemeStatus] = [:]
  /// Whether somebody looks at themes that come into use.
  var areThemesRead = false
  /// What was shown last.
  var lastShown: ThemeFact?
  /// Nil until it is needed.
  private(set) var surroundings: Surroundings?
  /// What the schedule says around now, and around the end of the hold.
  private var plan: TimelineCache?
  private var planAtEnd: TimelineCache?
  /// What the desktop says, apart from what nightd wrote there, and since when it asks for that style.
  private(set) var desktop: DesktopReport?
  private(set) var desktopSince: Instant
  /// What is shown while nothing may change by itself.
  var frozen: Frozen?

  struct Files: Equatable {
    var choice = Intent.registeredChoice
    /// Whether a file says so, and not only what is registered.
    var isChosen = false
    /// Whether nothing that is set through the daemon counts, a hold included.
    var isLocked = false
  }
  private var filesSince: Instant

  /// What the preferences say of the schedule.
  struct Setting: Equatable {
    var schedule = Schedule.default
    /// Nil where the zone is to say it.
    var place: Place?
    /// Whether a place that GeoClue told counts.
    var isAuto = false
  }
  private(set) var found: FoundPlace?

  /// The answer, and when it is to be worked out anew.
  struct Derived {
    var appearance: Appearance
    var wake: Instant?
    var theme: ThemeFact?
  }

  init(started: Instant) {
    self.started = started
    filesSince = started
    desktopSince = started
  }

  /// Answers whether the schedule is another one.
  mutating func learn(_ preferences: Preferences, at now: Instant) -> Bool {
    let read = Files(preferences)
    if read != files { filesSince = now }
    files = read
    fade = preferences.fade(PreferenceKey(known: PreferenceTable.fade))
    look = preferences.look
    slots = preferences.themeSlots
    lockedSlots = Set(ThemeSlot.all.filter { preferences.layers.lock(on: $0.preference) != nil })
    let setting = Setting(
      schedule: preferences.schedule,
      place: preferences.place,
      isAuto: preferences.isLocationAuto
    )
    guard setting != self.setting else { return false }
    self.setting = setting
    forgetPlans()
    return true
  }

  mutating func learn(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    forgetPlans()
  }

  /// Answers whether the place is another one.
  mutating func learn(_ found: FoundPlace?) -> Bool {
    let before = place
    self.found = found
    guard place != before else { return false }
    forgetPlans()
    return true
  }

  mutating func learn(_ report: DesktopReport?, at now: Instant) {
    if report?.requestedStyle != desktop?.requestedStyle { desktopSince = now }
    desktop = report
  }

  private mutating func forgetPlans() {
    plan = nil
    planAtEnd = nil
  }

  var place: Place? {
    setting.place ?? (setting.isAuto ? found?.place : nil) ?? surroundings?.zonePlace
  }

  var placeOrigin: PlaceOrigin {
    if setting.place != nil { return .set }
    if setting.isAuto, let found { return found.origin }
    return surroundings?.zonePlace == nil ? .none : .zone
  }

  var timeline: Timeline {
    Timeline(setting.schedule, surroundings?.zone ?? .utc, place)
  }

  mutating func planned(at now: Instant) -> (Style, Transition?) {
    var reckoned = plan ?? TimelineCache(timeline, at: now)
    let outlook = reckoned.outlook(at: now)
    plan = reckoned
    return outlook
  }

  /// Who decides, with nothing held.
  func choice(of intent: Intent) -> Choice { files.choice(of: intent) }
}

// MARK: - Deriving

extension Derivation {
  mutating func derive(_ intent: Intent, at now: Instant) -> Derived {
    var derived = free(intent, at: now)
    derived.theme = applyTheme(&derived.appearance, holding: intent.hold)
    guard let frozen else { return derived }
    derived.appearance.freeze(frozen.style, frozen.theme)
    applyAccent(of: frozen.theme, to: &derived.appearance)
    derived.theme = frozen.theme
    return derived
  }

  /// What would be shown if nobody asked that nothing changes by itself.
  private mutating func free(_ intent: Intent, at now: Instant) -> Derived {
    var base = base(of: intent, at: now)
    guard let hold = intent.hold, !files.isLocked else { return base }
    guard hold.isActive(at: now) else {
      // The clock may yet be set to a time at which it is.
      let beginning = hold.beginning > now ? hold.beginning : .distant
      base.wake = min(base.wake ?? .distant, beginning)
      // The hold interrupted the choice, which has held anew since then.
      if hold.since < hold.end, hold.end <= now {
        base.appearance.since = max(base.appearance.since, hold.end)
      }
      return base
    }
    var held = base.appearance
    held.style = hold.style
    held.reason = .hold
    held.since = hold.since
    held.isByDesktop = hold.isByDesktop
    held.holdUntil = hold.end
    var plan = planAtEnd
    let after = self.base(of: intent, at: hold.end, &plan).appearance
    planAtEnd = plan
    let isChange = after.style != hold.style
    held.next = isChange ? hold.end : after.next
    held.nextStyle = isChange ? after.style : after.nextStyle
    return Derived(appearance: held, wake: hold.end)
  }

  /// What the choice alone gives.
  mutating func base(of intent: Intent, at now: Instant) -> Derived {
    var plan = plan
    self.plan = nil
    defer { self.plan = plan }
    return base(of: intent, at: now, &plan)
  }

  private func base(of intent: Intent, at now: Instant, _ plan: inout TimelineCache?) -> Derived {
    let choice = choice(of: intent)
    let decision = files.isLocked ? nil : intent.decision
    let since = decision?.since ?? filesSince
    // Where no source answers it is light.
    var appearance = Appearance(
      style: choice.fixed ?? .light,
      choice: choice,
      isChosen: decision != nil || files.isChosen,
      reason: choice.fixed == nil ? .fallback : .choice,
      since: since
    )
    appearance.fade = fade
    appearance.isByDesktop = decision?.isByDesktop ?? false
    appearance.desktop = desktop.map(DesktopWord.init)
    appearance.apply(look, desktop)
    if choice == .system, let desktop {
      appearance.style = desktop.requestedStyle
      appearance.reason = .system
      appearance.since = max(since, desktopSince)
    }
    guard choice == .schedule else { return Derived(appearance: appearance, wake: nil) }
    var reckoned = plan ?? TimelineCache(timeline, at: now)
    // A choice made at a time that has not come was made under a wrong clock.
    let made = since <= now ? since : nil
    let moment = reckoned.moment(at: now, since: made)
    plan = reckoned
    appearance.style = moment.style
    appearance.reason = .schedule
    appearance.since = max(moment.since ?? since, made ?? .distantPast)
    appearance.next = moment.next?.instant
    appearance.nextStyle = moment.next?.style
    return Derived(appearance: appearance, wake: moment.next?.instant ?? moment.searchedTo)
  }
}

extension Derivation.Files {
  init(_ preferences: Preferences) {
    let key = PreferenceKey(known: PreferenceTable.choice)
    let below = preferences.rows(key).first { row in
      row.origin != .set && !row.isPassedOver && row.value != nil
    }
    self.init(
      choice: below?.value.flatMap(Choice.init) ?? Intent.registeredChoice,
      isChosen: below.map { $0.origin != .registered } ?? false,
      isLocked: preferences.layers.lock(on: key) != nil
    )
  }

  /// Who decides, with nothing held.
  func choice(of intent: Intent) -> Choice {
    isLocked ? choice : intent.decision?.choice ?? choice
  }
}

extension Instant {
  /// Never comes; a timer set for it tells of a clock that is set.
  static let distant = Instant(microseconds: .max / 2)
  static let distantPast = Instant(microseconds: .min)
}

extension Choice {
  init?(_ value: PreferenceValue) {
    guard case .string(let word) = value else { return nil }
    self.init(rawValue: word)
  }
}

extension Preferences {
  func fade(_ key: PreferenceKey) -> UInt32 {
    guard case .integer(let milliseconds)? = value(key) else { return Appearance.registeredFade }
    return UInt32(clamping: milliseconds)
  }

  /// Nil unless both coordinates are given.
  package var place: Place? {
    func degrees(_ name: String) -> Double? {
      guard case .double(let degrees)? = value(PreferenceKey(known: name)) else { return nil }
      return degrees
    }
    guard let latitude = degrees(PreferenceTable.latitude),
      let longitude = degrees(PreferenceTable.longitude)
    else { return nil }
    return Place(latitude: latitude, longitude: longitude)
  }
}
