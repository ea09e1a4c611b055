import TestSupport

/// A C program that does with the library what it is told, in a session of its own.
struct Probe {
  private let library: InstalledLibrary
  private let program: Program

  init(_ desk: Desk, application: String? = nil, adding more: [String: String] = [:]) throws {
    library = try InstalledLibrary()
    program = try Program.start(
      try library.compile(repository: "Tests/NightKitCTests/probe.c"),
      application.map { [$0] } ?? [],
      environment: library.environment(desk).merging(more) { $1 },
      input: .pipe
    )
    _ = try program.nextLine()
  }

  /// What it says to one line.
  func ask(_ line: String) throws -> String {
    try program.write(line + "\n")
    return try program.nextLine()
  }

  /// How it ended once its input did, and what it had said on standard error.
  func end() throws -> (exit: Program.Exit, errors: String) {
    program.closeInput()
    let exit = try program.wait()
    return (exit, try program.readAllErrors())
  }
}
