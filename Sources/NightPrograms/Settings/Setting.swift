import NightCore

/// One value in another program's settings.
package struct Setting: Equatable, Sendable {
  package let place: SettingPlace
  package let key: SettingPlace.Key
  /// The value as it is stored, including any quotation marks; nil removes the key.
  package let value: String?

  package init(_ place: SettingPlace, _ key: SettingPlace.Key, _ value: String?) {
    self.place = place
    self.key = key
    self.value = value
  }
}

/// A place where settings are stored.
package enum SettingPlace: Hashable, Sendable {
  /// A file that nightd edits without changing the user's other lines.
  case file(path: String, SettingsFormat)
  /// A store that only its own commands read and write, such as Xfce's, or a schema of GSettings.
  case commands(SettingsCommands)

  package struct Key: Hashable, Sendable {
    /// The section of an INI file, such as `Settings` or KDE's `Colors:Window`, the table in TOML,
    /// or the object in JSON; otherwise empty.
    package let group: String
    package let name: String

    package init(_ group: String = "", _ name: String) {
      self.group = group
      self.name = name
    }
  }
}

/// The format in which a settings file writes a key and its value.
package enum SettingsFormat: String, CaseIterable, Hashable, Sendable {
  /// `key=value` below `[section]`, the format of GTK 3 and 4, qt5ct, Kvantum and KDE.
  case ini
  /// `key "value"`, the format of xsettingsd; numbers have no quotation marks.
  case xsettingsd
  /// `key: value`, the format that xrdb reads.
  case xresources
  /// `key = "value"` without sections, as in the settings file of GTK 2.
  case gtkrc
  /// `key = value` below `[table]`.
  case toml
  /// JSON with comments; a section's name consists of the names of the objects around the key,
  /// joined by dots.
  case json
  /// The file contains one value and nothing else, like each settings file of COSMIC.
  case word
  /// The whole text of the file is one value.
  case whole

  /// Whether keys belong to sections.
  var hasSections: Bool { [.ini, .toml, .json].contains(self) }

  /// Whether a file of this format stays readable if a key gets this value; only JSON and TOML have
  /// rules for values.
  func permits(_ value: String) -> Bool {
    switch self {
    case .json:
      let (key, other) = (SettingPlace.Key("", "a"), SettingPlace.Key("", "b"))
      var members = JSONMembers(Array(#"{"a": 0, "b": 1}"#.utf8))
      members.set(key, value)
      return members.value(key) == value && members.value(other) == "1"
    case .toml:
      let isWord = Unicode.Scalar(value.utf8.first ?? 0).properties.isAlphabetic
      return !value.isEmpty && (!isWord || ["true", "false", "inf", "nan"].contains(value))
    case .ini, .xsettingsd, .xresources, .gtkrc, .word, .whole: return true
    }
  }

  /// The name of the only key of a file in the formats `word` and `whole`.
  static let wordKey = "value"

  /// Whether names of themes are written in quotation marks.
  fileprivate var quotesNames: Bool { [.xsettingsd, .gtkrc, .toml, .json].contains(self) }
}

extension SettingPlace {
  /// Converts a theme's name to the form in which this file or store contains it.
  func stored(_ name: String) -> String {
    switch self {
    case .file(_, let format): format.quotesNames ? QuotedText.quoted(name) : name
    case .commands(let commands): commands.schema == nil ? name : QuotedText.gvariant(name)
    }
  }

  /// Converts the stored form of a theme's name back to the name.
  func name(of stored: String) -> String {
    switch self {
    case .file(_, let format) where !format.quotesNames: stored
    case .commands(let commands) where commands.schema == nil: stored
    case .file, .commands: QuotedText.unquoted(stored) ?? stored
    }
  }
}

/// The commands that read and write the values in one store; in their arguments, `{}` is replaced
/// by a key's name, and `{=}` by its new value.
package struct SettingsCommands: Hashable, Sendable {
  /// The command that prints the value, and fails if the key has no value.
  package let read: [String]
  package let write: [String]
  /// The command that resets the key to its default; nil if the store has no such command.
  package let reset: [String]?

  package init(read: [String], write: [String], reset: [String]? = nil) {
    self.read = read
    self.write = write
    self.reset = reset
  }

  /// The commands for a schema of GSettings.
  ///
  /// nightctl itself uses GIO instead of these commands. The record of the user's values stores the
  /// commands, so that people can restore a setting by hand.
  package init(schema: String) {
    read = ["gsettings", "get", schema, "{}"]
    write = ["gsettings", "set", schema, "{}", "{=}"]
    reset = ["gsettings", "reset", schema, "{}"]
  }

  /// The schema of GSettings that these commands read; nil for any other store.
  package var schema: String? {
    guard read.count == 4, self == SettingsCommands(schema: read[2]) else { return nil }
    return read[2]
  }
}

extension String {
  /// Replaces words such as `{=}` with values; such words inside a value are not replaced.
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

/// Settings that running programs get before nightctl restores the user's values.
///
/// Without these settings, a program might keep the old value of a key that is removed.
///
/// nightctl's record contains these settings, so the user's values are restored even if nightctl is
/// killed before it has restored them.
package struct Parting: Equatable, Sendable {
  package let settings: [Setting]
  /// The commands that give programs the settings; each command ends only after the programs have
  /// them.
  ///
  /// If a command fails, nightctl ignores `restorations` and uses `WantedProgram.restorations`.
  package let announcements: [Announcement]
  /// If all commands succeed, nightctl uses these instead of `WantedProgram.restorations`.
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
