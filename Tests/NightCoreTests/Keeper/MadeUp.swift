import NightCore

extension Instant {
  /// The moment that is `count` minutes after the start of a made-up day.
  static func minute(_ count: Int64) -> Instant {
    Instant(microseconds: 1_763_683_200_000_000 + count * 60_000_000)
  }
}

extension Intent {
  static func chosen(_ choice: Choice, since: Instant = .minute(0), hold: Hold? = nil) -> Intent {
    var intent = Intent()
    intent.revision = 1
    intent.decision = .init(choice: choice, since: since)
    intent.hold = hold
    return intent
  }
}

extension IntentEdit {
  static func choose(_ choice: Choice, _ since: Instant) -> IntentEdit {
    .choose(.init(choice: choice, since: since))
  }
}

extension Appearance {
  static func chosen(_ style: Style, since: Instant) -> Appearance {
    Appearance(
      style: style,
      choice: Choice(style),
      isChosen: true,
      reason: .choice,
      since: since
    )
  }
}

extension [String: ThemeStatus] {
  static func made(_ name: String, _ style: Style) -> [String: ThemeStatus] {
    [name: .known(ThemeFact(name: name, style: style, digest: "1", accent: nil))]
  }
}

extension Keeper {
  /// Handles the success of a commit of these edits, if no other daemon has written before the
  /// commit.
  mutating func succeed(_ edits: [IntentEdit], at now: Instant) -> [Effect] {
    handle(.committed(durable.applying(edits)), at: now)
  }
}
