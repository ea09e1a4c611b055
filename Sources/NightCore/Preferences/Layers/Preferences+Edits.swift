/// One change to the preferences that are set through the daemon.
package struct PreferenceEdit: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case key(PreferenceKey)
    /// The edit removes all of this application's preferences that were set through the daemon.
    case application(String)
  }

  package let subject: Subject
  /// The new value; nil removes the value that was set, so that a lower layer's value takes effect.
  package let value: PreferenceValue?

  package init(_ key: PreferenceKey, _ value: PreferenceValue?) {
    subject = .key(key)
    self.value = value
  }

  package init(forgetting application: String) {
    subject = .application(application)
    value = nil
  }

  /// The application whose preferences the edit changes; nil if the edit changes the desktop's
  /// preferences.
  var application: String? {
    switch subject {
    case .key(let key): key.isOfDesktop ? nil : key.application
    case .application(let application): application
    }
  }

  /// Whether the edit removes the choice.
  var isOfChoice: Bool {
    guard case .key(let key) = subject, key.isOfDesktop else { return false }
    return key == PreferenceKey(known: PreferenceTable.choice)
  }

  /// Whether the edit changes the desktop's theme for a style and contrast.
  package var isOfTheme: Bool {
    guard case .key(let key) = subject, key.isOfDesktop else { return false }
    return key.isThemeSlot
  }
}

extension Preferences {
  /// Returns all edits with their values in standard form; throws if an edit is refused.
  package func checked(
    _ edits: [PreferenceEdit]
  ) throws(DemandRefusal) -> [PreferenceEdit] {
    guard edits.count <= PreferenceLimits.edits else {
      throw DemandRefusal(
        .limitExceeded,
        "a call makes at most \(PreferenceLimits.edits) changes"
      )
    }
    var checked: [PreferenceEdit] = []
    checked.reserveCapacity(edits.count)
    var touched: Set<PreferenceKey> = []
    for edit in edits {
      // An earlier edit already removes all values of this application, so skip this one.
      if case .application(let application) = edit.subject,
        touched.contains(.whole(application))
      {
        continue
      }
      let edit = try self.checked(edit)
      if let whole = wholeDictionary(for: edit, &touched) { checked.append(whole) }
      checked.append(edit)
    }
    return checked
  }

  /// Returns an edit that copies the whole dictionary around the key of `edit` from a lower layer,
  /// and that must be made before `edit`; nil if `edit` needs no copy.
  ///
  /// Layers do not merge dictionaries, so if only one name were set, the other names would lose
  /// their values.
  private func wholeDictionary(
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
  ) throws(DemandRefusal) -> PreferenceEdit {
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
    let accepted: PreferenceValue
    do throws(Flaw) {
      try PreferenceKey.checkNewApplication(key.application)
      guard entry?.writer != .call else {
        throw Flaw("\(key.name) is changed by nightctl set and can only be deleted here")
      }
      accepted = try key.judge(value)
    } catch {
      throw DemandRefusal(error)
    }
    try refuseIfLocked(key)
    return PreferenceEdit(key, accepted)
  }

  /// Whether the key has a value that another version of nightd stored and that may be removed.
  ///
  /// If other keys begin with the key's name and a dot, the name is a dictionary and not a key.
  /// Removing that dictionary would remove all those keys.
  private func isLeft(_ key: PreferenceKey) -> Bool {
    guard key.parts.first != PreferenceKey.applications, let json = stored.json(at: key.path) else {
      return false
    }
    guard case .object = json else { return true }
    return !PreferenceTable.isPrefix(key.name)
  }

  private func unknown(_ key: PreferenceKey) -> DemandRefusal {
    DemandRefusal(
      .unknownKey,
      "\(MessageText.quoted(key.name)) is not a key that nightd knows"
        + PreferenceTable.meant(key.name)
    )
  }

  package func refuseIfLocked(_ key: PreferenceKey) throws(DemandRefusal) {
    guard let lock = layers.lock(on: key) else { return }
    throw DemandRefusal(.locked, "\(key.named) is locked by \(lock.place)")
  }

  /// Returns the preferences after the edits; throws if the preferences would exceed a limit, or if
  /// an edit sets a key that another value hides.
  func limit(after edits: [PreferenceEdit]) throws(DemandRefusal) -> StoredPreferences {
    var dictionaries: Set<PreferenceKey> = []
    let after = try stored.applying(edits) { (edit, members) throws(DemandRefusal) in
      guard case .key(let key) = edit.subject, let outer = key.dictionary, edit.value != nil else {
        return
      }
      try Self.refuseIfHidden(key, in: members)
      dictionaries.insert(outer)
    }
    // Several edits together can make a dictionary too large, so check every dictionary again.
    for key in dictionaries {
      guard let json = after.json(at: key.path), let value = try? PreferenceValue(json) else {
        continue
      }
      do throws(Flaw) { _ = try key.judge(value) } catch { throw DemandRefusal(error) }
    }
    // Another program may have stored too many preferences already, so refuse only edits that add
    // more.
    guard after.size.keys <= max(PreferenceLimits.keys, stored.size.keys) else {
      throw DemandRefusal(
        .limitExceeded,
        "at most \(PreferenceLimits.keys) preferences can be set; remove some of them first"
      )
    }
    guard !after.exceeds(PreferenceLimits.sectionBytes) || after.size.bytes <= stored.size.bytes
    else {
      throw DemandRefusal(
        .limitExceeded,
        "all preferences together take at most \(PreferenceLimits.sectionBytes >> 10) KiB; "
          + "remove some of them first"
      )
    }
    guard after.size.values <= max(PreferenceLimits.allValues, stored.size.values) else {
      throw DemandRefusal(
        .limitExceeded,
        "all preferences together hold at most \(PreferenceLimits.allValues) values; "
          + "remove some of them first"
      )
    }
    return after
  }

  /// Refuses a key such as `a.b` if `a` has a value that is not a dictionary.
  private static func refuseIfHidden(
    _ key: PreferenceKey,
    in members: [JSON.Member]
  ) throws(DemandRefusal) {
    let path = key.path
    let outer = path.count - key.parts.count
    for count in (outer + 1)..<path.count {
      guard let json = JSON.value(at: path[..<count], in: members) else { return }
      if case .object = json, !json.isTag { continue }
      throw DemandRefusal(
        .invalidValue,
        "\(path[outer..<count].joined(separator: ".")) is set and is not a dictionary, "
          + "so \(key.name) cannot be set below it"
      )
    }
  }
}
