/// The preferences in force: the values set through nightd, and all layers below them.
package struct Preferences: Equatable, Sendable {
  package var stored: StoredPreferences
  /// The choice that was set through nightd; nil if no choice was set.
  ///
  /// The choice is stored separately from the preferences, but is looked up like a preference.
  package var choice: Choice?
  package var layers: Layers

  package init(_ intent: Intent, _ layers: Layers) {
    stored = intent.preferences
    choice = intent.decision?.choice
    self.layers = layers
  }

  /// The rows of all layers for a key, in the order in which the layers are searched; `wins` marks
  /// the row in force.
  ///
  /// Layers do not merge dictionaries. For a key in a dictionary, the first layer with that
  /// dictionary decides, even if its dictionary lacks the key.
  package func rows(_ key: PreferenceKey) -> [LayerRow] {
    guard let outermost = key.outermost else { return wholeRows(key) }
    return wholeRows(outermost).map { whole in
      guard whole.value != nil else { return whole }
      if let row = part(key, of: whole) { return row }
      var row = whole
      row.value = nil
      row.flaw = "\(outermost.name) is set here as a dictionary that lacks this key"
      row.wins = false
      return row
    }
  }

  /// Makes the row for a key from the row for the dictionary that contains the key.
  ///
  /// Returns nil if the dictionary does not contain the key.
  func part(_ key: PreferenceKey, of whole: LayerRow) -> LayerRow? {
    guard let value = whole.value?.value(at: key.parts.dropFirst()) else { return nil }
    var row = whole
    row.value = value
    if let file = row.file, let position = layers.position(of: key, in: file) {
      row.position = position
    }
    return row
  }

  private func wholeRows(_ key: PreferenceKey) -> [LayerRow] {
    let lock = layers.lock(on: key)
    var rows: [LayerRow] = []
    if !key.isOfDesktop { rows += section(key, lock, isOwn: true) }
    let entry = PreferenceTable.entry(key)
    if key.isOfDesktop {
      rows += section(key, lock, isOwn: false)
    } else if entry?.scope == .both {
      rows += section(PreferenceKey(known: key.name), lock, isOwn: false)
    }
    var registered = LayerRow(.registered, isOwn: false)
    registered.value = entry?.registered
    rows.append(registered)
    if let winner = rows.firstIndex(where: { $0.value != nil && !$0.isIgnored }) {
      rows[winner].wins = true
    }
    return rows
  }

  /// The value in force and its layer; nil if no layer has a value.
  package func found(_ key: PreferenceKey) -> LayerRow? { rows(key).first { $0.wins } }

  package func value(_ key: PreferenceKey) -> PreferenceValue? { found(key)?.value }

  /// The keys in the table of preferences, followed by the application's own keys that have a value
  /// in any layer.
  package func keys(of application: String = "") -> [PreferenceKey] {
    let known = PreferenceTable.keys(of: application)
    guard !application.isEmpty else { return known }
    var names = stored.names(of: application) + (layers.user?.names(of: application) ?? [])
    for system in layers.systems { names += system.config.names(of: application) }
    let free = names.filter { name in !known.contains { $0.name == name } }
    return known
      + Self.unique(free).compactMap { name in
        // Skip a name with a dot, because a dot in a key separates names.
        guard !name.utf8.contains(UInt8(ascii: ".")),
          let key = try? PreferenceKey(name, of: application)
        else { return nil }
        return key.isOfThemes && ThemeSlot.areAll(of: value(key)) ? nil : key
      }
  }

  /// The applications that have a value in any layer, and whose names can be sent on the bus.
  package var applications: [String] {
    var names = stored.applications + (layers.user?.applications ?? [])
    for system in layers.systems { names += system.config.applications }
    return Self.unique(names).filter(PreferenceKey.isApplication)
  }

  static func unique(_ names: [String]) -> [String] {
    let ordered = names.sorted { $0.precedes($1) }
    var unique: [String] = []
    for name in ordered where unique.last.map({ !$0.isSameText(as: name) }) ?? true {
      unique.append(name)
    }
    return unique
  }
}

// MARK: - The layers of one section

extension Preferences {
  /// The rows of all layers for a key of the desktop or of an application; marks the rows that a
  /// lock makes nightd ignore.
  private func section(_ key: PreferenceKey, _ lock: Layers.Lock?, isOwn: Bool) -> [LayerRow] {
    var rows = [setRow(key, isOwn: isOwn)]
    if let user = layers.user { rows.append(Self.row(.user, user, key, isOwn: isOwn)) }
    for index in rows.indices { rows[index].isIgnored = lock != nil }
    for (index, system) in layers.systems.enumerated() {
      var row = Self.row(.system, system.config, key, isOwn: isOwn)
      row.lock = system.locks.position(of: key).map { "\(system.locks.path):\($0)" }
      row.isIgnored = lock.map { index < $0.system } ?? false
      rows.append(row)
    }
    return rows
  }

  private func setRow(_ key: PreferenceKey, isOwn: Bool) -> LayerRow {
    var row = LayerRow(.set, isOwn: isOwn)
    if key.isOfDesktop, key.name == PreferenceTable.choice {
      row.value = choice.map { .string($0.rawValue) }
      return row
    }
    guard !stored.isEmpty, let json = stored.json(at: key.path) else { return row }
    do throws(Flaw) {
      row.value = try key.judge(try PreferenceValue(json))
    } catch {
      row.flaw = error.message
    }
    return row
  }

  private static func row(
    _ origin: PreferenceOrigin,
    _ config: ConfigFile,
    _ key: PreferenceKey,
    isOwn: Bool
  ) -> LayerRow {
    var row = LayerRow(origin, isOwn: isOwn)
    row.file = config.path
    switch config.saying(key) {
    case nil: break
    case .value(let value, let position):
      row.value = value
      row.position = position
    case .flaw(let why, let position):
      row.flaw = why
      row.position = position
    }
    return row
  }
}

extension Preferences {
  /// The schedule in effect; the default schedule if no layer sets a schedule.
  package var schedule: Schedule {
    let value = value(PreferenceKey(known: PreferenceTable.schedule))
    return value.flatMap { try? Schedule($0) } ?? .default
  }
}
