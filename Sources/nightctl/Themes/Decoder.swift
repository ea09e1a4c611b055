import Glibc
import NightCore
import NightStore

/// A small program of nightd's own, which decodes a foreign format in a sandbox.
struct Decoder {
  private let name: String
  private let format: String
  private let environment: (String) -> String?
  /// The time limit for the program; its own limit for processor time is shorter.
  private static let milliseconds = 15_000

  /// `format` is the word for what the program decodes, such as `pictures`.
  init(name: String, of format: String, _ environment: @escaping (String) -> String?) {
    self.name = name
    self.format = format
    self.environment = environment
  }

  /// Runs the program, and returns what it printed; if it fails, throws the reason that it printed.
  ///
  /// `path` is used only in messages. The program reads the open file `input` as its standard
  /// input.
  func output(
    for path: String,
    _ arguments: [String] = [],
    input: Int32? = nil,
    mostBytes: Int = RunningProgram.mostBytes
  ) throws(Failure) -> [UInt8] {
    let own = (try? Disk.system.readLink("/proc/self/exe")) ?? nil ?? ""
    let folder = own.parentFolder
    let places = ["\(folder)/\(name)", "\(folder.parentFolder)/libexec/\(name)"]
    guard let program = places.first(where: { access($0, X_OK) == 0 }) else {
      throw .system(ThemeMessages.noDecoder(of: format, places[1]))
    }
    let command = AwaitedCommand(
      ProgramFinder(environment: environment),
      milliseconds: Self.milliseconds
    )
    let outcome = try command.outcome([program] + arguments, input: input, mostBytes: mostBytes)
    if let problem = outcome.problem {
      // If the program was killed, for example because it asked for too much memory, its output
      // does not say why.
      let line = outcome.output.split(separator: "\n").last.map(String.init) ?? problem
      let why = outcome.code == nil ? ThemeMessages.decoderStopped(problem) : line
      throw .system(Messages.cannotRead(path, why))
    }
    return outcome.bytes
  }
}
