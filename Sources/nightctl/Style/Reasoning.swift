import NightContract
import NightCore

/// All facts that determine the style at one moment, and the other facts that the messages need.
@dynamicMemberLookup
struct Reasoning {
  var explanation: Explanation
  /// The application that `--app` selects; nil if the answer is about the desktop.
  var application: String?
  var now: Instant
  var clock: ScheduleDays.WallClock = { LocalTime($0) }

  init(_ explanation: Explanation, at now: Instant) {
    self.explanation = explanation
    self.now = now
  }

  subscript<Fact>(dynamicMember path: WritableKeyPath<Explanation, Fact>) -> Fact {
    get { explanation[keyPath: path] }
    set { explanation[keyPath: path] = newValue }
  }

  var layers: ChoiceLayers { ChoiceLayers(explanation.choice) }
}

extension Reasoning {
  var time: LocalTime { clock(now) }

  /// The time at which the present state began.
  ///
  /// If something interrupted the style, such as a hold that has ended, this time is the end of the
  /// interruption, and later than the `since` of the appearance.
  var begun: Instant {
    let since = explanation.appearance.since
    guard let time = explanation.beginning?.time,
      time > since.adding(microseconds: Self.longestStore)
    else { return since }
    return time
  }

  /// The longest time that storing a change can take, in microseconds.
  ///
  /// This limit assumes that no disk takes longer than one minute.
  private static let longestStore: Int64 = 60_000_000

  /// Who asked for the style in effect; nil if nobody asked for it, or if it is unknown who did.
  var asker: HistoryEntry.Origin? {
    guard let beginning = explanation.beginning else {
      return explanation.appearance.isByDesktop ? .desktop : nil
    }
    return beginning.origin
  }

  /// The style that takes effect when the inhibitors end; nil if it is unknown or the same as now.
  var coming: Style? {
    let appearance = explanation.appearance
    guard appearance.reason == .inhibit, appearance.holdUntil == nil else { return nil }
    let style: Style? =
      switch appearance.choice {
      case .light: .light
      case .dark: .dark
      case .schedule: explanation.schedule?.planned
      case .system: appearance.desktop == .dark ? .dark : .light
      }
    return style == appearance.style ? nil : style
  }
}

extension Reasoning {
  /// All facts except the appearance, as JSON.
  ///
  /// The members have the names that the D-Bus interface uses.
  var json: [JSON.Member] {
    var members = layers.json + (explanation.place?.members ?? []) + explanation.desktop.json
    let inhibitors = explanation.inhibitors
    if !inhibitors.isEmpty {
      members.append(.init(name: "inhibitors", value: .array(inhibitors.map { .object($0.json) })))
    }
    if let problem = explanation.storeProblem {
      members.append(.init(name: "unread", value: .object(problem.json)))
    }
    if let last = explanation.lastChange {
      members.append(.init(name: "last-change", value: .object(last.json)))
    }
    return members
  }
}

extension DesktopView {
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = []
    if let source = report?.source {
      members.append(.init(name: "desktop-source", value: .string(source)))
    }
    members.append(.init(name: "desktop-ignored", value: .bool(isIgnored)))
    return members
  }
}

/// The layer whose choice is in force, from the rows in the reply to `Explain`.
struct ChoiceLayers {
  let origin: PreferenceOrigin?
  /// The place of the choice, as `FILE:LINE:COLUMN`; empty if the choice is in no file.
  let place: String
  /// The place of the lock that makes nightd ignore other layers; nil if the choice is not locked.
  ///
  /// The place has the form `FILE:LINE:COLUMN`.
  let lock: String?
  /// The user's choice that the lock disables; nil if no choice is disabled.
  let passedOver: String?

  /// A daemon that is older than this nightctl may not report layers; all values are then nil or
  /// empty.
  init(_ rows: [LayerRow] = []) {
    let winner = rows.first(where: \.wins)
    origin = winner?.origin
    place = winner?.place ?? ""
    lock = rows.last { $0.lock != nil }?.lock
    passedOver = rows.first { $0.origin == .set && $0.isIgnored }?.value?.bare
  }

  /// Whether the built-in choice is fixed, because the choice is locked but no file sets a choice.
  var isFixedByDefault: Bool { lock != nil && origin == .registered }

  /// The place of the lock, as `FILE, line 1`.
  var lockPlace: String {
    var parts = (lock ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return lock ?? "" }
    parts.removeLast()
    let line = parts.removeLast()
    return parts.joined(separator: ":") + ", line \(line)"
  }

  var json: [JSON.Member] {
    var members: [JSON.Member] = []
    if let origin { members.append(.init(name: "choice-origin", value: .string(origin.rawValue))) }
    if !place.isEmpty { members.append(.init(name: "choice-place", value: .string(place))) }
    if let lock { members.append(.init(name: "choice-lock", value: .string(lock))) }
    return members
  }
}

/// The layer that a value in force comes from.
struct LayerPlace {
  let layer: PreferenceOrigin
  /// The place of the value, as `FILE:LINE:COLUMN`; empty if the value is in no file.
  let place: String

  init(_ answer: (origin: PreferenceOrigin, place: String)) {
    layer = answer.origin
    place = answer.place
  }

  var json: [JSON.Member] {
    let own: [JSON.Member] = [.init(name: "origin", value: .string(layer.rawValue))]
    return place.isEmpty ? own : own + [.init(name: "place", value: .string(place))]
  }
}
