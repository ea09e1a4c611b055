import Synchronization

extension Program {
  /// Runs a program until it ends; returns its exit and its output.
  ///
  /// Both outputs of the program are read at the same time. If the program does not end in time,
  /// its whole process group is killed.
  package static func run(
    _ path: String,
    _ arguments: [String] = [],
    environment: [String: String] = ["LANG": "C.UTF-8"],
    folder: String? = nil,
    input: Input = .null,
    timeout: Duration = .seconds(20)
  ) throws(ProgramError) -> Finished {
    try run(
      path,
      bytes: arguments.map { Array($0.utf8) },
      environment: environment,
      folder: folder,
      input: input,
      timeout: timeout
    )
  }

  /// Runs a program with arguments that need not be UTF-8.
  package static func run(
    _ path: String,
    bytes arguments: [[UInt8]],
    environment: [String: String] = ["LANG": "C.UTF-8"],
    folder: String? = nil,
    input: Input = .null,
    timeout: Duration = .seconds(20)
  ) throws(ProgramError) -> Finished {
    let program = try start(
      path,
      bytes: arguments,
      environment: environment,
      folder: folder,
      input: input
    )
    program.closeInput()
    let exit = try program.wait(timeout: timeout)
    return program.streams.withLock {
      Finished(exit: exit, outputBytes: $0.output.bytes, errorBytes: $0.errors.bytes)
    }
  }
}
