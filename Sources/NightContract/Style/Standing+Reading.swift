package import NightBus
package import NightCore

extension Standing {
  /// Reads what `Get`, `Set` and `Changed` carry; nil where it is something else.
  ///
  /// A newer daemon may use words and keys that are not known here; they never make an answer
  /// unreadable.
  package init?(_ values: [BusValue]) {
    guard values.count == 3, case .string(let word) = values[0],
      case .uint64(let serial) = values[1],
      let style = Style(rawValue: word), let members = values[2].asOptions
    else { return nil }
    self.init(serial: serial, appearance: Appearance(style, members))
  }
}

extension Appearance {
  fileprivate init(_ style: Style, _ members: Members) {
    func word<Word: RawRepresentable<String>>(_ key: String) -> Word? {
      members[key]?.asString.flatMap(Word.init(rawValue:))
    }
    func instant(_ key: String) -> Instant? {
      members[key]?.asUInt64.map { Instant(microseconds: Int64(clamping: $0)) }
    }
    self.init(
      style: style,
      choice: word(AppearanceKey.choice) ?? .system,
      isChosen: members[AppearanceKey.chosen]?.asBool ?? false,
      reason: word(AppearanceKey.reason) ?? .fallback,
      since: instant(AppearanceKey.since) ?? Instant(microseconds: 0),
      next: instant(AppearanceKey.next),
      nextStyle: word(AppearanceKey.nextStyle)
    )
    holdUntil = instant(AppearanceKey.holdUntil)
    theme = members[AppearanceKey.theme]?.asString ?? theme
    themeDigest = members[AppearanceKey.themeDigest]?.asString ?? ""
    isHighContrast = members[AppearanceKey.contrast]?.asUInt32 == 1
    isMotionReduced = members[AppearanceKey.reducedMotion]?.asBool ?? false
    desktop = word(AppearanceKey.desktop)
    isByDesktop = members[AppearanceKey.by]?.asString == AppearanceKey.desktop
    isInhibited = members[AppearanceKey.inhibited]?.asBool ?? false
    fade = members[AppearanceKey.fade]?.asUInt32 ?? fade
    accent = members[AppearanceKey.accent].flatMap(Accent.init)
  }
}

extension Appearance.Accent {
  package init?(_ value: BusValue) {
    guard case .structure(let parts) = value, parts.count == 3, case .double(let red) = parts[0],
      case .double(let green) = parts[1],
      case .double(let blue) = parts[2], let accent = SourceFacts.accent(red, green, blue)
    else { return nil }
    self = accent
  }
}
