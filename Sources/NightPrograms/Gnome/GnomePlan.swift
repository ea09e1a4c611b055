package import NightCore

/// The steps for all keys of GNOME's settings.
package struct GnomePlan: Equatable, Sendable {
  package struct Step: Equatable, Sendable {
    package let key: String
    /// The value that the key has now.
    package let present: String
    package let plan: KeyPlan

    /// Whether this step replaces nightd's value with the user's own value.
    package var isRestoration: Bool { plan.after == nil }

    /// What nightctl records about the key if it does not carry out this step; nil for no record.
    package var takenBack: KeyHistory? {
      guard !isRestoration else { return plan.before }
      guard let original = plan.before.original, original != present else { return nil }
      return KeyHistory(original: original, written: [present])
    }
  }

  /// The steps, in the order in which nightctl takes them.
  ///
  /// The step for the style is last, because programs read the theme names again when the style
  /// changes.
  package private(set) var steps: [Step] = []
  /// The keys that nightctl was told to write but that do not exist on this machine.
  package private(set) var missing: [String] = []

  /// The steps that write a value.
  package var writes: [Step] { steps.filter(\.plan.writes) }

  /// The words of the question with which nightctl asks nightd for permission to write.
  ///
  /// For each switch (a key that makes the desktop light or dark), the words contain its current
  /// style, the style to write, and whether the user chose the current style. After these words,
  /// the question lists the keys to write.
  ///
  /// The question also tells nightd which style the user has set, because nightctl may replace that
  /// style before nightd has seen it in the desktop's settings.
  package var question: String {
    let styles = GnomeKey.switches.flatMap { key in
      let step = steps.first { $0.key == key.rawValue && $0.plan.writes }
      let origin = users.contains(key) ? RunnerProtocol.users : "-"
      return [found[key] ?? "-", step?.plan.value ?? "-", origin]
    }
    return (styles + writes.map(\.key)).joined(separator: " ")
  }

  /// The current values of the switches, which are the keys that make a desktop light or dark.
  private let found: [GnomeKey: String]
  /// The switches whose current value nightd did not write.
  private let users: Set<GnomeKey>

  /// Plans the steps that carry out the orders.
  ///
  /// `values` has the current values of all keys; `histories` has the changes that nightd has
  /// already made to some of the keys.
  ///
  /// `twin` is called with a theme and a style, and finds the theme's installed counterpart for
  /// that style. `desktops` are the names in `XDG_CURRENT_DESKTOP`, in lower case.
  package init(
    _ orders: [GnomeOrder],
    values: [String: String],
    histories: [String: KeyHistory],
    desktops: [String],
    twin: (GnomeKey, String, Style) -> String?
  ) {
    found = Dictionary(
      uniqueKeysWithValues: GnomeKey.switches.compactMap { key in
        values[key.rawValue].map { (key, $0) }
      }
    )
    users = Set(
      found.keys.filter { key in
        histories[key.rawValue]?.written.contains(values[key.rawValue]) != true
      }
    )
    let named = orders.map(\.key)
    let unnamed = histories.keys.filter { !named.contains($0) }.sorted()
    for order in orders + unnamed.map({ .restore($0, "") }) {
      let key = order.key
      guard let present = values[key] else {
        // Report only missing keys of GNOME's own schema, because only Cinnamon and its portal
        // backend install the other schemas.
        if case .write = order, GnomeSettings.place(of: key).schema == GnomeSettings.schema {
          missing.append(key)
        }
        continue
      }
      let history = histories[key]
      var wanted: String?
      switch order {
      case .leave: continue
      case .write(_, let value):
        wanted = value
        if key == GnomeKey.colorScheme.rawValue, value == GnomeTarget.light {
          wanted = Self.light(present, desktops)
        }
      case .pair(let pair, let style):
        // In a KDE session, do not write the theme, because Plasma's own program sets GTK's theme.
        guard !desktops.contains("kde") else { continue }
        let own = KeyHistory.base(of: present, history) ?? present
        wanted = twin(pair, own, style)
        guard wanted != nil || history != nil else { continue }
      case .restore: guard history != nil else { continue }
      }
      add(key, present, order.restored(history, present), wanted)
    }
    steps.sort { one, other in !one.isStyle && other.isStyle }
  }

  private mutating func add(
    _ key: String,
    _ present: String,
    _ history: KeyHistory?,
    _ wanted: String?
  ) {
    let value = wanted.map { TextHistory.Value(SettingPlace.Key("", key), $0) }
    guard let plan = KeyHistory.plan(for: present, history, value) else { return }
    steps.append(Step(key: key, present: present, plan: plan))
  }

  /// The value that makes the desktop light.
  ///
  /// In GNOME, the value is `default`, because GNOME's own switch writes `default`. But if the key
  /// already has `prefer-light`, this value stays, because GNOME's panel is light only with this
  /// value. Budgie, whose session also has the name GNOME, writes `prefer-light`.
  private static func light(_ present: String, _ desktops: [String]) -> String {
    guard desktops.contains("gnome"), !desktops.contains("budgie") else {
      return GnomeTarget.light
    }
    return present == GnomeTarget.light ? present : GnomeTarget.none
  }
}

extension GnomePlan.Step {
  fileprivate var isStyle: Bool { GnomeKey(rawValue: key)?.isSwitch == true }
}

extension GnomeOrder {
  /// Returns the history with which nightctl plans this order; usually `history` itself.
  ///
  /// But if this is a `restore` order with a value, and the order's key still has a value that
  /// nightd wrote, the order's value becomes the user's value in the history.
  fileprivate func restored(
    _ history: KeyHistory?,
    _ present: String
  ) -> KeyHistory? {
    guard case .restore(_, let value) = self, !value.isEmpty, var history,
      history.written.contains(present)
    else { return history }
    history.original = value
    return history
  }
}
