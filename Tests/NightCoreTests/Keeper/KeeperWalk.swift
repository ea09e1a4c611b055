import NightCore
import TestSupport
import Testing

/// A random environment of a daemon: callers, a disk, a second daemon, a clock that may jump, and a
/// timer.
///
/// The walk carries out the Keeper's effects and checks each one against the Keeper's promises.
struct KeeperWalk {
  private(set) var keeper: Keeper
  /// The zone has no location, because calculating the sun's position would make the walk slow.
  private static let home = Surroundings(
    zone: (try? Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")) ?? .utc
  )
  var random: SplitMix64
  private var now = Instant.minute(0)
  /// The intent on disk; nil if the file is lost.
  private var disk: Intent?
  private let prefers: Bool
  private var commitOut: [IntentEdit]?
  /// The edits of the commit that is in progress, and the intent to which they are applied.
  private var built: (ground: Intent, edits: [IntentEdit])?
  private var waiting: Set<ReplyID> = []
  private var timer: Instant?
  private var lastReplyID: UInt64 = 0
  private(set) var answered = 0
  private(set) var refused = 0
  private(set) var commits = 0
  private(set) var conflicts = 0
  private(set) var toldKeys = 0

  /// With preferences, there are many more checks for each event.
  init(seed: UInt64, prefers: Bool) {
    self.prefers = prefers
    random = SplitMix64(seed: seed)
    keeper = Keeper(Intent(), at: now, surroundings: { Self.home })
    disk = Intent()
    handle(.moment)
  }

  mutating func step() {
    switch Int.random(in: 0..<(prefers ? 32 : 20), using: &random) {
    case 17: handle(.desktop(someReport()))
    case 18 where Int.random(in: 0..<4, using: &random) == 0: handle(.inhibited(!isInhibited))
    case 0...2: ask(.style(Bool.random(using: &random) ? .light : .dark))
    case 3:
      ask([.choose(.schedule), .choose(.system), .resume].randomElement(using: &random) ?? .resume)
    case 4: ask(.style(Bool.random(using: &random) ? .light : .dark, until: someTerm()))
    case 5...7: ask(.toggle())
    case 8...12: finishCommit(Int.random(in: 0..<4, using: &random) > 0)
    case 13 where !prefers && Int.random(in: 0..<3, using: &random) == 0: handle(.storeTouched)
    case 13: meetTwin()
    case 14:
      disk = nil
      handle(.storeLost)
    case 15: handle(.moment)
    case 16: now = now.adding(microseconds: -Int64.random(in: 0...3_600_000_000, using: &random))
    case 20...27: ask(preference())
    case 28, 29: handle(.layers(someLayers()))
    default: wait(.random(in: 0...600_000_000, using: &random))
    }
  }

  private var isInhibited: Bool { keeper.snapshot.appearance.isInhibited }

  private mutating func someReport() -> DesktopReport? {
    guard Int.random(in: 0..<8, using: &random) > 0 else { return nil }
    let style = [Style.light, .dark, .dark, nil].randomElement(using: &random) ?? nil
    return DesktopReport(
      source: Int.random(in: 0..<8, using: &random) > 0 ? "gtk" : "kde",
      style: style,
      isHighContrast: [true, false, nil].randomElement(using: &random) ?? nil
    )
  }

  private mutating func someTerm() -> HoldTerm {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .next
    case 1: .sun(.sunset)
    case 2: .clock(.placelessDusk)
    default: .seconds(.random(in: 0...2_000, using: &random))
    }
  }

  /// Finishes the pending commit and all commits that follow it.
  mutating func rest() {
    while commitOut != nil { finishCommit(true) }
    #expect(waiting.isEmpty)
    #expect(!keeper.isBusy)
  }

  private mutating func ask(_ demand: Demand) {
    lastReplyID += 1
    let replyID = ReplyID(lastReplyID)
    waiting.insert(replyID)
    handle(.asked(demand, replyID))
  }

  private mutating func finishCommit(_ isGood: Bool) {
    guard let edits = commitOut else { return }
    commitOut = nil
    guard isGood else { return handle(.commitFailed("no")) }
    // Sometimes another daemon has stored an intent first, without any notice.
    let isMet = prefers && Int.random(in: 0..<4, using: &random) == 0
    let ground = isMet ? someIntent() : disk ?? keeper.durable
    var stored = ground.applying(edits)
    stored.revision = max(ground.revision, keeper.durable.revision) + 1
    disk = stored
    built = (ground, edits)
    handle(.committed(stored))
    built = nil
    #expect(keeper.durable == stored)
  }

  private mutating func meetTwin() {
    let intent = someIntent()
    disk = intent
    handle(.found(intent))
    #expect(keeper.durable == intent)
  }

  /// An intent from another daemon; its revision may be lower.
  private mutating func someIntent() -> Intent {
    var intent = Intent.chosen(Choice.allCases.randomElement(using: &random) ?? .dark, since: now)
    intent.revision = max(keeper.durable.revision + .random(in: -1...1, using: &random), 0)
    if prefers {
      intent.preferences = somePreferences()
      if Bool.random(using: &random) { intent.decision = nil }
    }
    if Bool.random(using: &random) {
      let end = now.adding(microseconds: .random(in: -600_000_000...1_200_000_000, using: &random))
      intent.hold = Hold(
        style: Bool.random(using: &random) ? .light : .dark,
        theme: [nil, "sand"].randomElement(using: &random) ?? nil,
        since: now.adding(microseconds: -900_000_000),
        end: end
      )
    }
    return intent
  }

  /// Lets time pass; a timer that is due usually fires, but sometimes late.
  private mutating func wait(_ microseconds: Int64) {
    now = now.adding(microseconds: microseconds)
    if let timer, timer <= now, Int.random(in: 0..<4, using: &random) > 0 { handle(.moment) }
  }

  private mutating func handle(_ event: Event) {
    let before = keeper.snapshot
    let preferences = keeper.preferences
    let named = built?.edits ?? []
    if case .moment = event { timer = nil }
    if keeper.mustKnowSurroundings(for: event) { handle(.surroundings(Self.home)) }
    let effects = keeper.handle(event, at: now)
    for effect in effects { perform(effect) }
    #expect(effects.map(\.place) == effects.map(\.place).sorted())
    #expect(keeper.isBusy == (commitOut != nil))
    // If the Keeper must read the surroundings first, the request is already queued.
    if case .surroundings = event {} else { #expect(commitOut != nil || waiting.isEmpty) }
    #expect(timer == keeper.wake)
    if let next = keeper.snapshot.appearance.next { #expect(keeper.wake ?? next <= next) }
    holdAgainst(before, effects)
    // Check all preferences only after a change, because the check is slow and most events change
    // none.
    let isNews = keeper.preferences != preferences
    toldKeys += PreferenceTelling(preferences, keeper.preferences, effects)
      .hold(named: named, isAnyNews: isNews)
    if isNews { holdApplications() }
    switch event {
    case .hooks, .otherSwitches, .commitFailed, .storeTouched, .storeLost:
      #expect(keeper.snapshot == before)
    case .asked, .committed, .found, .layers, .surroundings, .moment, .desktop, .inhibited,
      .gnomeWrite, .programsWrite, .programsNotWritten, .gnomeWriteCancelled, .programsAnswered,
      .located, .themes:
      holdAgainstFresh()
    }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .commit(let edits):
      #expect(commitOut == nil && !edits.isEmpty)
      commitOut = edits
      commits += 1
    case .answer(let replyID, let snapshot):
      #expect(waiting.remove(replyID) != nil)
      #expect(snapshot == keeper.snapshot)
      // The Keeper replies only after the intent is on disk.
      #expect(disk == keeper.durable)
      holdCondition(isMet: true)
      built?.edits = []
      answered += 1
    case .refuse(let replyID, let code, _):
      #expect(waiting.remove(replyID) != nil)
      if code == .conflict {
        holdCondition(isMet: false)
        built?.edits = []
        conflicts += 1
      }
      refused += 1
    case .arm(let moment): timer = moment
    case .changed(let snapshot): #expect(snapshot.serial <= keeper.snapshot.serial)
    case .propertiesChanged(let names): #expect(names.last == .appearance)
    case .scheduleChanged, .desktopChanged, .askPrograms, .writeGnomeAgain, .switchIgnored,
      .remember:
      break
    case .preferencesChanged(let changes): #expect(!changes.isEmpty)
    case .applicationChanged(let application, let choice):
      #expect(keeper.preferences.choice(of: application) == choice)
    }
  }

  /// If a conditional change succeeds, it is stored completely; otherwise, no part of it is stored.
  ///
  /// Requests in the same commit as the conditional change get their replies after it.
  private func holdCondition(isMet: Bool) {
    guard let (ground, edits) = built, edits.count == 1, case .prefer(let changes, _?) = edits[0]
    else { return }
    let made = ground.applying([.prefer(changes, ifRevision: nil)])
    let expected = isMet ? made : ground
    #expect(keeper.durable.preferences == expected.preferences)
    #expect(keeper.durable.decision == expected.decision)
  }

  private func holdAgainst(_ before: Snapshot, _ effects: [Effect]) {
    // If an automatic change and a requested change come together, they count as two changes.
    var painted: [Snapshot] = [before]
    for (index, effect) in effects.enumerated() {
      guard case .changed(let snapshot) = effect else { continue }
      #expect(snapshot.serial == painted[painted.count - 1].serial + 1)
      #expect(!snapshot.appearance.paintsLike(painted[painted.count - 1].appearance))
      painted.append(snapshot)
      guard case .propertiesChanged(let names)? = effects.dropFirst(index + 1).first else {
        Issue.record("the properties are not told with it")
        continue
      }
      #expect(names.contains(.serial))
    }
    #expect(keeper.snapshot.appearance.paintsLike(painted[painted.count - 1].appearance))
    #expect(keeper.snapshot.serial == painted[painted.count - 1].serial)
    #expect(painted.count <= 3)
    let isTold = effects.contains { if case .propertiesChanged = $0 { true } else { false } }
    #expect(isTold == (keeper.snapshot != before))
  }

  /// Compares the Keeper with a newly started one, because the appearance must not depend on
  /// earlier events.
  private func holdAgainstFresh() {
    let mine = keeper.snapshot.appearance
    // Inhibitors are not stored, so a newly started daemon does not know them.
    if mine.isInhibited { return }
    var other = Keeper(keeper.durable, keeper.layers, at: now, surroundings: { Self.home })
    _ = other.handle(.desktop(keeper.desktop), at: now)
    #expect(other.preferences == keeper.preferences)
    var fresh = other.snapshot.appearance
    let isLocked = keeper.layers.lock(on: Self.choice) != nil
    // If the fallback, the desktop or a lock decides the style, only a daemon that has run the
    // whole time knows how long the style has been in effect.
    if fresh.reason == .fallback || fresh.reason == .system || isLocked
      || keeper.durable.decision == nil
    {
      fresh.since = keeper.snapshot.appearance.since
    }
    #expect(keeper.snapshot.appearance == fresh)
  }

  private func holdApplications() {
    if isInhibited { return }
    var other = Keeper(keeper.durable, keeper.layers, at: now, surroundings: { Self.home })
    _ = other.handle(.desktop(keeper.desktop), at: now)
    for application in Self.applications {
      var mine = keeper.snapshot(for: application).appearance
      let fresh = other.snapshot(for: application).appearance
      mine.since = fresh.since
      #expect(mine == fresh)
    }
  }
}

extension Effect {
  /// The position of the effect in the required order of effects.
  fileprivate var place: Int {
    switch self {
    case .changed, .propertiesChanged, .desktopChanged, .askPrograms, .writeGnomeAgain,
      .switchIgnored, .remember:
      2
    case .scheduleChanged: 3
    case .preferencesChanged: 4
    case .applicationChanged: 5
    case .answer, .refuse: 6
    case .commit: 7
    case .arm: 8
    }
  }
}
