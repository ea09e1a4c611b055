/// What shows a program only a part of the session.
package enum Sandbox: Equatable, Sendable {
  case flatpak
  case snap
  /// Something before the bus hides names, such as xdg-dbus-proxy.
  case proxy
}

/// The user whose session it is, if the doctor runs as another.
package struct OtherUser: Equatable, Sendable {
  /// Their name, or their number if they have none.
  package let name: String
  /// The one who runs the doctor.
  package let caller: String
  package let isCallerRoot: Bool
  /// What says where their bus is, for their own shell: `XDG_RUNTIME_DIR=/run/user/1000`.
  package let variable: String

  package init(name: String, caller: String, isCallerRoot: Bool, variable: String) {
    self.name = name
    self.caller = caller
    self.isCallerRoot = isCallerRoot
    self.variable = variable
  }

  /// In a login shell, so that the home is theirs as well.
  var remedy: String {
    guard isCallerRoot else { return "sudo -iu \(ShellWord.of(name)) \(variable) nightctl doctor" }
    let command = ShellWord.of("\(variable) nightctl doctor")
    return "runuser -l \(ShellWord.of(name)) -c \(command)"
  }
}

extension Diagnosis {
  /// What keeps the doctor from seeing anything: nothing else that it finds would be true.
  var ofBlindness: DoctorFinding? {
    if let sandbox = session.sandbox {
      let isFlatpak = sandbox == .flatpak
      let outside = isFlatpak ? "flatpak-spawn --host nightctl doctor" : "nightctl doctor"
      return DoctorFinding(.sandboxed(sandbox), .command(outside))
    }
    return session.otherUser.map { DoctorFinding(.otherUser($0), .command($0.remedy)) }
  }
}
