import NightCore

/// The facts that the doctor gathers before the diagnosis.
struct DoctorFacts: Equatable, Sendable {
  /// Why the session bus cannot be reached; nil if the doctor can reach it.
  var busFailure: BusFailure?
  var daemon = DaemonFacts()
  var portal = PortalFacts()
  var session = SessionFacts()
  var toolkits = ToolkitFacts()
  /// Sentences about unreadable records of nightd's changes to the user's files.
  var unreadRecords: [String] = []
  /// The locks of nightctl that a stopped process holds, or that any process has held for over a
  /// minute.
  var heldLocks: [HeldLock] = []
}

/// A process that holds a lock, so that nightd cannot update other programs.
struct HeldLock: Equatable, Sendable {
  let sentence: String
  let process: Int32
  let isStopped: Bool
}

/// The facts about the nightd daemon.
struct DaemonFacts: Equatable, Sendable {
  /// The process that owns nightd's name on the bus; nil if no process does.
  var owner: ProcessFacts?
  /// The path of the program that owns nightd's name, with links resolved; nil if the doctor cannot
  /// see it.
  var ownerProgram: String?
  /// The user unit that contains the process which owns nightd's name.
  var ownerUnit: String?
  /// The variables in `Variables.names`, with the values that nightd has or would get at its start.
  var environment: [String: String]?
  /// The version that the daemon reports.
  var version: Answer<String> = .none
  /// Whether the owner of nightd's name also owns the name of the portal backend.
  var hasBackendName = false
  /// nightd's unit; nil if the user has no service manager.
  var unit: UnitFacts?
  /// The unit that starts nightd in sessions without graphical-session.target; nil without a
  /// service manager.
  var loginUnit: UnitFacts?
  var installation = Installation()
  var style = StyleFacts()
  var gnome = GnomeFacts()
  var files = FileFacts()
  var reactions: [FailedReaction] = []
  /// The names of nightd's reactions that are switched off in the preferences or have nothing to
  /// do.
  var reactionsOff: Set<String> = []
  var unusable: [UnusablePath] = []
}

/// What nightd reports about the files that it reads.
struct FileFacts: Equatable, Sendable {
  /// The number of mistakes in hand-written preferences.
  var mistakes = 0
  var missingThemes: [MissingTheme] = []
  /// Mistakes in the themes in use, except missing themes, as sentences without a full stop.
  var themeMistakes: [String] = []
  /// The stored choice that nightd could not read; nil if nightd could read the choice.
  var unreadChoice: UnreadChoice?
}

/// Where nightd's program is on this machine, and the names for which the bus can start a program.
struct Installation: Equatable, Sendable {
  /// The path of nightd's program.
  var program: String?
  /// The path of nightd's program, with links resolved.
  var realProgram: String?
  /// The names for which the bus can start a program.
  var activatable: [String] = []
  var serviceFiles: [ServiceFile] = []
}

/// The style that nightd reports, and what determines the style.
struct StyleFacts: Equatable, Sendable {
  /// The colour scheme that nightd reports to the portal or would report: 0, 1 or 2.
  var scheme: UInt32?
  /// What determines the style, such as the schedule; nil if unknown.
  var choice: Choice?
  /// The choice with which nightd would start now, according to its files.
  var storedChoice: Choice?
  var desktop: DesktopView?
  /// Details about the location that the schedule needs but does not have; nil if no location is missing.
  var lackingPlace: LackingPlace?

  /// Whether nightd follows the desktop's style, and therefore does not write the desktop's
  /// setting.
  var isFollowing: Bool { choice == .system }

  /// Whether another program reverts GNOME's settings; the finding `otherWriter` reports this.
  var isContested: Bool { desktop?.isIgnored == true }
}

/// Facts about whether nightd can write GNOME's settings.
struct GnomeFacts: Equatable, Sendable {
  /// Whether the preferences let nightd write GNOME's settings; nil if the daemon did not report
  /// this.
  var isOn: Bool?
  /// Whether nightd runs with GSETTINGS_BACKEND=memory.
  ///
  /// With GSETTINGS_BACKEND=memory, nightd keeps GNOME's settings in its own memory, which other
  /// programs cannot read.
  var hasOnlyMemory = false
  /// Why nightd could not write GNOME's settings; nil if no reason is known.
  var lacks: GnomeFailure?
  /// Whether dconf, which stores GNOME's settings, is on the bus or can be started by the bus.
  var hasDconf = true

  /// Whether nightd can write GNOME's settings, as far as the doctor knows without trying.
  ///
  /// GSETTINGS_BACKEND=memory is ignored here, because another finding reports it.
  var isAble: Bool {
    isOn == true && hasDconf && lacks != .noProgram && lacks != .noSchema
  }
}

/// A location that the schedule needs for sunrise and sunset, but does not have.
struct LackingPlace: Equatable, Sendable {
  /// The state of nightd's request to GeoClue, as nightd's D-Bus interface names it; empty if
  /// unknown.
  let geoClue: String
  /// Whether GeoClue is on the system bus, or can be started.
  let hasGeoClue: Bool
  /// The clause that says why GeoClue reports no place; nil if nightd did not ask GeoClue.
  var reason: String?

  /// Whether GeoClue is available but nightd has not yet asked it for the place.
  ///
  /// If nightd has already asked, a second request would get the same answer.
  var isToBeAsked: Bool { hasGeoClue && ["", "off"].contains(geoClue) }
}

/// A stored choice that nightd could not read.
struct UnreadChoice: Equatable, Sendable {
  let problem: StoreProblem
  /// The sentence that says what is in effect instead of the stored choice.
  let effect: String
  /// Whether nightctl can read the file now, for example because of a `chmod` since nightd tried.
  let isIntact: Bool
}

/// A missing theme whose name is in a preference.
struct MissingTheme: Equatable, Sendable {
  let slot: ThemeSlot
  let name: String
  /// The file in which nightd looks for the theme; nil if the folders are unknown.
  let file: String?
}

/// A reaction (a helper program that nightd runs after a change of the style) that failed.
struct FailedReaction: Equatable, Sendable {
  let name: String
  /// A short description of how the reaction ended.
  let words: String
  let output: String

  /// Whether the reaction writes GNOME's settings.
  var isOfGnome: Bool { name == GnomeFailure.reaction }

  /// Whether a key of GNOME's settings did not have nightd's value after nightd had written it.
  var isUndone: Bool { isOfGnome && GnomeFailure.isUnchanged(output) }

  /// The key of GNOME's settings that an administrator locked; nil if no lock is the cause.
  var lockedKey: String? {
    isOfGnome ? GnomeFailure.lockedKey(in: output) : nil
  }
}

/// The result of a D-Bus call that must not start a program.
enum Answer<Value: Equatable & Sendable>: Equatable, Sendable {
  case told(Value)
  /// A program owns the name, but did not answer in time.
  case silent
  /// No program owns the name, or the owner does not know the request.
  case none

  var value: Value? {
    if case .told(let value) = self { value } else { nil }
  }

  var isSilent: Bool { if case .silent = self { true } else { false } }
}

/// The ID and name of a process, so that the user can find the process.
struct ProcessFacts: Equatable, Sendable {
  /// The process ID; 0 if the bus does not know it.
  let identifier: UInt32
  /// The name of the process; empty if unknown.
  let name: String

  /// The process ID for use in a command; nil if it is 0, because `kill 0` would end the shell.
  var known: UInt32? { identifier == 0 ? nil : identifier }
}

/// Why no session bus can be reached, and which folders may contain a bus.
struct BusFailure: Equatable, Sendable {
  let why: String
  /// The value of DBUS_SESSION_BUS_ADDRESS; nil if it is not set.
  var address: String?
  /// The value of XDG_RUNTIME_DIR; nil if it is not a folder.
  var runtimeFolder: String?
  /// The runtime folder of a login, such as `/run/user/1000`.
  var loginFolder: String
  /// The members of `folders` that contain the socket of a bus.
  var foldersWithBus: Set<String> = []
  /// The members of `folders` that contain the socket of the user's service manager.
  var foldersWithManager: Set<String> = []

  /// The folders in which the doctor looks for a bus, in this order.
  var folders: [String] {
    guard let runtimeFolder, runtimeFolder != loginFolder else { return [loginFolder] }
    return [runtimeFolder, loginFolder]
  }

  /// The commands that provide a session bus.
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
    // If a bus has a socket but does not answer, it must be restarted.
    let verb = foldersWithBus.contains(folder) ? "restart dbus.service" : "start dbus.socket"
    commands.append("systemctl --user \(verb)")
    if address != nil, !isAsked(folder) { commands.append(export(folder)) }
    return commands.joined(separator: " && ")
  }

  private func export(_ folder: String) -> String {
    "export DBUS_SESSION_BUS_ADDRESS=unix:path=\(ShellWord.of(folder))/bus"
  }

  /// Whether the doctor already asked the bus in this folder and got no answer.
  private func isAsked(_ folder: String) -> Bool {
    guard let address else { return folder == runtimeFolder }
    let path = "unix:path=\(folder)/bus"
    return address == path || address.hasPrefix(path + ",") || address.hasPrefix(path + ";")
  }
}
