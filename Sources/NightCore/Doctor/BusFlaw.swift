/// Why there is no session bus to ask, and what was seen of where one may be.
package struct BusFlaw: Equatable, Sendable {
  package let why: String
  /// Of DBUS_SESSION_BUS_ADDRESS; nil where that is not set.
  package var address: String?
  /// Of XDG_RUNTIME_DIR; nil where that says no folder.
  package var runtimeFolder: String?
  /// Where a login keeps what runs: `/run/user/1000`.
  package var loginFolder: String
  /// Those of the two in which a bus has a socket, and the user's manager.
  package var foldersWithBus: Set<String> = []
  package var foldersWithManager: Set<String> = []

  package init(why: String, loginFolder: String) {
    self.why = why
    self.loginFolder = loginFolder
  }

  /// The folders to be looked into, the best first.
  package var folders: [String] {
    guard let runtimeFolder, runtimeFolder != loginFolder else { return [loginFolder] }
    return [runtimeFolder, loginFolder]
  }

  /// Where there is a manager it starts the bus; else a shell gets one of its own.
  var remedy: String {
    if let folder = folders.first(where: { foldersWithBus.contains($0) && !isAsked($0) }) {
      return export(folder)
    }
    guard let folder = folders.first(where: foldersWithManager.contains) else {
      return #"exec dbus-run-session -- "${SHELL:-/bin/sh}""#
    }
    var commands: [String] = []
    if folder != runtimeFolder {
      commands.append("export XDG_RUNTIME_DIR=\(ShellWord.of(folder))")
    }
    // One that is there and does not answer is started anew.
    let verb = foldersWithBus.contains(folder) ? "restart dbus.service" : "start dbus.socket"
    commands.append("systemctl --user \(verb)")
    if address != nil, !isAsked(folder) { commands.append(export(folder)) }
    return commands.joined(separator: " && ")
  }

  private func export(_ folder: String) -> String {
    "export DBUS_SESSION_BUS_ADDRESS=unix:path=\(ShellWord.of(folder))/bus"
  }

  /// Whether it was the bus of this folder that did not answer.
  private func isAsked(_ folder: String) -> Bool {
    guard let address else { return folder == runtimeFolder }
    let path = "unix:path=\(folder)/bus"
    return address == path || address.hasPrefix(path + ",") || address.hasPrefix(path + ";")
  }
}
