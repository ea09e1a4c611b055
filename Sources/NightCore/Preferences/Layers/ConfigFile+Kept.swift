extension ConfigFile {
  /// The names of which a slip leaves what was in force; those of a row go together, since half of
  /// what was read before and half of what is new is nothing that anyone wrote.
  ///
  /// They move the style at once, and a file is often saved before it is right.
  private static let lasting = [
    [PreferenceTable.schedule], [PreferenceTable.latitude, PreferenceTable.longitude],
  ]

  /// What stays as it was read before, at the place of the slip.
  static func kept(
    _ members: [JSONNode.Member],
    _ source: [UInt8],
    after last: ConfigFile?
  ) -> [String: Saying] {
    guard let last else { return [:] }
    var kept: [String: Saying] = [:]
    for keys in lasting.map({ names in names.map { PreferenceKey(known: $0) } }) {
      let slips = keys.compactMap { key -> Position? in
        guard case .flaw(_, let position)? = saying(key, in: members, source) else { return nil }
        return position
      }
      guard let slip = slips.first else { continue }
      for key in keys {
        guard case .value(let value, _)? = last.saying(key) else { continue }
        kept[key.name] = .value(value, slip)
      }
    }
    return kept
  }

  /// Says of each slip what serves instead.
  static func findings(
    _ findings: [PreferenceFinding],
    knowing kept: [String: Saying]
  ) -> [PreferenceFinding] {
    guard !kept.isEmpty else { return findings }
    return findings.map { finding in
      guard finding.kind == .value, let key = finding.key, key.isOfDesktop,
        kept[key.name] != nil
      else { return finding }
      var finding = finding
      finding.message += "; what was read before stays in force"
      return finding
    }
  }
}
