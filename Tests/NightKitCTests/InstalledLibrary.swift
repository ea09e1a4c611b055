import TestSupport

/// The C library as `make install` leaves it, and programs that are made with it by its `.pc` file.
struct InstalledLibrary {
  static let python = "/usr/bin/python3"

  /// Why no program can be made with it here, or nothing.
  static let obstacle: String? =
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

  /// Makes a program of a C source, to which no compiler may have anything to say.
  func compile(_ source: String) throws -> String {
    let program = installation.folder.file("made")
    let made = try Program.run(
      "/bin/sh",
      [
        "-euc",
        """
        words=$(pkg-config --cflags --libs nightkit)
        cc -std=gnu99 -Wall -Wextra -Wpedantic -Werror -o "$0" "$1" $words -ldl
        """,
        program, source,
      ],
      environment: ["PATH": Tool.searchPath, "PKG_CONFIG_PATH": folder + "/pkgconfig"],
      timeout: .seconds(60)
    )
    guard made.exit == .exited(0) else { throw NotMade(made: made) }
    return program
  }

  /// Makes a program of a C source in this repository.
  func compile(repository path: String) throws -> String {
    try compile(Built.sourceRoot + "/" + path)
  }

  /// Makes a program of a C text.
  func compile(text: String) throws -> String {
    try installation.folder.write(text, to: "made.c")
    return try compile(installation.folder.file("made.c"))
  }

  /// A session in which programs find the library.
  func environment(_ desk: Desk) -> [String: String] {
    desk.environment.merging(["LD_LIBRARY_PATH": folder]) { $1 }
  }

  struct NotMade: Error, CustomStringConvertible {
    let made: Finished

    var description: String { "cc \(made)" }
  }
}
