package import NightValues

/// What nightd can do for one other program: a file with colours, and a way to announce a change.
///
/// A reaction is off until the user switches it on. It writes only the files that it lists, and
/// into a file of the user's it puts at most one line.
package struct ReadyReaction: Sendable {
  package enum Group: String, CaseIterable, Sendable {
    case terminals
    case editors
    case bars = "bars, launchers and notifications"
    case compositors
    case commandLine = "command line"
    case wallpaper
  }

  /// Whether the reaction was tried with the real program.
  package enum Trial: Equatable, Sendable {
    /// Tried with this version, such as `0.26.5`; `make e2e` repeats the trial.
    case tried(String)
    case notTried
  }

  /// The word of `nightctl reactions on`, such as `kitty`.
  package let name: String
  package let group: Group
  /// The programs of which one must be installed, as file names in `PATH`.
  package let programs: [String]
  package let trial: Trial
  /// What people should know, as one sentence; empty if nothing.
  package let note: String
  /// The files that nightd writes, whole, in places of its own.
  package let files: @Sendable (ReactionContext) -> [ColorFile]
  /// The line in a file of the user's that makes the program use the colours; nil if none is needed.
  package let include: (@Sendable (ReactionContext) -> IncludeLine?)
  /// How running programs get the new colours, in this order.
  package let announcements: @Sendable (ReactionContext) -> [Announcement]
  /// How running programs get their own colours back when the reaction is switched off.
  ///
  /// This runs after the line and the files are removed.
  package let restorations: @Sendable (ReactionContext) -> [Announcement]
  /// What in the user's files can override the colours.
  package let rivals: @Sendable (ReactionContext) -> Rivals
  /// Why the program cannot take the colours here, with advice; nil if it can.
  package let blocker: @Sendable (ReactionContext) -> String?

  package init(
    _ name: String,
    _ group: Group,
    programs: [String],
    _ trial: Trial,
    note: String = "",
    files: @escaping @Sendable (ReactionContext) -> [ColorFile] = { _ in [] },
    include: @escaping @Sendable (ReactionContext) -> IncludeLine? = { _ in nil },
    announcements: @escaping @Sendable (ReactionContext) -> [Announcement] = { _ in [] },
    restorations: (@Sendable (ReactionContext) -> [Announcement])? = nil,
    rivals: @escaping @Sendable (ReactionContext) -> Rivals = { _ in Rivals([]) },
    blocker: @escaping @Sendable (ReactionContext) -> String? = { _ in nil }
  ) {
    self.name = name
    self.group = group
    self.programs = programs
    self.trial = trial
    self.note = note
    self.files = files
    self.include = include
    self.announcements = announcements
    self.rivals = rivals
    self.blocker = blocker
    // A program that reads its configuration again on a signal needs nothing else.
    self.restorations = restorations ?? { announcements($0).filter(\.isSignal) }
  }
}

/// A file that nightd writes for another program.
package struct ColorFile: Equatable, Sendable {
  package let path: String
  package let text: String

  package init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }
}

/// The pictures behind all windows, as paths.
package struct Wallpaper: Equatable, Sendable {
  package let style: Style
  package let light: String?
  package let dark: String?

  package init(style: Style, light: String?, dark: String?) {
    self.style = style
    self.light = light
    self.dark = dark
  }

  /// The picture for the style in effect; nil if the user chose none.
  package var picture: String? { style == .dark ? dark : light }
}

/// A way to give running programs the new colours; none of them ends a program.
package enum Announcement: Equatable, Sendable {
  /// Sends a signal to the user's processes of these names that have a handler for the signal.
  ///
  /// A process without a handler would be ended by the signal, so it never gets the signal.
  case signal(Signal, programs: [String])
  /// Runs a program, found in `PATH` unless it is a path, with a limit of a few seconds.
  ///
  /// A program that is not installed is no error. With `ifRunning`, nothing is run unless the user
  /// has a process of one of these names.
  case run([String], ifRunning: [String] = [])
  /// Runs a program once for each path that matches the pattern; `{}` in the arguments is the path.
  ///
  /// The pattern is an absolute path with `*` in its last component, such as the sockets of an
  /// editor. A socket at which no program listens is left out.
  case runEach(pattern: String, [String])
  /// Sends bytes to each terminal of the user, without waiting for a terminal that does not read.
  ///
  /// `of` names terminal programs whose windows get the bytes; empty for all terminals.
  case terminals([UInt8], of: [String])
  /// Sends the signals from which KDE's programs learn of new colours in `kdeglobals`.
  case kdeColors
  /// Shows a picture behind all windows; nil gives the desktop its own picture back.
  case wallpaper(Wallpaper?)

  fileprivate var isSignal: Bool { if case .signal = self { true } else { false } }

  package enum Signal: String, Equatable, Sendable {
    case hup = "SIGHUP"
    case usr1 = "SIGUSR1"
    case usr2 = "SIGUSR2"
  }
}
