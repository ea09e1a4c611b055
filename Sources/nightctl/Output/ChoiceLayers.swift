import NightCore
import NightValues

/// The layer that has the choice in force, from the rows of `Explain`.
struct ChoiceLayers {
  let origin: PreferenceOrigin?
  /// The place of the choice, as `FILE:LINE:COLUMN`; empty if the choice is in no file.
  let place: String
  /// The place of the lock that makes nightd ignore the layers above it; nil without a lock.
  ///
  /// The place has the form `FILE:LINE:COLUMN`.
  let lock: String?
  /// The choice that was set and is ignored because of the lock; nil if no choice is ignored.
  let passedOver: String?

  /// If an older daemon does not report the layers, every value is nil or empty.
  init(_ rows: [LayerRow] = []) {
    let winner = rows.first(where: \.wins)
    origin = winner?.origin
    place = winner?.place ?? ""
    lock = rows.last { $0.lock != nil }?.lock
    passedOver = rows.first { $0.origin == .set && $0.isIgnored }?.value?.bare
  }

  /// Whether a lock puts the built-in choice in force, because the machine's files set no choice.
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

/// The layer from which a value in force comes.
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
