/// The names of those who can tell the desktop's own settings.
package enum DesktopSource {
  /// The program of that name; any other name is a portal backend's.
  package static let program = "gsettings"

  /// nightd's own backend would tell it what it says itself.
  private static let own = "nightd"

  /// Those that keep settings of their own come before those that pass on GSettings.
  package static let registered = [
    "pantheon", "cosmic", "kde", "gnome", "xapp", "gtk", program,
  ]

  /// Whether a source passes on GNOME's settings.
  package static func readsSettings(_ name: String) -> Bool {
    isSettingsBackend(name) || name == program
  }

  /// Whether it is a backend of the portal that passes on GNOME's settings.
  package static func isSettingsBackend(_ name: String) -> Bool { ["gnome", "gtk"].contains(name) }

  /// The name under which the settings of a source are remembered.
  ///
  /// Those that pass on GNOME's settings say the same, so that one of them may take over from another.
  static func settings(of name: String) -> String { readsSettings(name) ? program : name }

  package static let most = 32

  /// The names of a preference's value; nil where it has another form.
  package static func names(_ values: [PreferenceValue]) -> [String]? {
    guard values.count <= most else { return nil }
    var names: [String] = []
    for value in values {
      guard case .string(let name) = value, isName(name), !names.contains(name) else { return nil }
      names.append(name)
    }
    return names
  }

  /// Whether it can be the last part of a bus name.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name != own, name.utf8.count <= 64 else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      && name.utf8.allSatisfy(PreferenceKey.isAllowed)
  }
}

extension Preferences {
  /// Who is asked for the desktop's own settings, the best first.
  package var sources: [String] {
    guard case .array(let values)? = value(PreferenceKey(known: PreferenceTable.sources)) else {
      return DesktopSource.registered
    }
    return DesktopSource.names(values) ?? DesktopSource.registered
  }
}
