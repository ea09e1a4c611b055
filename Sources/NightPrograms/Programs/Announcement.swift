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

/// A way to give running programs the new colours without restarting the programs.
package enum Announcement: Equatable, Sendable {
  /// Sends a signal to the user's processes with these names, but only if they handle the signal.
  ///
  /// A process without a handler does not get the signal, because the signal would end it.
  case signal(Signal, programs: [String])
  /// Runs a program, given by its path or found in `PATH`, with a time limit of a few seconds.
  ///
  /// It is not an error if the program is not installed. If `ifRunning` is not empty, the program
  /// is run only if the user has a process of one of these names. `mode` is the command that prints
  /// the style which the running program shows now; empty if there is no such command.
  case run([String], ifRunning: [String] = [], mode: [String] = [])
  /// Runs a program once for each path that matches `pattern`; `{}` in the arguments is the path.
  ///
  /// The pattern is an absolute path with `*` in its last component, for example a pattern for the
  /// sockets of an editor. If no program listens at a socket, that socket is skipped.
  case runEach(pattern: String, [String])
  /// Sends bytes to each of the user's terminals, without waiting for a terminal that does not
  /// read.
  ///
  /// `of` lists the terminal programs whose windows get the bytes; empty for all terminals.
  case terminals([UInt8], of: [String])
  /// Sends the D-Bus signals that tell KDE's programs to read the new colours in `kdeglobals`.
  case kdeColors
  /// Shows a wallpaper image; nil restores the desktop's own image.
  case wallpaper(Wallpaper?)

  /// Strings that identify this announcement: two announcements have the same strings only if the
  /// announcements are equal.
  package var texts: [String] {
    switch self {
    case .signal(let signal, let programs): ["signal", signal.rawValue] + programs
    case .run(let arguments, let programs, let mode):
      ["run"] + arguments + ["", "ifRunning"] + programs
        + (mode.isEmpty ? [] : ["", "mode"] + mode)
    case .runEach(let pattern, let arguments): ["each", pattern] + arguments
    case .terminals(let bytes, let programs):
      ["terminals", String(decoding: bytes, as: UTF8.self)] + programs
    case .kdeColors: ["kdeColors"]
    case .wallpaper(let wallpaper):
      ["wallpaper", wallpaper?.style.rawValue ?? "", wallpaper?.light ?? "", wallpaper?.dark ?? ""]
    }
  }

  /// Whether this announcement has a command that prints the style which the running program shows.
  package var hasMode: Bool {
    if case .run(_, _, let mode) = self { !mode.isEmpty } else { false }
  }

  var isSignal: Bool { if case .signal = self { true } else { false } }

  package enum Signal: String, Equatable, Sendable {
    case hup = "SIGHUP"
    case usr1 = "SIGUSR1"
    case usr2 = "SIGUSR2"
  }
}
