extension Preferences {
  /// The edits as they may be made, each value as its key has it; all of them or none.
  package func checked(
    _ edits: [PreferenceEdit]
  ) throws(Denial) -> [PreferenceEdit] {
    guard edits.count <= PreferenceLimits.edits else {
      throw Denial(
        .limitExceeded,
        "a call makes at most \(PreferenceLimits.edits) changes"
      )
    }
    var checked: [PreferenceEdit] = []
    checked.reserveCapacity(edits.count)
    var touched: Set<PreferenceKey> = []
    for edit in edits {
      // Once for each application, however often it is named.
      if case .application(let application) = edit.subject,
        touched.contains(.whole(application))
      {
        continue
      }
      let edit = try self.checked(edit)
      if let whole = taken(for: edit, &touched) { checked.append(whole) }
      checked.append(edit)
    }
    return checked
  }

  /// A dictionary of a layer below, to be set as a whole before one of its names is.
  ///
  /// Dictionaries do not merge: with that name alone, all others would be gone.
  private func taken(
    for edit: PreferenceEdit,
    _ touched: inout Set<PreferenceKey>
  ) -> PreferenceEdit? {
    switch edit.subject {
    case .application(let application):
      touched.insert(.whole(application))
      return nil
    case .key(let key):
      guard touched.insert(key.outermost ?? key).inserted, edit.value != nil,
        !touched.contains(.whole(key.application)),
        let outermost = key.outermost, stored.json(at: outermost.path) == nil,
        let value = value(outermost), case .dictionary = value
      else { return nil }
      return PreferenceEdit(outermost, value)
    }
  }

  private func checked(
    _ edit: PreferenceEdit
  ) throws(Denial) -> PreferenceEdit {
    let key: PreferenceKey
    switch edit.subject {
    case .key(let named): key = named
    case .application(let application):
      for name in stored.names(of: application) {
        try refuseIfLocked(PreferenceKey(known: name, of: application))
      }
      return edit
    }
    let entry = PreferenceTable.entry(key)
    guard let value = edit.value else {
      guard entry != nil || !key.isOfDesktop || isLeft(key) else { throw unknown(key) }
      try refuseIfLocked(key)
      return edit
    }
    do throws(PreferenceKey.Flaw) {
      try PreferenceKey.checkNewApplication(key.application)
    } catch {
      throw Denial(error)
    }
    guard entry?.writer != .call else {
      throw Denial(
        .invalidValue,
        "\(key.name) is changed by nightctl set and can only be taken back here"
      )
    }
    let accepted: PreferenceValue
    switch key.judge(value) {
    case .success(let value): accepted = value
    case .failure(let flaw): throw Denial(flaw)
    }
    try refuseIfLocked(key)
    return PreferenceEdit(key, accepted)
  }

  /// Whether an older or newer version left something there that may be taken back; what names
  /// nest in is no key, and with it everything below would go.
  private func isLeft(_ key: PreferenceKey) -> Bool {
    guard key.parts.first != PreferenceKey.applications, let json = stored.json(at: key.path) else {
      return false
    }
    guard case .object = json else { return true }
    return !PreferenceTable.isPrefix(key.name)
  }

  private func unknown(_ key: PreferenceKey) -> Denial {
    Denial(
      .unknownKey,
      "\(MessageText.singleQuoted(key.name)) is no key that nightd knows"
        + PreferenceTable.meant(key.name)
    )
  }

  package func refuseIfLocked(_ key: PreferenceKey) throws(Denial) {
    guard let lock = layers.lock(on: key) else { return }
    throw Denial(.locked, "\(key.named) is locked by \(lock.place)")
  }

  /// Whether what would be stored stays within the limits, and leaves every value in its place.
  func limit(after edits: [PreferenceEdit]) throws(Denial) -> StoredPreferences {
    var dictionaries: Set<PreferenceKey> = []
    let after = try stored.applying(edits) { (edit, members) throws(Denial) in
      guard case .key(let key) = edit.subject, let outer = key.outermost, edit.value != nil else {
        return
      }
      try Self.refuseIfHidden(key, in: members)
      dictionaries.insert(outer)
    }
    // Many parts may make more of a dictionary than could be set in one piece.
    for key in dictionaries {
      guard let json = after.json(at: key.path), let value = try? PreferenceValue(json),
        case .failure(let flaw) = key.judge(value)
      else { continue }
      throw Denial(flaw)
    }
    // What is there already may stay, whatever a hand or another version put there.
    guard after.size.keys <= max(PreferenceLimits.keys, stored.size.keys) else {
      throw Denial(
        .limitExceeded,
        "at most \(PreferenceLimits.keys) preferences can be set; take others back first"
      )
    }
    guard !after.exceeds(PreferenceLimits.sectionBytes) || after.size.bytes <= stored.size.bytes
    else {
      throw Denial(
        .limitExceeded,
        "all preferences together take at most \(PreferenceLimits.sectionBytes >> 10) KiB; "
          + "take others back first"
      )
    }
    guard after.size.values <= max(PreferenceLimits.allValues, stored.size.values) else {
      throw Denial(
        .limitExceeded,
        "all preferences together hold at most \(PreferenceLimits.allValues) values; "
          + "take others back first"
      )
    }
    return after
  }

  /// A value that is no dictionary has no names below it.
  private static func refuseIfHidden(
    _ key: PreferenceKey,
    in members: [JSON.Member]
  ) throws(Denial) {
    let path = key.path
    let outer = path.count - key.parts.count
    for count in (outer + 1)..<path.count {
      guard let json = JSON.value(at: path[..<count], in: members) else { return }
      if case .object = json, !json.isTag { continue }
      throw Denial(
        .invalidValue,
        "\(path[outer..<count].joined(separator: ".")) is set and no dictionary, "
          + "so that \(key.name) cannot stand below it"
      )
    }
  }
}
