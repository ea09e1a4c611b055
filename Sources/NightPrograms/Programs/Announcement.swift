import NightCore

/// A file that nightd writes for another program.
package struct ColorFile: Equatable, Sendable {
  package let path: String
  package let text: String

  package init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }
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

  /// Texts that are the same for the same announcement only.
  package var texts: [String] {
    switch self {
    case .signal(let signal, let programs): ["signal", signal.rawValue] + programs
    case .run(let arguments, let programs): ["run"] + arguments + ["", "ifRunning"] + programs
    case .runEach(let pattern, let arguments): ["each", pattern] + arguments
    case .terminals(let bytes, let programs):
      ["terminals", String(decoding: bytes, as: UTF8.self)] + programs
    case .kdeColors: ["kdeColors"]
    case .wallpaper(let wallpaper):
      ["wallpaper", wallpaper?.style.rawValue ?? "", wallpaper?.light ?? "", wallpaper?.dark ?? ""]
    }
  }

  var isSignal: Bool { if case .signal = self { true } else { false } }

  package enum Signal: String, Equatable, Sendable {
    case hup = "SIGHUP"
    case usr1 = "SIGUSR1"
    case usr2 = "SIGUSR2"
  }
}
