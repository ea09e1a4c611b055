import Glibc

/// A message bus of its own for one test: a real dbus-daemon with no services but those added.
///
/// Services it starts run in the environment of its `home`, and what they and the daemon say
/// stands in `log`. All of them are killed when the last reference to the bus goes.
package final class PrivateBus: Sendable {
  /// Where clients reach it: a value for DBUS_SESSION_BUS_ADDRESS.
  package let address: String
  /// The home of the services that the bus starts.
  package let home: TemporaryFolder
  private let folder: TemporaryFolder
  private let daemon: Program

  // Services inherit the daemon's outputs, and would stop once a pipe nobody reads is full:
  // only the address goes to the pipe, which the daemon then closes.
  // Nothing runs `deinit` when the tests crash or are killed. The second process then reads the
  // end of its input, and takes the bus and its services with it.
  private static let script = #"""
    exec 3>&1 >&2 4<&0 </dev/null
    (read -r line; rm -rf "$BUS_FOLDER"; kill -9 0) <&4 3>&- 4<&- &
    unset BUS_FOLDER
    exec "$0" "$@" 4<&-
    """#

  package var daemonProcessIdentifier: Int32 { daemon.processIdentifier }

  /// What the daemon and the services it started have said so far.
  package var log: String { folder.text("log") ?? "" }

  /// Starts a bus that is ready for clients.
  ///
  /// `services` is added to the environment of the services it starts, and `configuration` is
  /// XML for the end of its configuration file, where it wins over what stands before.
  package init(
    home: TemporaryFolder? = nil,
    services: [String: String] = [:],
    configuration: String = ""
  ) throws {
    // A socket's path has 107 bytes, and TMPDIR may be long. Nothing in this path needs escaping,
    // neither in an address nor in XML.
    folder = try TemporaryFolder(below: "/tmp")
    self.home = try home ?? TemporaryFolder()
    try folder.makeFolder("services")
    try folder.write(
      BusConfiguration(folder: folder.path, addition: configuration).text,
      to: "bus.conf"
    )
    let environment = try CleanEnvironment.make(home: self.home)
      .merging(services) { _, added in added }
    guard let program = Tool.path("dbus-daemon") else {
      throw ProgramError(
        program: "dbus-daemon",
        problem: .failed(code: ENOENT),
        awaited: "find it on the PATH"
      )
    }
    daemon = try Program.start(
      "/bin/sh",
      [
        "-c", Self.script, program, "--config-file=\(folder.file("bus.conf"))", "--nofork",
        "--nosyslog", "--print-address=3",
      ],
      environment: environment.merging(["BUS_FOLDER": folder.path]) { $1 },
      input: .pipe,
      standardError: .file(folder.file("log"))
    )
    do throws(ProgramError) {
      address = try daemon.nextLine()
    } catch {
      var error = error
      error.details.append("its log: \(folder.text("log") ?? "")")
      throw error
    }
  }

  // Before the folders go, so that nobody writes into them any more.
  deinit {
    daemon.killGroup()
    _ = try? daemon.wait()
  }

  /// Lets the bus start a program when somebody calls the name.
  ///
  /// The daemon reads its services again when it does not know a name, so a running bus knows
  /// the service from the next call on.
  package func addService(name: String, command: [String]) throws(FolderError) {
    let text = "[D-BUS Service]\nName=\(name)\nExec=\(ServiceCommand.text(command))\n"
    try folder.write(text, to: "services/\(name).service")
  }

  /// The environment of a program that a user with this home and this bus starts.
  ///
  /// Without a home it is that of the services the bus starts.
  package func environment(home: TemporaryFolder? = nil) throws(FolderError) -> [String: String] {
    var environment = try CleanEnvironment.make(home: home ?? self.home)
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    return environment
  }

  /// Ends the daemon with SIGTERM; its clients are disconnected when this returns.
  package func stop() throws(ProgramError) { try end(SIGTERM) }

  /// Kills the daemon; its clients are disconnected when this returns.
  package func kill() throws(ProgramError) { try end(SIGKILL) }

  /// Stops the daemon where it stands: clients stay connected and get no answers.
  package func pause() throws(ProgramError) { try daemon.pause() }

  package func resume() { daemon.resume() }

  // How it ended is not told: dbus-daemon prints its address before it handles SIGTERM.
  private func end(_ signal: Int32) throws(ProgramError) {
    daemon.send(signal: signal)
    _ = try daemon.wait()
  }
}
