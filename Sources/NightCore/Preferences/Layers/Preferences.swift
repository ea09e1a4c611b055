/// The preferences as they are in force: what is set through the daemon over everything below it.
package struct Preferences: Equatable, Sendable {
  package var stored: StoredPreferences
  /// The choice that was set; it is stored beside the preferences, and found with them.
  package var choice: Choice?
  package var layers: Layers

  package init(_ intent: Intent, _ layers: Layers) {
    stored = intent.preferences
    choice = intent.decision?.choice
    self.layers = layers
  }

  /// Every layer in the order searched, the one that decides marked.
  ///
  /// Dictionaries do not merge: where a name leads into one, the first layer that has the dictionary
  /// decides, though it may not have the name.
  package func rows(_ key: PreferenceKey) -> [LayerRow] {
    guard let outermost = key.outermost else { return wholeRows(key) }
    return wholeRows(outermost).map { whole in
      guard whole.value != nil else { return whole }
      if let row = part(key, of: whole) { return row }
      var row = whole
      row.value = nil
      row.flaw = "\(outermost.name) stands here as a whole, and without it"
      row.wins = false
      return row
    }
  }

  /// What a layer says of a key, of what it says of the dictionary that the key is in; nil if that does
  /// not have it.
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
    if let winner = rows.firstIndex(where: { $0.value != nil && !$0.isPassedOver }) {
      rows[winner].wins = true
    }
    return rows
  }

  /// What is in force, and where it stands; nil where no layer says anything.
  package func found(_ key: PreferenceKey) -> LayerRow? { rows(key).first { $0.wins } }

  package func value(_ key: PreferenceKey) -> PreferenceValue? { found(key)?.value }

  /// The keys that have a value: those of the table first, then an application's own.
  package func keys(of application: String = "") -> [PreferenceKey] {
    let known = PreferenceTable.keys(of: application)
    guard !application.isEmpty else { return known }
    var names = stored.names(of: application) + (layers.user?.names(of: application) ?? [])
    for system in layers.systems { names += system.config.names(of: application) }
    let free = names.filter { name in !known.contains { $0.name == name } }
    return known
      + Self.unique(free).compactMap { name in
        // A name with a dot leads to no member that has the dot in its name.
        guard !name.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return try? PreferenceKey(name, of: application)
      }
  }

  /// Those of which any layer says something and of whom others can be told.
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
  /// With a lock the search begins in its layer.
  private func section(_ key: PreferenceKey, _ lock: Layers.Lock?, isOwn: Bool) -> [LayerRow] {
    var rows = [setRow(key, isOwn: isOwn)]
    if let user = layers.user { rows.append(Self.row(.user, user, key, isOwn: isOwn)) }
    for index in rows.indices { rows[index].isPassedOver = lock != nil }
    for (index, system) in layers.systems.enumerated() {
      var row = Self.row(.system, system.config, key, isOwn: isOwn)
      row.lock = system.locks.position(of: key).map { "\(system.locks.path):\($0)" }
      row.isPassedOver = lock.map { index < $0.system } ?? false
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
    guard let json = stored.json(at: key.path) else { return row }
    do throws(PreferenceValue.Flaw) {
      switch key.judge(try PreferenceValue(json)) {
      case .success(let value): row.value = value
      case .failure(let flaw): row.flaw = flaw.message
      }
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
