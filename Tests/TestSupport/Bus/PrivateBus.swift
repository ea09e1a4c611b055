import Glibc

/// A real message bus for one test, with only the services that the test adds.
///
/// Services run in the environment of `home`. `log` contains the output of the services and of the
/// bus itself. When this object is released, the bus and its services are killed.
package final class PrivateBus: Sendable {
  /// The address of the bus, for DBUS_SESSION_BUS_ADDRESS.
  package let address: String
  /// The home folder of the services that the bus starts.
  package let home: TemporaryFolder
  private let folder: TemporaryFolder
  package let kind: BusKind
  private let daemon: Program

  /// Whether the bus itself has ended; if it has, programs that need the bus end, too.
  package var isEnded: Bool { daemon.exit != nil }

  package var daemonProcessIdentifier: Int32 { daemon.processIdentifier }

  /// What the bus daemon and its services have printed so far.
  package var log: String { folder.text("log") ?? "" }

  /// Starts a bus, and returns when clients can use it.
  ///
  /// `services` is added to the environment of the services. `configuration` is XML for the end of
  /// a dbus-daemon's configuration file, where it overrides earlier lines; a dbus-broker accepts no
  /// such XML.
  package init(
    _ kind: BusKind? = .named,
    home: TemporaryFolder? = nil,
    services: [String: String] = [:],
    configuration: String = ""
  ) throws {
    guard let kind else {
      throw Self.missing("NIGHTD_TEST_BUS", "start a bus of the kind that it names")
    }
    self.kind = kind
    // A socket's path has at most 107 bytes, and TMPDIR may be long, so the folder is in /tmp. This
    // path has no characters that must be escaped in an address or in XML.
    folder = try TemporaryFolder(below: "/tmp")
    self.home = try home ?? TemporaryFolder()
    try folder.makeFolder("services")
    daemon = try Self.start(
      kind,
      in: folder,
      configuration: configuration,
      environment: try CleanEnvironment.make(home: self.home)
        .merging(services) { _, added in added }
    )
    do throws(ProgramError) {
      address = try daemon.nextLine()
    } catch {
      var error = error
      error.details.append("its log: \(folder.text("log") ?? "")")
      throw error
    }
  }

  // End the bus before the folders are removed, so that no program still writes into the folders.
  deinit {
    daemon.killGroup()
    _ = try? daemon.wait()
  }

  /// Lets the bus start a program when somebody calls the name.
  ///
  /// From the next call on, the bus knows the service. dbus-daemon reads its services again for an
  /// unknown name, and dbus-broker gets a message.
  package func addService(name: String, command: [String]) throws {
    switch kind {
    case .daemon:
      let text = "[D-BUS Service]\nName=\(name)\nExec=\(ServiceCommand.text(command))\n"
      try folder.write(text, to: "services/\(name).service")
    case .broker:
      let script = "services/\(name)"
      try folder.write("#!/bin/sh\nexec \(ServiceCommand.shell(command))\n", to: script)
      chmod(folder.file(script), 0o700)
      try daemon.write(name + "\n")
      _ = try daemon.nextLine()
    }
  }

  /// Makes the bus list the added services; otherwise dbus-daemon would notice them a moment later.
  package func listServices() throws {
    guard kind == .daemon else { return }
    let bus = "org.freedesktop.DBus"
    let done = try Program.run(
      "dbus-send",
      ["--session", "--print-reply", "--dest=\(bus)", "/", "\(bus).ReloadConfig"],
      environment: try environment()
    )
    guard done.exit == .exited(0) else {
      throw Self.missing("dbus-send", "have the bus list services (\(done))")
    }
  }

  /// The environment of a program that runs on this bus with this home.
  ///
  /// If `home` is nil, this is the environment of the services that the bus starts.
  package func environment(home: TemporaryFolder? = nil) throws(FolderError) -> [String: String] {
    var environment = try CleanEnvironment.make(home: home ?? self.home)
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    return environment
  }

  /// Ends the bus with SIGTERM; when this returns, the clients are disconnected.
  package func stop() throws(ProgramError) { try end(SIGTERM) }

  /// Kills the bus; when this returns, the clients are disconnected.
  package func kill() throws(ProgramError) { try end(SIGKILL) }

  /// Stops the bus with SIGSTOP: clients stay connected, but get no replies.
  package func pause() throws(ProgramError) { try daemon.pause() }

  package func resume() { daemon.resume() }

  // The exit code is ignored, because dbus-daemon prints its address before it can handle SIGTERM.
  private func end(_ signal: Int32) throws(ProgramError) {
    daemon.send(signal: signal)
    _ = try daemon.wait()
  }
}
