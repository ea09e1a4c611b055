import NightCore

/// Which layer has the choice that is in force, as `Explain` tells it.
struct ChoiceLayers {
  let origin: PreferenceOrigin?
  /// `FILE:LINE:COLUMN`; empty where the choice stands in no file.
  let place: String
  /// The lock that has the search begin where it does.
  let lock: String?
  /// What was set and counts for nothing under the lock.
  let passedOver: String?

  /// Nothing is known from a daemon that does not tell.
  init(_ rows: [LayerRow] = []) {
    let winner = rows.first(where: \.wins)
    origin = winner?.origin
    place = winner?.place ?? ""
    lock = rows.last { $0.lock != nil }?.lock
    passedOver = rows.first { $0.origin == .set && $0.isIgnored }?.value?.bare
  }

  /// Whether a lock has the registered choice in force, since no file of the machine makes one.
  var isFixedByDefault: Bool { lock != nil && origin == .registered }

  /// `FILE, line 1`.
  var lockPlace: String {
    var words = (lock ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard words.count > 2 else { return lock ?? "" }
    words.removeLast()
    let line = words.removeLast()
    return words.joined(separator: ":") + ", line \(line)"
  }

  var json: [JSON.Member] {
    var members: [JSON.Member] = []
    if let origin { members.append(.init(name: "choice-origin", value: .string(origin.rawValue))) }
    if !place.isEmpty { members.append(.init(name: "choice-place", value: .string(place))) }
    if let lock { members.append(.init(name: "choice-lock", value: .string(lock))) }
    return members
  }
}
