/// Derives the appearance at a given time from an intent, which is what people set through nightd.
struct Derivation {
  /// When the daemon started.
  let started: Instant
  /// The choice in the hand-written files, and whether those files lock the choice.
  private(set) var files = Files()
  /// Values from the preferences; they are read again only when the preferences change.
  private(set) var fade = Appearance.registeredFade
  private(set) var look = LookPreferences()
  private(set) var settings = ScheduleSettings()
  var themes = ThemeSelection()
  /// The time zone and the zone's main place; nil until both are needed and nightd has read them.
  private(set) var surroundings: Surroundings?
  /// The cached timeline of the schedule around the present moment; `planAtEnd` is the cached
  /// timeline around the end of the hold.
  private var plan: TimelineCache?
  private var planAtEnd: TimelineCache?
  /// The desktop's report, but with the style that was last set by a person or the desktop, not by
  /// nightd.
  ///
  /// The report is nil if no program reports the desktop's settings. `desktopSince` is the time at
  /// which the desktop began to ask for its current style.
  private(set) var desktop: DesktopReport?
  private(set) var desktopSince: Instant
  /// The style and theme that stay in effect while a program inhibits automatic changes; nil if no
  /// program does so.
  var frozen: Frozen?

  struct Files: Equatable {
    var choice = Intent.registeredChoice
    /// Whether a hand-written file sets the choice.
    var isChosen = false
    /// Whether a lock makes nightd ignore the stored choice and every hold.
    var isLocked = false
  }
  private var filesSince: Instant

  /// The schedule, and the place that it uses.
  struct ScheduleSettings: Equatable {
    var schedule = Schedule.default
    /// The place that the user set; nil unless both coordinates are set.
    var place: Place?
    /// Whether a place from GeoClue may be used.
    var isAuto = false
  }
  private(set) var foundPlace: FoundPlace?

  /// A derived appearance, and the time at which it must be derived again.
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

  /// Reads the preferences; returns true if the schedule or its place changed.
  mutating func learn(_ preferences: Preferences, at now: Instant) -> Bool {
    let read = Files(preferences)
    if read != files { filesSince = now }
    files = read
    fade = preferences.fade(PreferenceKey(known: PreferenceTable.fade))
    look = preferences.look
    themes.learn(preferences)
    let settings = ScheduleSettings(
      schedule: preferences.schedule,
      place: preferences.place,
      isAuto: preferences.isLocationAuto
    )
    guard settings != self.settings else { return false }
    self.settings = settings
    forgetPlans()
    return true
  }

  mutating func learn(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    forgetPlans()
  }

  /// Stores the place that GeoClue reported; returns true if the place in use changes.
  mutating func learn(_ found: FoundPlace?) -> Bool {
    let before = place
    foundPlace = found
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
    settings.place ?? (settings.isAuto ? foundPlace?.place : nil) ?? surroundings?.zonePlace
  }

  var placeOrigin: PlaceOrigin {
    if settings.place != nil { return .set }
    if settings.isAuto, let foundPlace { return foundPlace.origin }
    return surroundings?.zonePlace == nil ? .none : .zone
  }

  var timeline: Timeline {
    Timeline(settings.schedule, surroundings?.zone ?? .utc, place)
  }

  mutating func planned(at now: Instant) -> (Style, Transition?) {
    var cache = plan ?? TimelineCache(timeline, at: now)
    let outlook = cache.outlook(at: now)
    plan = cache
    return outlook
  }

  /// The choice that decides the style while no hold is in force.
  func choice(of intent: Intent) -> Choice { files.choice(of: intent) }
}

// MARK: - Deriving

extension Derivation {
  mutating func derive(_ intent: Intent, at now: Instant) -> Derived {
    var derived = uninhibited(intent, at: now)
    derived.theme = applyTheme(&derived.appearance, holding: intent.hold)
    guard let frozen else { return derived }
    derived.appearance.freeze(frozen.style, frozen.theme)
    applyAccent(of: frozen.theme, to: &derived.appearance)
    derived.theme = frozen.theme
    return derived
  }

  /// The appearance as it would be if no program inhibited automatic changes.
  private mutating func uninhibited(_ intent: Intent, at now: Instant) -> Derived {
    var base = base(of: intent, at: now)
    guard let hold = intent.hold, !files.isLocked else { return base }
    guard hold.isActive(at: now) else {
      // If the clock was set back so far that the hold is not in force yet, derive again at the
      // time when the hold comes into force.
      let beginning = hold.beginning > now ? hold.beginning : .distant
      base.wake = min(base.wake ?? .distant, beginning)
      // The hold interrupted the style that the choice requires, so this style took effect again
      // when the hold ended.
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

  /// The appearance that results from the choice alone, without any hold.
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
    // Without a report from the desktop, the style falls back to light.
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
    var cache = plan ?? TimelineCache(timeline, at: now)
    // If the time of the choice lies in the future, the clock was wrong when the choice was made,
    // so ignore that time.
    let made = since <= now ? since : nil
    let moment = cache.moment(at: now, since: made)
    plan = cache
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
      row.origin != .set && !row.isIgnored && row.value != nil
    }
    self.init(
      choice: below?.value.flatMap(Choice.init) ?? Intent.registeredChoice,
      isChosen: below.map { $0.origin != .registered } ?? false,
      isLocked: preferences.layers.lock(on: key) != nil
    )
  }

  /// The choice that decides the style while no hold is in force.
  func choice(of intent: Intent) -> Choice {
    isLocked ? choice : intent.decision?.choice ?? choice
  }
}

extension Choice {
  package init?(_ value: PreferenceValue) {
    guard case .string(let word) = value else { return nil }
    self.init(rawValue: word)
  }
}

extension Preferences {
  /// With these preferences, the choice that decides the style of an intent while no hold is in
  /// force.
  package func choice(of intent: Intent) -> Choice { Derivation.Files(self).choice(of: intent) }

  func fade(_ key: PreferenceKey) -> UInt32 {
    guard case .integer(let milliseconds)? = value(key) else { return Appearance.registeredFade }
    return UInt32(clamping: milliseconds)
  }

  /// The place that the user set; nil unless both coordinates are set.
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
