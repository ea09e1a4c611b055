import TestSupport

/// The C library as `make install` installs it; programs are compiled with the flags of its `.pc`
/// file.
struct InstalledLibrary {
  static let python = "/usr/bin/python3"

  /// The reason why no program can be compiled with the library here; nil if one can.
  static let skipReason: String? =
    if Built.isSanitized {
      "a program without the sanitizer cannot load a library with it"
    } else if Tool.path("cc") == nil || Tool.path("pkg-config") == nil {
      "there is no C compiler (cc) or no pkg-config on the PATH"
    } else {
      nil
    }

  let installation: Installation

  init() throws { installation = try Installation(prefix: "/usr") }

  private var folder: String { installation.folder.file("usr/lib") }

  /// Compiles a program from a C source; warnings are errors.
  func compile(_ source: String, with packages: String = "") throws -> String {
    try run("cc -std=gnu99 -Wall -Wextra -Wpedantic -Werror", source, with: packages)
  }

  /// Runs a compiler with the flags of pkg-config, and returns the program that it made.
  private func run(
    _ compiler: String,
    _ source: String,
    with packages: String = ""
  ) throws -> String {
    let program = installation.folder.file("made")
    let made = try Program.run(
      "/bin/sh",
      [
        "-euc",
        """
        flags=$(pkg-config --cflags --libs \(packages) nightkit)
        \(compiler) -o "$0" "$1" $flags -ldl
        """,
        program, source,
      ],
      environment: ["PATH": Tool.searchPath, "PKG_CONFIG_PATH": folder + "/pkgconfig"],
      timeout: .seconds(60)
    )
    guard made.exit == .exited(0) else { throw NotMade(made: made) }
    return program
  }

  /// The C++ compilers of this machine.
  static let cPlusPlus = ["g++", "clang++"].filter { Tool.path($0) != nil }

  /// Compiles a C++ source in this repository, with warnings as errors.
  func compile(repository path: String, cPlusPlus compiler: String) throws -> String {
    try compile(Built.sourceRoot + "/" + path, cPlusPlus: compiler)
  }

  private func compile(_ source: String, cPlusPlus compiler: String) throws -> String {
    try run("\(compiler) -std=c++17 -Wall -Wextra -Wpedantic -Werror", source)
  }

  /// Compiles a C source in this repository.
  func compile(repository path: String) throws -> String {
    try compile(Built.sourceRoot + "/" + path)
  }

  /// Compiles a program from C source code in a string; it may also use other packages of
  /// pkg-config.
  func compile(text: String, with packages: String = "") throws -> String {
    try installation.folder.write(text, to: "made.c")
    return try compile(installation.folder.file("made.c"), with: packages)
  }

  /// Compiles a program from C++ source code in a string.
  func compile(text: String, cPlusPlus compiler: String) throws -> String {
    try installation.folder.write(text, to: "made.cpp")
    return try compile(installation.folder.file("made.cpp"), cPlusPlus: compiler)
  }

  /// The environment of a session in which programs find the library.
  func environment(_ desk: Desk) -> [String: String] {
    desk.environment.merging(["LD_LIBRARY_PATH": folder]) { $1 }
  }

  struct NotMade: Error, CustomStringConvertible {
    let made: Finished

    var description: String { "the compiler \(made)" }
  }
}

/// A C program in its own session; for each line of input, it calls a function of the library.
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

  /// Sends one command, and returns the line that the program prints.
  func ask(_ line: String) throws -> String {
    try program.write(line + "\n")
    return try program.nextLine()
  }

  /// The file descriptors that the program has open now.
  var descriptors: [Int: String] { get throws { try program.descriptors() } }

  /// Closes the input; returns how the program ended, and what it wrote to standard error.
  func end() throws -> (exit: Program.Exit, errors: String) {
    program.closeInput()
    let exit = try program.wait()
    return (exit, try program.readAllErrors())
  }
}
