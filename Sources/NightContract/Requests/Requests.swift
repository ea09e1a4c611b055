package import NightBus
package import NightCore

// All methods of nightd except those for preferences, which are in Requests+Preferences.swift.

extension Request<Void, Snapshot> {
  package static var get: Self { Self(.reads, .style, "Get", gives: .snapshot) }
  package static var subscribe: Self { Self(.reads, .style, "Subscribe", gives: .snapshot) }
  package static var resume: Self { Self(.changes, .control, "Resume", gives: .snapshot) }
}

extension Request<NamedApplication, Snapshot> {
  package static var getFor: Self { Self(.reads, .style, "GetFor", "app", gives: .snapshot) }
}

extension Request<Term?, Snapshot> {
  package static var toggle: Self {
    Self(.changesOnce, .control, "Toggle", "options", gives: .snapshot)
  }
}

extension Request<(Choice, Term?), Snapshot> {
  package static var set: Self {
    Self(.changes, .control, "Set", "what", "options", gives: .snapshot)
  }
}

/// Puts a theme into use, and sets the style that the theme is made for.
extension Request<(String, Term?), Snapshot> {
  package static var useTheme: Self {
    Self(.changes, .control, "UseTheme", "name", "options", gives: .snapshot)
  }
}

/// Puts a theme into use for one application, and makes the theme's style the application's choice.
///
/// An empty name removes the application's own themes. The reply is the application's appearance.
extension Request<(NamedApplication, String, NoOptions), Snapshot> {
  package static var useThemeFor: Self {
    Self(.changes, .control, "UseThemeFor", "app", "name", "options", gives: .snapshot)
  }
}

extension Values<Snapshot> {
  package static var snapshot: Values<Snapshot> {
    Values(Snapshot.arguments, write: { $0.values }) { (values) throws(Refusal) in
      try Snapshot(values).orRefused()
    }
  }
}

// MARK: - Themes

extension Request<Void, [ThemeSummary]> {
  package static var themes: Self { Self(.reads, .themes, "List", gives: "themes") }
}

extension Request<String, BusValue> {
  package static var describe: Self {
    let facts = BusType.dictionary(.string, .variant)
    return Self(.reads, .themes, "Describe", "name", gives: .value("facts", facts))
  }
}

extension Request<String, Theme> {
  package static var resolve: Self { Self(.reads, .themes, "Resolve", "name", gives: .theme) }
}

extension Request<Void, ApplicationThemes> {
  package static var applicationThemes: Self {
    Self(.reads, .themes, "Applications", gives: "applications")
  }
}

/// The applications that have their own themes, each with the theme's name for each slot; a slot is
/// a style together with a contrast.
package struct ApplicationThemes: BusForm {
  package let themes: [(application: String, themes: [ThemeSlot: String])]

  package init(_ themes: [(application: String, themes: [ThemeSlot: String])]) {
    self.themes = themes
  }

  private static let slots = BusType.dictionary(.string, .string)

  package static var busType: BusType { .dictionary(.string, slots) }

  /// Reads the applications; skips slots that this version does not know.
  package static func read(_ bus: BusValue) -> ApplicationThemes? {
    guard case .dictionary(.string, slots, let entries) = bus else { return nil }
    return ApplicationThemes(
      entries.compactMap { entry in
        guard let name = entry.key.asString, case .dictionary(_, _, let slots) = entry.value else {
          return nil
        }
        let named = slots.compactMap { entry -> (ThemeSlot, String)? in
          guard let slot = ThemeSlot.all.first(where: { $0.option == entry.key.asString }),
            let theme = entry.value.asString
          else { return nil }
          return (slot, theme)
        }
        return (name, Dictionary(named) { _, last in last })
      }
    )
  }

  package var bus: BusValue {
    let entries = themes.map { application, themes in
      let slots = ThemeSlot.all.compactMap { slot in
        themes[slot].map { BusValue.Entry(key: .string(slot.option), value: .string($0)) }
      }
      return BusValue.Entry(
        key: .string(application),
        value: .dictionary(.string, .string, slots)
      )
    }
    return .dictionary(.string, Self.slots, entries)
  }
}

extension Values<Theme> {
  static var theme: Self {
    let rows = BusType.dictionary(.string, .variant)
    return Values([Argument("facts", rows), Argument("values", .array(rows))]) { theme in
      [theme.facts, .array(rows, theme.entries.map(theme.bus))]
    } read: { (values) throws(Refusal) in
      try (values.count == 2 ? Theme(facts: values[0], values: values[1]) : nil).orRefused()
    }
  }
}

// MARK: - Schedule and place

/// The reply of `Next`: the present style, the moment of the next change, and the next style.
///
/// The next style is an empty string if no next change is known.
extension Request<Void, (Style, Instant, String)> {
  package static var next: Self { Self(.reads, .schedule, "Next", gives: "style", "when", "next") }
}

/// The reply of `Upcoming`: the style at the start of today, and the changes during the given
/// number of days.
extension Request<UInt32, (Style, [Transition])> {
  package static var upcoming: Self {
    Self(.reads, .schedule, "Upcoming", "days", gives: "style", "changes")
  }
}

extension Request<Void, (PlaceOrigin, Double, Double)> {
  package static var place: Self {
    Self(.reads, .control, "Place", gives: "from", "latitude", "longitude")
  }
}

extension Request<Void, String> {
  package static var geoClue: Self { Self(.reads, .control, "GeoClue", gives: "state") }
}

// MARK: - Reports

/// Explains why the style is in effect.
extension Request<WhyOptions, Explanation> {
  package static var why: Self { Self(.reads, .control, "Why", "options", gives: "facts") }
}

extension Request<UInt32, [HistoryEntry]> {
  package static var history: Self { Self(.reads, .control, "History", "count", gives: "changes") }
}

extension Request<Void, [ReactionReport]> {
  package static var reactions: Self { Self(.reads, .control, "Reactions", gives: "reactions") }
}

/// Returns why the stored choice could not be read; nil if it could be read.
///
/// On the bus, nil is sent as an empty dictionary.
extension Request<Void, StoreProblem?> {
  package static var storeProblem: Self {
    let reply = Values<StoreProblem?>([Argument("problem", StoreProblem.busType)]) {
      [$0?.bus ?? .options([])]
    } read: { (values) throws(Refusal) in
      _ = try values.first?.asOptions.orRefused()
      return values.first.flatMap { StoreProblem($0) }
    }
    return Self(.reads, .control, "StoreProblem", gives: reply)
  }
}

extension Request<Void, DesktopView> {
  package static var desktop: Self { Self(.reads, .desktop, "Read", gives: "facts") }
}

// MARK: - Inhibiting

/// Inhibits automatic changes; the arguments are the application and its reason.
///
/// The reply is a cookie; to end the inhibition, pass the cookie to `Release`.
extension Request<(String, String), UInt64> {
  package static var inhibit: Self {
    Self(.changesOnce, .inhibit, "Inhibit", "app", "why", gives: "cookie")
  }
}

extension Request<UInt64, Void> {
  package static var release: Self { Self(.changes, .inhibit, "Release", "cookie") }
}

extension Request<Void, [Inhibitor]> {
  package static var inhibitors: Self { Self(.reads, .inhibit, "List", gives: "inhibitors") }
}

// MARK: - Portal

extension Request<[String], BusValue> {
  /// The portal's method that returns all settings in the namespaces that match the given patterns.
  package static var portalReadAll: Self {
    Self(
      .reads,
      .portalBackend,
      "ReadAll",
      "namespaces",
      gives: .value("value", PortalSettings.busType)
    )
  }
}

extension Request<(String, String), BusValue> {
  package static var portalRead: Self {
    Self(.reads, .portalBackend, "Read", "namespace", "key", gives: .value("value", .variant))
  }
}

extension Values<BusValue> {
  fileprivate static func value(_ name: String, _ type: BusType) -> Self {
    Values([Argument(name, type)], write: { [$0] }) { (values) throws(Refusal) in
      try values.first.orRefused()
    }
  }
}

// MARK: - Every object of the bus

extension Request<Void, String> {
  package static var introspect: Self { Self(.reads, .introspectable, "Introspect", gives: "xml") }
}

extension Request<String, Members> {
  package static var properties: Self {
    Self(.reads, .properties, "GetAll", "interface", gives: "properties")
  }
}

extension Request<(String, String), BusValue> {
  package static var property: Self {
    Self(.reads, .properties, "Get", "interface", "name", gives: .value("value", .variant))
  }
}
