/// The files that `make install` installs, in a separate folder.
package struct Installation {
  package let folder: TemporaryFolder

  /// Installs the programs under test into the folder, below `prefix` or the default prefix.
  package init(prefix: String? = nil) throws {
    folder = try TemporaryFolder()
    let places = prefix.map { ["PREFIX=\(folder.path)\($0)"] } ?? ["DESTDIR=\(folder.path)"]
    // The new folders can be read by all users, even if the umask of the tests forbids this.
    let made = try Program.run(
      "/bin/sh",
      ["-c", #"umask 022; exec make -s install "$@""#, "sh", "RELEASE=\(Built.folder)"] + places,
      environment: ["PATH": Tool.searchPath],
      folder: Built.sourceRoot
    )
    guard made.exit == .exited(0) else { throw Failure(made: made) }
  }

  package struct Failure: Error, CustomStringConvertible {
    let made: Finished

    package init(made: Finished) { self.made = made }

    package var description: String { "make install \(made)" }
  }
}
