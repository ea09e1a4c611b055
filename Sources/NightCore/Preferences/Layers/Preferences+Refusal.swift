/// Why a change of preferences is refused.
package struct PreferenceRefusal: Error, Equatable, Sendable {
  package let fault: Fault
  package let message: String

  init(_ fault: Fault, _ message: String) {
    self.fault = fault
    self.message = message
  }

  init(_ flaw: PreferenceKey.Flaw) { self.init(flaw.fault, flaw.message) }
}

extension Preferences {
  /// The edits as they may be made, each value as its key has it; all of them or none.
  ///
  /// `isCall` says that they come from the call that is made for the key.
  package func checked(
    _ edits: [PreferenceEdit],
    isCall: Bool = false
  ) throws(PreferenceRefusal) -> [PreferenceEdit] {
    guard edits.count <= PreferenceLimits.edits else {
      throw PreferenceRefusal(
        .limitExceeded,
        "a call makes at most \(PreferenceLimits.edits) changes"
      )
    }
    var checked: [PreferenceEdit] = []
    checked.reserveCapacity(edits.count)
    for edit in edits { checked.append(try self.checked(edit, isCall)) }
    return checked
  }

  private func checked(
    _ edit: PreferenceEdit,
    _ isCall: Bool
  ) throws(PreferenceRefusal) -> PreferenceEdit {
    guard case .key(let key) = edit.subject else { return edit }
    let entry = PreferenceTable.entry(key)
    guard let value = edit.value else {
      // What an older or newer version left may always be taken back, but by no slip.
      guard entry != nil || !key.isOfDesktop || stored.json(at: key.path) != nil else {
        throw unknown(key)
      }
      try refuseIfLocked(key)
      return edit
    }
    guard isCall || entry?.writer != .call else {
      throw PreferenceRefusal(
        .invalidValue,
        "\(key.name) is changed by nightctl set" + (key.isOfDesktop ? "" : " --app")
          + " and can only be taken back here"
      )
    }
    let accepted: PreferenceValue
    switch key.judge(value) {
    case .success(let value): accepted = value
    case .failure(let flaw): throw PreferenceRefusal(flaw)
    }
    try refuseIfLocked(key)
    return PreferenceEdit(key, accepted)
  }

  private func unknown(_ key: PreferenceKey) -> PreferenceRefusal {
    PreferenceRefusal(
      .unknownKey,
      "\(JSONReader.quoted(key.name)) is no key that nightd knows" + PreferenceTable.meant(key.name)
    )
  }

  package func refuseIfLocked(_ key: PreferenceKey) throws(PreferenceRefusal) {
    guard let lock = layers.lock(changing: key) else { return }
    throw PreferenceRefusal(.locked, "\(key.named) is locked by \(lock.place)")
  }

  /// Whether what would be stored stays within the limits, and leaves every value in its place.
  func limit(after edits: [PreferenceEdit]) throws(PreferenceRefusal) -> StoredPreferences {
    for edit in edits {
      guard case .key(let key) = edit.subject, edit.value != nil else { continue }
      try refuseIfHidden(key)
    }
    let after = stored.applying(edits)
    // What is there already may stay, whatever a hand or another version put there.
    guard after.size.keys <= max(PreferenceLimits.keys, stored.size.keys) else {
      throw PreferenceRefusal(
        .limitExceeded,
        "at most \(PreferenceLimits.keys) preferences can be set; take others back first"
      )
    }
    guard !after.exceeds(PreferenceLimits.sectionBytes) || after.size.bytes <= stored.size.bytes
    else {
      throw PreferenceRefusal(
        .limitExceeded,
        "all preferences together take at most \(PreferenceLimits.sectionBytes >> 10) KiB; "
          + "take others back first"
      )
    }
    return after
  }

  /// A value that is no dictionary has no names below it.
  private func refuseIfHidden(_ key: PreferenceKey) throws(PreferenceRefusal) {
    guard !key.isOfDesktop else { return }
    let parts = key.parts
    for count in 1..<max(parts.count, 1) {
      let above = PreferenceKey(
        known: parts.prefix(count).joined(separator: "."),
        of: key.application
      )
      guard let json = stored.json(at: above.path) else { return }
      if case .object = json, !json.isTag { continue }
      throw PreferenceRefusal(
        .invalidValue,
        "\(above.name) is set and no dictionary, so that \(key.name) cannot stand below it"
      )
    }
  }
}

extension Layers {
  /// The lock on a key, or on a name within what it holds.
  func lock(changing key: PreferenceKey) -> Lock? {
    if let lock = lock(on: key) { return lock }
    for (index, system) in systems.enumerated() {
      for lock in system.locks.locks
      where lock.name.hasPrefix(key.name + ".")
        && (lock.application == nil || lock.application == key.application)
        && !key.isOfDesktop
      {
        return Lock(system: index, file: system.locks.path, position: lock.position)
      }
    }
    return nil
  }
}
