import NightCore

/// A program to run outside nightd's own process, and the limits for the program.
package struct ProgramOrder: Sendable {
  package enum Kind: Sendable {
    /// One of nightd's own helpers: it has tight limits, and its child processes end with it.
    case helper
    /// A program that runs the user's programs: it has no limits, and its processes may outlive it.
    case session
  }

  /// A short name for the program's purpose; this name becomes part of the systemd unit's name.
  package var name: String
  /// The description of the systemd unit, as a sentence for people.
  package var purpose: String
  /// The program, as an absolute path, and its arguments.
  package var arguments: [String]
  /// The script that a shell reads from its input; nil for any other program.
  package var script: ShellScript?
  /// Variables that this program gets in addition to those that all of the session's programs get.
  package var environment: [String: String]
  /// Whether the program's input is a pipe that closes when nightd ends; otherwise it is /dev/null.
  package var takesInput: Bool
  /// Whether standard error is part of the output.
  ///
  /// If `joinsErrors` is false, the standard error of a unit goes to the journal, and that of a
  /// child process to nightd's standard error.
  package var joinsErrors: Bool
  package var kind: Kind
  /// How long the service manager lets the program run, even after nightd has ended; nil for no
  /// limit.
  package var limitMilliseconds: Int?
  /// Whether nightd itself runs as a unit; if so, only the user's systemd can start this program.
  package var isOwnerUnit: Bool
  package var memoryBytes: UInt64
  package var tasks: UInt64
  /// How long the service manager may take to start the program.
  package var startMilliseconds: Int

  package init(
    name: String,
    purpose: String,
    arguments: [String] = ShellScript.shell,
    script: ShellScript? = nil,
    environment: [String: String] = [:],
    takesInput: Bool = false,
    joinsErrors: Bool = false,
    kind: Kind = .helper,
    limitMilliseconds: Int? = nil,
    isOwnerUnit: Bool = false,
    memoryBytes: UInt64 = 256 << 20,
    tasks: UInt64 = 64,
    startMilliseconds: Int = 10_000
  ) {
    self.name = name
    self.purpose = purpose
    self.arguments = arguments
    self.script = script
    self.environment = environment
    self.takesInput = takesInput
    self.joinsErrors = joinsErrors
    self.kind = kind
    self.limitMilliseconds = limitMilliseconds
    self.isOwnerUnit = isOwnerUnit
    self.memoryBytes = memoryBytes
    self.tasks = tasks
    self.startMilliseconds = startMilliseconds
  }
}

/// A script that the shell reads from its standard input, and not from its arguments.
///
/// systemd 252 garbles quotes and dollar signs in a transient unit's arguments if it reloads its
/// units before the start. A script on the standard input is not garbled.
///
/// The script's text must define `main`. After this text, the shell calls `main` with the script's
/// arguments, and then runs each further line of its input as a command. Neither the script nor `main`
/// may read the input itself. A shell reads its input in blocks, so a further line may already be in the
/// shell's memory.
package struct ShellScript: Equatable, Sendable {
  /// The shell and its arguments.
  package static let shell = ["/bin/sh", "-s"]

  package var text: String
  package var arguments: [String]

  package init(_ text: String, _ arguments: [String] = []) {
    self.text = text
    self.arguments = arguments
  }

  /// The text that nightd writes to the shell's input first.
  package var input: String {
    "\(text)\n" + (["main"] + arguments.map(ShellWord.of) + ["</dev/null\n"]).joined(separator: " ")
  }
}
