import Glibc
import NightBus
import NightCore
import NightThemes
import NightValues

/// Runs a command at the start and after each change, never twice at the same time.
///
/// Changes that come while the command runs are collected: afterwards it runs once, for the last
/// of them.
final class CommandRunner {
  private let arguments: [String]
  /// The value of `PATH`.
  private let folders: String?
  /// The command reads nothing: standard input belongs to the program that started nightctl.
  private let input: FileDescriptor
  private let loop: Loop
  private let complain: (String) -> Void
  /// Called with the reason if the command cannot be started.
  private let onFailure: (Failure) -> Void
  private var process: ChildProcess?
  /// The state for which the command was started last.
  private var last: ThemedSnapshot?
  /// The newest state; the command has yet to run for it.
  private var waiting: ThemedSnapshot?
  private var newest: ThemedSnapshot?
  /// Called when the running command has ended, after `stop`.
  private var onStop: (() -> Void)?

  init(
    _ arguments: [String],
    folders: String?,
    on loop: Loop,
    complain: @escaping (String) -> Void,
    onFailure: @escaping (Failure) -> Void
  ) throws(BusError) {
    self.arguments = arguments
    self.folders = folders
    input = try FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), from: "/dev/null")
    self.loop = loop
    self.complain = complain
    self.onFailure = onFailure
  }

  /// Runs the command for a state, unless programs paint the same as with the last state.
  func show(_ state: ThemedSnapshot) {
    if let newest, newest.appearance.paintsLike(state.appearance) { return }
    newest = state
    waiting = state
    startNext()
  }

  /// Ends the running command; calls back when it has ended, or at once if none runs.
  func stop(then: @escaping () -> Void) {
    waiting = nil
    guard let process else { return then() }
    // A second signal does not wait for a command that ignores the first one.
    guard onStop == nil else { return then() }
    onStop = then
    process.stop()
  }

  private func startNext() {
    guard process == nil, let state = waiting else { return }
    waiting = nil
    let change = ChangeEnvironment(
      snapshot: state.snapshot,
      colors: state.colors,
      previous: last?.appearance.style,
      reason: state.reason
    )
    last = state
    do throws(BusError) {
      let program = try ProgramSearch.path(of: arguments.first ?? "", folders: folders)
      process = try ChildProcess(
        [program] + arguments.dropFirst(),
        environment: change.variables,
        input: input.number,
        output: STDOUT_FILENO,
        // A command may start programs that go on, such as a bar.
        endsGroup: false,
        on: loop
      ) { [weak self] in self?.ended($0) }
    } catch {
      onFailure(.notRun(error))
    }
  }

  private func ended(_ end: ChildProcess.End) {
    process = nil
    if let onStop { return onStop() }
    if let sentence = Messages.commandFailed(arguments.first ?? "", end) { complain(sentence) }
    startNext()
  }
}

/// Finds a program as execvp(3) does.
enum ProgramSearch {
  /// Returns the path of a program; throws the error of the file system with the program's name.
  static func path(of name: String, folders: String?) throws(BusError) -> String {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return name }
    var code = ENOENT
    for folder in (folders ?? "/bin:/usr/bin").split(
      separator: ":",
      omittingEmptySubsequences: false
    )
    where !name.isEmpty {
      // An empty entry of PATH is the current folder.
      let path = (folder.isEmpty ? "." : String(folder)) + "/" + name
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
      if access(path, X_OK) == 0 { return path }
      code = EACCES
    }
    throw .system(call: name, errno: code)
  }
}
