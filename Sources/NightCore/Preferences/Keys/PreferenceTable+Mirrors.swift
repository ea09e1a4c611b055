/// The rows about what is written into other programs' settings.
extension PreferenceTable {
  package static let mirrorsSettings = "mirror.gsettings"

  /// What a theme or a colour may be called there.
  private static let nameBytes = 255

  static let mirrors =
    [
      PreferenceEntry(
        mirrorsSettings,
        .desktop,
        .bool,
        registered: .bool(true),
        "whether GNOME's settings are to say the same, once somebody has decided; see docs/system.md"
      )
    ]
    + MirrorKey.named.flatMap { key in
      [Style.light, .dark].map { style in
        PreferenceEntry(
          key.preference(style),
          .desktop,
          .text(bytes: nameBytes),
          registered: .string(""),
          "what \(key.rawValue) in GNOME's settings is while it is \(style.rawValue); empty leaves it alone"
        )
      }
    }
}
