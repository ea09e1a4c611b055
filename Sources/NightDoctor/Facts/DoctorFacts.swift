package import NightCore
package import NightThemes
package import NightValues

/// Everything that the doctor examined.
package struct DoctorFacts: Equatable, Sendable {
  /// Why no bus can be reached; nil if one can.
  package var busFailure: BusFailure?
  package var daemon = DaemonFacts()
  package var portal = PortalFacts()
  package var session = SessionFacts()

  package init() {}
}

/// What the doctor saw of nightd itself.
package struct DaemonFacts: Equatable, Sendable {
  /// The owner of nightd's name on the bus.
  package var owner: ProcessFacts?
  /// The program of that process with links resolved; nil if it is not visible.
  package var ownerProgram: String?
  /// The user unit that the process belongs to.
  package var ownerUnit: String?
  /// The values of `Variables.names` that nightd runs with, or would be started with.
  package var environment: [String: String]?
  /// The version that the daemon answers.
  package var version: Answer<String> = .none
  /// The colour scheme that nightd reports to the portal, or would: 0, 1 or 2.
  package var scheme: UInt32?
  /// Whether the same process owns the portal backend's name.
  package var hasBackendName = false
  /// The names for which the bus starts a program.
  package var activatable: [String] = []
  package var serviceFiles: [ServiceFile] = []
  /// Nil if the user has no service manager.
  package var unit: UnitFacts?
  /// The path of nightd's program.
  package var program: String?
  /// The path with links resolved.
  package var realProgram: String?
  /// Whether the preferences let nightd write GNOME's settings; nil if they are unknown.
  package var isMirroring: Bool?
  /// Whether its environment keeps GNOME's settings in its own memory, where no other program reads
  /// them.
  package var hasOnlyMemory = false
  /// Why the mirror wrote nothing, if something was missing.
  package var mirrorLacks: MirrorFailure?
  /// Whether dconf, which keeps GNOME's settings, is on the bus or can be started.
  package var hasDconf = true
  /// Whether the desktop decides, so that nightd does not write the desktop's value.
  package var isFollowing = false
  /// The state of GeoClue, if the schedule needs a place and has none; nil if no place is needed.
  package var lackingPlace: LackingPlace?
  /// The number of mistakes in hand-written preferences.
  package var mistakes = 0
  package var desktop: DesktopView?
  package var reactions: [FailedReaction] = []
  package var unusable: [UnusablePath] = []
  package var missingThemes: [MissingTheme] = []
  /// What decides now.
  package var choice = Choice.system
  /// Nil if the stored choice could be read.
  package var unreadChoice: UnreadChoice?
  /// Whether the file of that choice can be read by now, as after a `chmod`.
  package var isStoreIntact = false

  package init() {}
}

/// A place that the schedule needs and that is unknown.
package struct LackingPlace: Equatable, Sendable {
  /// The state of the request to GeoClue, in a word of the contract; empty if unknown.
  package let geoClue: String
  /// Whether GeoClue is on the system bus, or can be started.
  package let hasGeoClue: Bool
  /// Why GeoClue gives no place, as half a sentence; nil if it was not asked.
  package let reason: String?

  package init(geoClue: String, hasGeoClue: Bool, reason: String? = nil) {
    self.geoClue = geoClue
    self.hasGeoClue = hasGeoClue
    self.reason = reason
  }

  /// Whether it makes sense to ask GeoClue; a repeated request would get the same answer.
  package var isToBeAsked: Bool { hasGeoClue && ["", "off"].contains(geoClue) }
}

/// A stored choice that nightd could not read.
package struct UnreadChoice: Equatable, Sendable {
  package let problem: StoreProblem
  /// What is in effect instead, as a sentence.
  package let effect: String

  package init(_ problem: StoreProblem, effect: String) {
    self.problem = problem
    self.effect = effect
  }
}

/// A theme that a preference names and that does not exist.
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

/// A reaction that failed.
package struct FailedReaction: Equatable, Sendable {
  package let name: String
  /// How the reaction ended.
  package let words: String
  package let output: String

  /// Whether it is the mirror, which writes GNOME's settings.
  var isOfMirror: Bool { name == MirrorFailure.reaction }

  /// Whether the mirror found that GNOME's settings had not kept its value.
  var isUndone: Bool { isOfMirror && MirrorFailure.isUnchanged(output) }

  /// The key of GNOME's settings that an administrator locked; nil if that was not the cause.
  package var lockedKey: String? {
    isOfMirror ? MirrorFailure.lockedKey(in: output) : nil
  }

  package init(name: String, words: String, output: String) {
    self.name = name
    self.words = words
    self.output = output
  }
}

/// The result of a question that started no program.
package enum Answer<Value: Equatable & Sendable>: Equatable, Sendable {
  case told(Value)
  /// A program is there, but did not answer in time.
  case silent
  /// No program is there, or it does not know the question.
  case none

  package var value: Value? {
    if case .told(let value) = self { value } else { nil }
  }

  package var isSilent: Bool { if case .silent = self { true } else { false } }
}

/// A process, described so that people can find it.
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

/// Why no session bus can be reached, and where one may be.
package struct BusFailure: Equatable, Sendable {
  package let why: String
  /// The value of DBUS_SESSION_BUS_ADDRESS; nil if it is not set.
  package var address: String?
  /// The value of XDG_RUNTIME_DIR; nil if it names no folder.
  package var runtimeFolder: String?
  /// The runtime folder of a login: `/run/user/1000`.
  package var loginFolder: String
  /// The folders of these two that have the socket of a bus, and of the user's service manager.
  package var foldersWithBus: Set<String> = []
  package var foldersWithManager: Set<String> = []

  package init(why: String, loginFolder: String) {
    self.why = why
    self.loginFolder = loginFolder
  }

  /// The folders to try, the best first.
  package var folders: [String] {
    guard let runtimeFolder, runtimeFolder != loginFolder else { return [loginFolder] }
    return [runtimeFolder, loginFolder]
  }

  /// The commands that lead to a bus.
  ///
  /// A service manager can start one; without it, a new shell gets its own.
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
    // A bus whose socket exists but that does not answer is restarted.
    let verb = foldersWithBus.contains(folder) ? "restart dbus.service" : "start dbus.socket"
    commands.append("systemctl --user \(verb)")
    if address != nil, !isAsked(folder) { commands.append(export(folder)) }
    return commands.joined(separator: " && ")
  }

  private func export(_ folder: String) -> String {
    "export DBUS_SESSION_BUS_ADDRESS=unix:path=\(ShellWord.of(folder))/bus"
  }

  /// Whether the bus of this folder is the one that did not answer.
  private func isAsked(_ folder: String) -> Bool {
    guard let address else { return folder == runtimeFolder }
    let path = "unix:path=\(folder)/bus"
    return address == path || address.hasPrefix(path + ",") || address.hasPrefix(path + ";")
  }
}
