package import NightCore
package import NightThemes
package import NightValues

/// The facts that the doctor gathers before the diagnosis.
package struct DoctorFacts: Equatable, Sendable {
  /// Why no session bus can be reached; nil if one can be reached.
  package var busFailure: BusFailure?
  package var daemon = DaemonFacts()
  package var portal = PortalFacts()
  package var session = SessionFacts()

  package init() {}
}

/// The facts about the nightd daemon.
package struct DaemonFacts: Equatable, Sendable {
  /// The process that owns nightd's name on the bus; nil if no process does.
  package var owner: ProcessFacts?
  /// The path of the owner's program with links resolved; nil if the doctor cannot see it.
  package var ownerProgram: String?
  /// The user unit to which the owner of nightd's name belongs.
  package var ownerUnit: String?
  /// The values of `Variables.names` that nightd runs with, or would be started with.
  package var environment: [String: String]?
  /// The version that the daemon reports.
  package var version: Answer<String> = .none
  /// Whether the owner of nightd's name also owns the name of nightd's portal backend.
  package var hasBackendName = false
  /// nightd's unit; nil if the user has no service manager.
  package var unit: UnitFacts?
  package var installation = Installation()
  package var style = StyleFacts()
  package var mirror = MirrorFacts()
  /// The number of mistakes in hand-written preferences.
  package var mistakes = 0
  package var reactions: [FailedReaction] = []
  package var unusable: [UnusablePath] = []
  package var missingThemes: [MissingTheme] = []
  /// The stored choice that nightd could not read; nil if nightd could read it.
  package var unreadChoice: UnreadChoice?

  package init() {}
}

/// The files of nightd on this machine, and the names for which the bus starts it.
package struct Installation: Equatable, Sendable {
  /// The path of nightd's program.
  package var program: String?
  /// The path of nightd's program with links resolved.
  package var realProgram: String?
  /// The names for which the bus can start a program.
  package var activatable: [String] = []
  package var serviceFiles: [ServiceFile] = []
}

/// The style that nightd reports, and what decides it.
package struct StyleFacts: Equatable, Sendable {
  /// The colour scheme that nightd reports to the portal, or would report: 0, 1 or 2.
  package var scheme: UInt32?
  /// What decides the style: a fixed choice, the schedule or the desktop; nil if unknown.
  package var choice: Choice?
  package var desktop: DesktopView?
  /// The place that the schedule needs but does not know; nil if no place is missing.
  package var lackingPlace: LackingPlace?

  /// Whether the desktop decides the style, so that nightd does not write the desktop's setting.
  var isFollowing: Bool { choice == .system }

  /// Whether another program sets GNOME's settings back, which the finding `otherWriter` reports.
  var isContested: Bool { desktop?.isIgnored == true }
}

/// The facts about the mirror, which writes GNOME's settings.
package struct MirrorFacts: Equatable, Sendable {
  /// Whether the preferences let nightd write GNOME's settings; nil if the daemon did not say.
  package var isOn: Bool?
  /// Whether nightd runs with GSETTINGS_BACKEND=memory.
  ///
  /// nightd then keeps GNOME's settings in its own memory, which no other program can read.
  package var hasOnlyMemory = false
  /// Why the mirror could not write GNOME's settings; nil if no failure is known.
  package var lacks: MirrorFailure?
  /// Whether dconf, which keeps GNOME's settings, is on the bus or can be started.
  package var hasDconf = true

  /// Whether nightd can write GNOME's settings, as far as the doctor knows without trying.
  ///
  /// GSETTINGS_BACKEND=memory is ignored here, because another finding reports that variable.
  package var isAble: Bool {
    isOn == true && hasDconf && lacks != .noProgram && lacks != .noSchema
  }
}

/// A place that the schedule needs but does not know.
package struct LackingPlace: Equatable, Sendable {
  /// The state of the request to GeoClue, as a keyword of the contract; empty if unknown.
  package let geoClue: String
  /// Whether GeoClue is on the system bus, or can be started.
  package let hasGeoClue: Bool
  /// Why GeoClue gives no place, as half a sentence; nil if GeoClue was not asked.
  package let reason: String?

  package init(geoClue: String, hasGeoClue: Bool, reason: String? = nil) {
    self.geoClue = geoClue
    self.hasGeoClue = hasGeoClue
    self.reason = reason
  }

  /// Whether GeoClue can be asked for the place and has not been asked yet.
  ///
  /// A repeated request would get the same answer.
  package var isToBeAsked: Bool { hasGeoClue && ["", "off"].contains(geoClue) }
}

/// A stored choice that nightd could not read.
package struct UnreadChoice: Equatable, Sendable {
  package let problem: StoreProblem
  /// A sentence that says what is in effect instead of the stored choice.
  package let effect: String
  /// Whether the file of the choice can be read now, for example after a `chmod`.
  package let isIntact: Bool

  package init(_ problem: StoreProblem, effect: String, isIntact: Bool) {
    self.problem = problem
    self.effect = effect
    self.isIntact = isIntact
  }
}

/// A theme that does not exist, although a preference names it.
package struct MissingTheme: Equatable, Sendable {
  package let slot: ThemeSlot
  package let name: String
  /// The path of the file in which nightd looks for the theme; nil if the folders are unknown.
  package let file: String?

  package init(slot: ThemeSlot, name: String, file: String?) {
    self.slot = slot
    self.name = name
    self.file = file
  }
}

/// A failed reaction to a change of the style.
package struct FailedReaction: Equatable, Sendable {
  package let name: String
  /// A few words that say how the reaction ended.
  package let words: String
  package let output: String

  /// Whether the reaction is the mirror, which writes GNOME's settings.
  var isOfMirror: Bool { name == MirrorFailure.reaction }

  /// Whether GNOME's settings did not keep the value that the mirror wrote.
  var isUndone: Bool { isOfMirror && MirrorFailure.isUnchanged(output) }

  /// The key of GNOME's settings that an administrator locked; nil if no lock caused the failure.
  package var lockedKey: String? {
    isOfMirror ? MirrorFailure.lockedKey(in: output) : nil
  }

  package init(name: String, words: String, output: String) {
    self.name = name
    self.words = words
    self.output = output
  }
}

/// The result of a D-Bus call that must not start a program.
package enum Answer<Value: Equatable & Sendable>: Equatable, Sendable {
  case told(Value)
  /// A program owns the name on the bus, but did not answer in time.
  case silent
  /// No program owns the name, or the program does not support the request.
  case none

  package var value: Value? {
    if case .told(let value) = self { value } else { nil }
  }

  package var isSilent: Bool { if case .silent = self { true } else { false } }
}

/// The ID and the name of a process, by which people can find it.
package struct ProcessFacts: Equatable, Sendable {
  /// The process ID; zero if the bus does not report it.
  package let identifier: UInt32
  /// The name of the process; empty if unknown.
  package let name: String

  package init(identifier: UInt32, name: String) {
    self.identifier = identifier
    self.name = name
  }

  /// The process ID for a command; nil instead of zero, because `kill 0` would end the shell.
  var known: UInt32? { identifier == 0 ? nil : identifier }
}

/// Why no session bus can be reached, and which folders may have a bus.
package struct BusFailure: Equatable, Sendable {
  package let why: String
  /// The value of DBUS_SESSION_BUS_ADDRESS; nil if it is not set.
  package var address: String?
  /// The value of XDG_RUNTIME_DIR; nil if it names no folder.
  package var runtimeFolder: String?
  /// The runtime folder of a login: `/run/user/1000`.
  package var loginFolder: String
  /// The members of `folders` that have the socket of a bus.
  package var foldersWithBus: Set<String> = []
  /// The members of `folders` that have the socket of the user's service manager.
  package var foldersWithManager: Set<String> = []

  package init(why: String, loginFolder: String) {
    self.why = why
    self.loginFolder = loginFolder
  }

  /// The folders in which the doctor looks for a bus, the best first.
  package var folders: [String] {
    guard let runtimeFolder, runtimeFolder != loginFolder else { return [loginFolder] }
    return [runtimeFolder, loginFolder]
  }

  /// The commands that make a session bus available.
  ///
  /// A service manager can start a bus. Without a service manager, the command starts a new shell
  /// with a private bus.
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
    // A bus that has a socket but does not answer must be restarted.
    let verb = foldersWithBus.contains(folder) ? "restart dbus.service" : "start dbus.socket"
    commands.append("systemctl --user \(verb)")
    if address != nil, !isAsked(folder) { commands.append(export(folder)) }
    return commands.joined(separator: " && ")
  }

  private func export(_ folder: String) -> String {
    "export DBUS_SESSION_BUS_ADDRESS=unix:path=\(ShellWord.of(folder))/bus"
  }

  /// Whether the doctor already asked the bus of this folder and got no answer.
  private func isAsked(_ folder: String) -> Bool {
    guard let address else { return folder == runtimeFolder }
    let path = "unix:path=\(folder)/bus"
    return address == path || address.hasPrefix(path + ",") || address.hasPrefix(path + ";")
  }
}
