/// One value in another program's settings.
package struct Setting: Equatable, Sendable {
  package let place: SettingPlace
  package let key: SettingPlace.Key
  /// The value as the place writes it, with quotes if it has them; nil removes the key.
  package let value: String?

  package init(_ place: SettingPlace, _ key: SettingPlace.Key, _ value: String?) {
    self.place = place
    self.key = key
    self.value = value
  }
}

/// Where settings are stored.
package enum SettingPlace: Hashable, Sendable {
  /// A file that nightd edits; the user's other lines stay as they are.
  case file(path: String, SettingsFormat)
  /// A store that only its own programs read and write, such as Xfce's.
  case commands(SettingsCommands)

  package struct Key: Hashable, Sendable {
    /// The section of an INI file, such as `Settings`, or KDE's `Colors:Window`; otherwise empty.
    package let group: String
    package let name: String

    package init(_ group: String = "", _ name: String) {
      self.group = group
      self.name = name
    }
  }
}

/// How a settings file writes a key and its value.
package enum SettingsFormat: String, CaseIterable, Hashable, Sendable {
  /// `key=value` below `[section]`, as GTK 3 and 4, qt5ct, Kvantum and KDE have it.
  case ini
  /// `key "value"`, as xsettingsd has it; numbers have no quotes.
  case xsettingsd
  /// `key: value`, as xrdb reads it.
  case xresources
  /// `key = "value"` without sections, as in the settings file of GTK 2.
  case gtkrc

  /// Whether names stand between quotes.
  var quotesNames: Bool { self == .xsettingsd || self == .gtkrc }
}

/// The programs that read and write one store; `{}` in their arguments is the key's name, and `{=}`
/// the value.
package struct SettingsCommands: Hashable, Sendable {
  /// Prints the value, and fails if the key has none.
  package let read: [String]
  package let write: [String]
  /// Removes the key, so that it has its default; nil if the store cannot.
  package let reset: [String]?

  package init(read: [String], write: [String], reset: [String]? = nil) {
    self.read = read
    self.write = write
    self.reset = reset
  }
}

extension String {
  /// The text with values in place of words such as `{=}`; what a value has is left as it is.
  package func filled(_ values: [(word: String, value: String)]) -> String {
    var filled: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.first {
      if let (word, value) = values.first(where: { rest.starts(with: $0.word.utf8) }) {
        filled += value.utf8
        rest = rest.dropFirst(word.utf8.count)
      } else {
        filled.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: filled, as: UTF8.self)
  }
}

/// A last state of the settings, for programs that keep a value if its key is removed.
///
/// It is written like each other state, so the user's values return even if nightctl is killed before
/// it restores them.
package struct Parting: Equatable, Sendable {
  package let settings: [Setting]
  /// How running programs learn of the settings; a command ends only when they have them.
  ///
  /// If a command fails, the usual restorations follow.
  package let announcements: [Announcement]
  /// What follows instead of the usual restorations if the programs have the settings.
  package let restorations: [Announcement]

  package init(
    settings: [Setting],
    announcements: [Announcement],
    restorations: [Announcement]
  ) {
    self.settings = settings
    self.announcements = announcements
    self.restorations = restorations
  }
}
