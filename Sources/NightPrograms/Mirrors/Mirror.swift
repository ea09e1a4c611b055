package import NightCore
package import NightValues

/// The settings of another program or toolkit that nightd keeps the same as its style.
///
/// A program gets colours if the user asks for it. A mirror needs no such request:
/// it changes settings that exist for light and dark, and only if a program or a file shows that
/// they are wanted here. The user's values return when the mirror is switched off.
package struct Mirror: Sendable {
  /// Whether the mirror was tried with the real program.
  package enum Trial: Equatable, Sendable {
    /// Tried with this version; `make e2e` repeats the trial.
    case tried(String)
    case notTried
  }

  /// The end of the preference that switches the mirror off, such as `xsettings` of `mirror.xsettings`.
  package let name: String
  /// What the mirror changes, for lists, such as `the GTK theme in settings.ini`.
  package let title: String
  package let trial: Trial
  /// The paths of which one must exist before nightd starts a program for this mirror.
  ///
  /// A path may have `*` in one component. A name without `/` is a program in `PATH`.
  package let evidence: @Sendable (BaseFolders) -> [String]
  /// Whether the settings are wanted in this session.
  package let isWanted: @Sendable (MirrorContext) -> Bool
  /// Files of nightd's own that the settings name, such as a colour scheme.
  package let files: @Sendable (MirrorContext) -> [ColorFile]
  /// The settings for the style in effect, in the order in which they are written.
  ///
  /// A setting that nightd wrote before and that is not in the list gets the user's value back.
  package let settings: @Sendable (MirrorContext) -> [MirrorSetting]
  /// How running programs learn of the new settings, in this order.
  ///
  /// If nothing changed, they are not told.
  package let announcements: @Sendable (MirrorContext) -> [Announcement]
  /// How running programs learn that the user's values are back.
  package let restorations: @Sendable (MirrorContext) -> [Announcement]
  /// What running programs must be told before the user's values return; nil if nothing.
  package let parting: @Sendable (MirrorContext) -> Parting?

  /// Whether running programs must be told although nothing changed, as in a new session.
  package let isUntold: @Sendable (MirrorContext) -> Bool
  /// Whether a program runs that nightd started for this mirror, so that it must end with it.
  package let hasProgram: @Sendable (MirrorContext) -> Bool
  /// Whether another program took the settings over, so that nightd neither writes nor restores.
  package let isReleased: @Sendable (MirrorContext) -> Bool

  package init(
    _ name: String,
    _ title: String,
    _ trial: Trial,
    evidence: @escaping @Sendable (BaseFolders) -> [String],
    isWanted: @escaping @Sendable (MirrorContext) -> Bool,
    isReleased: @escaping @Sendable (MirrorContext) -> Bool = { _ in false },
    isUntold: @escaping @Sendable (MirrorContext) -> Bool = { _ in false },
    hasProgram: @escaping @Sendable (MirrorContext) -> Bool = { _ in false },
    files: @escaping @Sendable (MirrorContext) -> [ColorFile] = { _ in [] },
    settings: @escaping @Sendable (MirrorContext) -> [MirrorSetting],
    announcements: @escaping @Sendable (MirrorContext) -> [Announcement] = { _ in [] },
    restorations: (@Sendable (MirrorContext) -> [Announcement])? = nil,
    parting: @escaping @Sendable (MirrorContext) -> Parting? = { _ in nil }
  ) {
    self.name = name
    self.title = title
    self.trial = trial
    self.evidence = evidence
    self.isWanted = isWanted
    self.isReleased = isReleased
    self.isUntold = isUntold
    self.hasProgram = hasProgram
    self.files = files
    self.settings = settings
    self.announcements = announcements
    self.restorations = restorations ?? announcements
    self.parting = parting
  }

  package var preference: String { "mirror.\(name)" }

  /// A last state of the settings, for programs that keep a value if its key is removed.
  ///
  /// It is written like each other state, so the user's values return even if nightctl is killed
  /// before it restores them.
  package struct Parting: Equatable, Sendable {
    package let settings: [MirrorSetting]
    /// How running programs learn of the settings; a command ends only when they have them.
    ///
    /// If a command fails, the mirror's `restorations` follow.
    package let announcements: [Announcement]
    /// What follows instead of `restorations` if the programs have the settings.
    package let restorations: [Announcement]

    package init(
      settings: [MirrorSetting],
      announcements: [Announcement],
      restorations: [Announcement]
    ) {
      self.settings = settings
      self.announcements = announcements
      self.restorations = restorations
    }
  }
}

/// One value in another program's settings.
package struct MirrorSetting: Equatable, Sendable {
  package let place: MirrorPlace
  package let key: MirrorPlace.Key
  /// The value as the place writes it, with quotes if it has them; nil removes the key.
  package let value: String?

  package init(_ place: MirrorPlace, _ key: MirrorPlace.Key, _ value: String?) {
    self.place = place
    self.key = key
    self.value = value
  }
}

/// Where settings are stored.
package enum MirrorPlace: Hashable, Sendable {
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
  /// `key = "value"` without sections, as GTK 2 has it.
  case gtkrc
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

/// Everything that a mirror knows when it decides.
package struct MirrorContext: Sendable {
  /// The colours in effect, the user's folders, environment and preferences.
  package let base: ProgramContext
  /// The source of the desktop's switch that nightd follows; nil if it follows none.
  ///
  /// A mirror must not write the settings that this source reports.
  package let followedSource: String?
  private let usersValue: @Sendable (MirrorPlace, MirrorPlace.Key) -> String?
  private let names: @Sendable (_ folder: String) -> [String]
  private let contents: @Sendable (_ path: String) -> String?
  private let isProcess: @Sendable (_ name: String) -> Bool
  private let isProgram: @Sendable (_ name: String) -> Bool

  package init(
    _ base: ProgramContext,
    followedSource: String? = nil,
    usersValue: @escaping @Sendable (MirrorPlace, MirrorPlace.Key) -> String? = { _, _ in nil },
    names: @escaping @Sendable (String) -> [String] = { _ in [] },
    contents: @escaping @Sendable (String) -> String? = { _ in nil },
    isProcess: @escaping @Sendable (String) -> Bool = { _ in false },
    isProgram: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.base = base
    self.followedSource = followedSource
    self.usersValue = usersValue
    self.names = names
    self.contents = contents
    self.isProcess = isProcess
    self.isProgram = isProgram
  }

  package var style: Style { base.style }

  /// The value that the user has for a key: what stood there before nightd wrote, or what another
  /// program wrote since; nil if the key has no value.
  package func own(_ place: MirrorPlace, _ key: MirrorPlace.Key) -> String? {
    usersValue(place, key)
  }

  /// The names in a folder, sorted; empty if the folder cannot be read.
  package func list(_ folder: String) -> [String] { names(folder) }

  /// The text of a file; nil if the file cannot be read.
  package func text(_ path: String) -> String? { contents(path) }

  /// Whether the user has a process of this name.
  package func isRunning(_ name: String) -> Bool { isProcess(name) }

  /// Whether a program of this name is in `PATH`.
  package func isInstalled(_ name: String) -> Bool { isProgram(name) }

  /// The names in `XDG_CURRENT_DESKTOP`, in lower case.
  package var desktops: [String] {
    (base.environment("XDG_CURRENT_DESKTOP") ?? "").lowercased()
      .split(separator: ":").map(String.init)
  }

  /// Whether a desktop with a settings daemon of its own runs, so that nobody reads loose files.
  package var hasDesktop: Bool {
    let known: Set = [
      "gnome", "kde", "xfce", "lxqt", "lxde", "cinnamon", "x-cinnamon", "mate", "unity", "budgie",
      "pantheon", "deepin", "cosmic",
    ]
    return desktops.contains(where: known.contains)
  }
}

/// All mirrors except GNOME's, in the order in which they are written.
package enum Mirrors {
  package static var all: [Mirror] { gtk + [xresources] + qt + kde }
}
