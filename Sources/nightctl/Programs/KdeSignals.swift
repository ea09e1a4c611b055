import NightBus

/// The signals that tell running KDE programs that `kdeglobals` has new colours.
enum KdeSignals {
  /// Sends the two signals on the session bus.
  ///
  /// The order of the two signals matters. After `ConfigChanged`, the Breeze style reads the
  /// colours of title, menu and tool bars. After `notifyChange`, the platform theme of
  /// plasma-integration reads the palette and paints the whole window. If `notifyChange` came
  /// first, menu bars would keep the old colours.
  static func send(_ environment: (String) -> String?) throws(BusError) {
    let connection = try Connection(
      address: try SessionBus.address(environment: environment),
      ConnectTimeout.opening,
      milliseconds: milliseconds
    )
    try connection.send(
      .signal(
        from: "/kdeglobals",
        "org.kde.kconfig.notify",
        "ConfigChanged",
        [
          .dictionary(
            .string,
            .array(.array(.byte)),
            [.init(key: .string("General"), value: .array(.array(.byte), [scheme]))]
          )
        ]
      )
    )
    try connection.send(
      .signal(
        from: "/KGlobalSettings",
        "org.kde.KGlobalSettings",
        "notifyChange",
        [.int32(paletteChanged), .int32(0)]
      )
    )
    connection.flush(milliseconds: milliseconds)
  }

  private static let milliseconds = 2_000
  private static let paletteChanged: Int32 = 0
  /// The name of the changed key in `kdeglobals`, as bytes, because KConfig sends names in this
  /// form.
  private static let scheme = BusValue.array(.byte, "ColorScheme".utf8.map { .byte($0) })
}
