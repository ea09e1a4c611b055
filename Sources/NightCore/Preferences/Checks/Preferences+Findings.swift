extension Preferences {
  /// All findings in the hand-written files and in the daemon's own stored file.
  package func findings(storedIn file: String) -> [PreferenceFinding] {
    findings + PreferenceFinding.few(lockedFindings(file)) + storedFindings(file)
      + halfPlace(storedIn: file)
  }

  /// Reports a latitude that is set without a longitude, or a longitude that is set without a
  /// latitude.
  private func halfPlace(storedIn file: String) -> [PreferenceFinding] {
    let names = [PreferenceTable.latitude, PreferenceTable.longitude]
    let given = names.map { PreferenceKey(known: $0) }.compactMap { key in
      found(key).map { (key: key, row: $0) }
    }
    guard given.count == 1, let half = given.first else { return [] }
    let missing = names.first { $0 != half.key.name } ?? ""
    return [
      PreferenceFinding(
        .value,
        in: half.row.file ?? file,
        at: half.row.position,
        of: half.key,
        PreferenceTable.halfPlace(half.key.name, missing)
          + "; nightd uses the place from GeoClue or the time zone instead",
        advice: "nightctl location LAT,LON"
      )
    ]
  }

  /// All findings in the hand-written files.
  package var findings: [PreferenceFinding] {
    var findings = layers.user.map { $0.findings + ineffective($0) } ?? []
    for (index, system) in layers.systems.enumerated() {
      findings += system.config.findings + system.locks.findings + idleLocks(index)
    }
    return findings
  }

  /// Returns the findings that `old` does not have, and the findings about values that the user has
  /// just changed but that have no effect.
  package func news(since old: Preferences) -> [PreferenceFinding] {
    let before = old.findings
    return findings.filter { finding in
      let isKnown = before.contains {
        $0.kind == finding.kind && $0.file == finding.file && $0.key == finding.key
          && $0.message == finding.message
      }
      guard isKnown, finding.kind == .shadowed, let key = finding.key else { return !isKnown }
      return layers.user?.value(key) != old.layers.user?.value(key)
    }
  }

  /// Findings about the values in a configuration file that have no effect.
  package func ineffective(_ config: ConfigFile) -> [PreferenceFinding] {
    let findings = config.keys.compactMap { key -> PreferenceFinding? in
      guard case .value(let value, let position) = config.saying(key) else { return nil }
      if let lock = layers.lock(on: key) {
        return PreferenceFinding(
          .locked,
          in: config.path,
          at: position,
          of: key,
          "\(key.named) is locked by \(lock.place), so this value has no effect"
        )
      }
      guard let set = setValue(key), set != value else { return nil }
      return PreferenceFinding(
        .shadowed,
        in: config.path,
        at: position,
        of: key,
        "\(key.named) was set to another value through nightd, and that value overrides this one",
        advice: "nightctl prefs delete \(key.words)"
      )
    }
    let start = Position.start
    return PreferenceFinding.few(
      findings.sorted { ($0.position ?? start).precedes($1.position ?? start) }
    )
  }

  private func setValue(_ key: PreferenceKey) -> PreferenceValue? {
    rows(key).first { $0.origin == .set }?.value
  }

  /// Findings about locks that have no effect, because a folder that is searched later locks the
  /// same key.
  private func idleLocks(_ index: Int) -> [PreferenceFinding] {
    let system = layers.systems[index]
    let idle = system.locks.locks.compactMap { lock -> PreferenceFinding? in
      guard lock.name != "*", !lock.name.hasSuffix(".*"),
        let key = try? PreferenceKey(lock.name, of: lock.application ?? ""),
        let decisive = layers.lock(on: key), decisive.system != index
      else { return nil }
      return PreferenceFinding(
        .lock,
        in: system.locks.path,
        at: lock.position,
        of: key,
        "\(key.named) is also locked by \(decisive.place), so this lock has no effect"
      )
    }
    return PreferenceFinding.few(idle)
  }

  /// Findings about values that were set, but have no effect because a system file locks the key.
  private func lockedFindings(_ file: String) -> [PreferenceFinding] {
    let all = keys() + stored.applications.flatMap { keys(of: $0) }
    return all.compactMap { key -> PreferenceFinding? in
      guard let lock = layers.lock(on: key), setValue(key) != nil else { return nil }
      return PreferenceFinding(
        .locked,
        in: file,
        of: key,
        "\(key.named) is set, but locked by \(lock.place), so this value has no effect"
      )
    }
  }

  private func storedFindings(_ file: String) -> [PreferenceFinding] {
    var findings: [PreferenceFinding] = []
    for member in stored.members where member.name != PreferenceKey.applications {
      findings += unknown([member.name], member.value, in: file)
    }
    for application in stored.applications {
      for name in stored.names(of: application) {
        let key = PreferenceKey(known: name, of: application)
        let isKey = (try? PreferenceKey(name, of: application)) != nil && key.parts.count == 1
        findings += isKey ? flaw(of: key, in: file) : [noKey(name, of: application, in: file)]
      }
    }
    return PreferenceFinding.few(findings)
  }

  private func noKey(
    _ name: String,
    of application: String,
    in file: String
  ) -> PreferenceFinding {
    let what =
      "\(MessageText.quoted(application)) has \(MessageText.quoted(name)), which is not a valid key"
    return PreferenceFinding(.unknown, in: file, what + "; nightd keeps the key but ignores it")
  }

  private func unknown(_ path: [String], _ json: JSON, in file: String) -> [PreferenceFinding] {
    let key = PreferenceKey(known: path.joined(separator: "."))
    let leads = path.last?.utf8.contains(UInt8(ascii: ".")) != true
    if leads, PreferenceTable.entry(key) != nil { return flaw(of: key, in: file) }
    if leads, PreferenceTable.isPrefix(key.name), case .object(let members) = json {
      return members.flatMap { unknown(path + [$0.name], $0.value, in: file) }
    }
    return [
      PreferenceFinding(
        .unknown,
        in: file,
        of: key,
        "\(MessageText.quoted(key.name)) is not a key that nightd knows; "
          + "nightd keeps the key but ignores it"
      )
    ]
  }

  private func flaw(of key: PreferenceKey, in file: String) -> [PreferenceFinding] {
    guard let row = rows(key).first(where: { $0.origin == .set }), let why = row.flaw else {
      return []
    }
    return [
      PreferenceFinding(
        .value,
        in: file,
        of: key,
        why,
        advice: "nightctl prefs delete \(key.words)"
      )
    ]
  }
}

extension PreferenceKey {
  /// The key in the form that messages use.
  package var named: String {
    isOfDesktop ? name : "\(name) of \(MessageText.quoted(application))"
  }

  /// The key, written as arguments for nightctl, such as `fade --app ID`.
  package var words: String { isOfDesktop ? name : "\(name) --app \(ShellWord.of(application))" }
}

extension JSONNode {
  /// The position of a flaw in a file.
  ///
  /// For a flaw in a schedule's rule, returns the position of the wrong word. If the file writes
  /// the rule with escapes, returns the position of the whole rule instead. For any other flaw,
  /// returns the flaw's own position or, if the flaw has none, the position of the whole value.
  package func position(of flaw: Flaw, _ source: [UInt8] = []) -> Position {
    guard case .rule(let index, let column) = flaw.location, case .array(let nodes) = value,
      nodes.indices.contains(index)
    else { return flaw.position ?? position }
    let node = nodes[index]
    guard let column, case .string(let text) = node.value,
      let start = node.position.offset(in: source), source[start...].isQuoting(text)
    else { return node.position }
    var position = node.position
    position.column += column
    return position
  }
}

extension Position {
  /// The byte offset of the position; nil if the file has no such position.
  fileprivate func offset(in source: [UInt8]) -> Int? {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var offset = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    while line < self.line, offset < source.count {
      let isPair =
        source[offset] == carriageReturn && source[offset...].dropFirst().first == lineFeed
      if source[offset] == lineFeed || source[offset] == carriageReturn { line += 1 }
      offset += isPair ? 2 : 1
    }
    var column = 1
    while column < self.column, offset < source.count {
      offset += 1
      // Count each character once, so skip the continuation bytes of UTF-8.
      while offset < source.count, (0x80..<0xC0).contains(source[offset]) { offset += 1 }
      column += 1
    }
    return offset < source.count ? offset : nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes of a file begin with the given string in quotes, written without escapes.
  fileprivate func isQuoting(_ text: String) -> Bool {
    guard let quote = first else { return false }
    return dropFirst().starts(with: [UInt8](text.utf8) + [quote])
  }
}
