import Glibc
import NightBus
import NightCore
import NightStore

/// Runs a command at the start and after each change of the appearance, never twice at the same
/// time.
///
/// If changes come while the command runs, the command runs once more afterwards, for the last
/// change.
final class CommandRunner {
  private let arguments: [String]
  /// The folders of `PATH`.
  private let folders: [String]
  private let loop: Loop
  private let complain: (String) -> Void
  /// Called with the reason if the command cannot be started.
  private let onFailure: (Failure) -> Void
  private var process: ChildProcess?
  /// The state for which the command was most recently started.
  private var last: ThemedSnapshot?
  /// The state for which the command runs next; nil if the command was started for the newest
  /// state.
  private var waiting: ThemedSnapshot?
  private var newest: ThemedSnapshot?
  /// After a call of `stop`, this closure is called as soon as the running command has ended.
  private var onStop: (() -> Void)?

  init(
    _ arguments: [String],
    path: String?,
    on loop: Loop,
    complain: @escaping (String) -> Void,
    onFailure: @escaping (Failure) -> Void
  ) {
    self.arguments = arguments
    folders = ProgramSearch.folders(path)
    self.loop = loop
    self.complain = complain
    self.onFailure = onFailure
  }

  /// Runs the command for a state, unless the state looks the same as the previous state.
  func show(_ state: ThemedSnapshot) {
    if let newest, newest.appearance.paintsLike(state.appearance) { return }
    newest = state
    waiting = state
    startNext()
  }

  /// Ends the running command; calls `then` when the command has ended, or at once if no command
  /// runs.
  func stop(then: @escaping () -> Void) {
    waiting = nil
    guard let process else { return then() }
    // After a second signal, do not wait for the command, because the command ignored the first
    // signal.
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
    let name = arguments.first ?? ""
    let program: String
    do throws(Disk.Refusal) { program = try ProgramSearch.path(of: name, in: folders) } catch {
      return onFailure(.notRun(.system(call: name, errno: error.code)))
    }
    do throws(BusError) {
      // The command reads nothing, because standard input belongs to the program that started
      // nightctl.
      process = try ChildProcess(
        [program] + arguments.dropFirst(),
        environment: change.variables,
        output: STDOUT_FILENO,
        // Do not end the whole process group, because the command may start programs that keep
        // running, such as a bar.
        endsGroup: false,
        on: loop
      ) { [weak self] in self?.ended($0) }
    } catch {
      onFailure(.notRun(error))
    }
  }

  private func ended(_ end: ProgramEnd) {
    process = nil
    if let onStop { return onStop() }
    if let why = end.failure { complain("\(Excerpt(arguments.first ?? "")) \(why)") }
    startNext()
  }
}
