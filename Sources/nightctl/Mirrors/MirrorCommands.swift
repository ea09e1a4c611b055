import Glibc
import NightBus
import NightClient
import NightContract
import NightCore
import NightPublished
import NightPrograms
import NightValues

/// The commands `mirrors`, `mirrors apply` and `mirrors gsettings`.
extension Nightctl {
  /// Lists all mirrors: whether each is on and wanted here, and what it wrote.
  func mirrors(_ invocation: Invocation) throws(Failure) {
    let client = try client()
    let session = try mirrorSession(client, .forbidden)
    let gnome = session.state(Mirrors.gnome, places: try gnomeKeys())
    let states = [gnome] + Mirrors.all.map { session.state($0) }
    guard !invocation.has(.json) else {
      return try output.json(
        .object([
          .init(name: "writes", value: .bool(session.isActive)),
          .init(name: "mirrors", value: .array(states.map(\.json))),
        ])
      )
    }
    try output.sentences(Messages.mirrors(states, isActive: session.isActive))
  }

  /// Applies the mirrors that are on and wanted, and restores the user's values for all others.
  func applyMirrors(_ invocation: Invocation) throws(Failure) {
    let isDaemon = environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    guard try !applyMirrors(isDaemon: isDaemon), !isDaemon else { return }
    try output.sentences([Messages.nothingHadToChange])
  }

  /// Returns whether something was written; `isDaemon` says that nightd started this nightctl.
  func applyMirrors(isDaemon: Bool) throws(Failure) -> Bool {
    let client = try client()
    let lock = try RunLock(.mirrors, environment: environment, isDaemon: isDaemon)
    defer { lock.release() }
    let session: MirrorSession
    do throws(Failure) {
      session = try mirrorSession(client, isDaemon ? .forbidden : .allowed, keepsAside: true)
    } catch .client(.noDaemon) where isDaemon {
      // The nightd that started this has ended; the next one starts it again.
      return false
    }
    let applier = MirrorApplier(
      Mirrors.all,
      session.context,
      ProgramFinder(environment: environment),
      session.file
    )
    let results = try applier.apply(Mirrors.all.filter { session.isApplied($0) })
    for result in results {
      // The user knows of a file that is left alone; nightd would log it after each change.
      for note in isDaemon ? [] : result.notes {
        output.complain("nightctl: \(result.name): \(note)")
      }
      for problem in result.problems {
        output.complain("nightctl: \(result.name): \(problem)")
        // nightd keeps standard output for nightctl programs and the doctor.
        if isDaemon { try output.line("\(result.name): \(problem)") }
      }
    }
    let failed = results.filter { !$0.problems.isEmpty }.map(\.name)
    guard failed.isEmpty else { throw .system(Messages.mirrorsFailed(failed)) }
    return results.contains { !$0.written.isEmpty }
  }

  /// The keys of GNOME's settings that have values of nightd's.
  func gnomeKeys() throws(Failure) -> [String] {
    let file = try gnomeRecord(BaseFolders(environment: environment), keepsAside: false)
    try file.requireWhole()
    return file.content.places(of: Mirrors.gnome.name)
  }

  /// Sentences about settings that mirrors would write, but cannot, for the doctor.
  func mirrorProblems() -> [String] {
    guard let client = try? client(), let session = try? mirrorSession(client, .forbidden),
      session.isActive
    else { return [] }
    var problems: [String] = []
    for problem in Mirrors.all.flatMap({ session.state($0).problems }) + session.missingThemes
    where !problems.contains(problem) {
      problems.append(problem)
    }
    return problems
  }

  /// What `restoreMirrors` would do.
  func mirrorRestorations() throws(Failure) -> [MirrorRestoration] {
    let file = try mirrorRecord(BaseFolders(environment: environment), keepsAside: false)
    try file.requireWhole()
    return file.content.restorations(ProgramFinder(environment: environment))
  }

  /// The files that have values of mirrors, although no record says whether nightd wrote them.
  func unrecordedMirrorFiles(_ client: Client) throws(Failure) -> [String] {
    let session = try mirrorSession(client, .allowed)
    let finder = ProgramFinder(environment: environment)
    return MirrorApplier(Mirrors.all, session.context, finder, session.file)
      .unrecordedFiles(Mirrors.all.filter { session.isApplied($0) })
  }

  /// Restores the user's values in every file and store that mirrors wrote.
  func restoreMirrors(_ client: Client) throws(Failure) {
    let lock = try RunLock(.mirrors, environment: environment)
    defer { lock.release() }
    let session = try mirrorSession(client, .allowed, keepsAside: true)
    let finder = ProgramFinder(environment: environment)
    let applier = MirrorApplier(Mirrors.all, session.context, finder, session.file)
    let results = try applier.apply([])
    for result in results {
      for sentence in result.notes + result.problems {
        output.complain("nightctl: \(result.name): \(sentence)")
      }
    }
    let failed = results.filter { !$0.notes.isEmpty || !$0.problems.isEmpty }.map(\.name)
    guard failed.isEmpty else { throw .system(Messages.mirrorsNotRestored(failed)) }
  }

  /// Writes GNOME's settings; nightd runs this, and answers its question.
  func writeGnomeSettings(_ invocation: Invocation) throws(Failure) {
    guard let orders = GnomeOrder.orders(invocation.operands) else {
      throw .usage(Messages.noOrders, help: invocation.command)
    }
    let folders = BaseFolders(environment: environment)
    let themes = ThemeFolders(reading: folders)
    // The record has the user's values.
    umask(0o077)
    let lock: RunLock
    let record: RecordFile<MirrorRecord>
    do throws(Failure) {
      lock = try RunLock(.gsettings, environment: environment, isDaemon: true)
      record = try gnomeRecord(folders, keepsAside: true)
      try record.requireWhole()
    } catch {
      try output.line(error.sentence)
      throw .reported(MirrorFailure.notKept.rawValue)
    }
    defer { lock.release() }
    let writer = GnomeWriter(
      output,
      record,
      desktops: (environment("XDG_CURRENT_DESKTOP") ?? "").lowercased()
        .split(separator: ":").map(String.init)
    ) { key, theme, style in
      let name = QuotedText.unquoted(theme) ?? theme
      return themes.twin(key, of: name, isDark: style == .dark).map(QuotedText.gvariant)
    }
    try writer.carryOut(orders)
  }

  func gnomeRecord(
    _ folders: BaseFolders,
    keepsAside: Bool
  ) throws(Failure) -> RecordFile<MirrorRecord> {
    try RecordFile(Self.gnomeRecordPath(folders), keepsAside: keepsAside)
  }

  static func gnomeRecordPath(_ folders: BaseFolders) -> String {
    (folders.state ?? "") + "/nightd/gsettings.json"
  }

  private func mirrorRecord(
    _ folders: BaseFolders,
    keepsAside: Bool
  ) throws(Failure) -> RecordFile<MirrorRecord> {
    var file = try RecordFile<MirrorRecord>(
      Self.mirrorRecordPath(folders),
      keepsAside: keepsAside
    )
    file.content.followLinks()
    return file
  }

  static func mirrorRecordPath(_ folders: BaseFolders) -> String {
    (folders.state ?? "") + "/nightd/mirrors/record.json"
  }

  private func mirrorSession(
    _ client: Client,
    _ starting: Client.Starting,
    keepsAside: Bool = false
  ) throws(Failure) -> MirrorSession {
    let explanation = try ask(client) { (client) throws(ClientError) in
      try client.why(starting)
    }
    let members = try ask(client) { (client) throws(ClientError) in
      try client.readAll(for: .oneself).value
    }
    var texts: [String: String] = [:]
    var off: Set<String> = []
    for member in members {
      if case .string(let text) = member.value { texts[member.name] = text }
      if member.value == .bool(false) { off.insert(member.name) }
    }
    let base = try programContext(client, preferences: texts)
    let appearance = explanation.appearance
    let source = explanation.desktop.report?.source
    let file = try mirrorRecord(base.folders, keepsAside: keepsAside)
    try file.requireWhole()
    let isFollowing = appearance.choice == .system && appearance.holdUntil == nil
    return MirrorSession(
      context: MirrorContext(
        base,
        followedSource: isFollowing ? source : nil,
        file.content,
        ProgramFinder(environment: environment)
      ),
      file: file,
      isActive: appearance.isMirroredToToolkits(following: source),
      off: off
    )
  }
}

/// Everything that decides what the mirrors do now.
private struct MirrorSession {
  let context: MirrorContext
  let file: RecordFile<MirrorRecord>
  /// Whether nightd writes other programs' settings: somebody has chosen or set a hold.
  let isActive: Bool
  /// The preferences that are false.
  let off: Set<String>

  func isOn(_ mirror: Mirror) -> Bool { !off.contains(mirror.preference) }

  func isApplied(_ mirror: Mirror) -> Bool {
    isActive && isOn(mirror) && mirror.isWanted(context)
  }

  /// Sentences about preferences that name themes that are not installed.
  var missingThemes: [String] {
    [("gtk-theme", context.gtkThemes("gtk-3.0")), ("icon-theme", context.iconThemes)]
      .flatMap { preference, installed in
        Style.allCases.compactMap { style in
          let key = "mirror.\(preference).\(style.rawValue)"
          guard let name = context.base.preferences[key], !name.isEmpty,
            !installed.contains(name)
          else { return nil }
          return Messages.themeNotInstalled(key, name)
        }
      }
  }

  func state(_ mirror: Mirror) -> MirrorState {
    state(mirror, places: file.content.places(of: mirror.name))
  }

  func state(_ mirror: Mirror, places: [String]) -> MirrorState {
    var problems: [String] = []
    if isApplied(mirror) {
      for setting in mirror.settings(context) {
        guard case .file(let path, _) = setting.place else { continue }
        guard let problem = SettingsFile(path: path).problem, !problems.contains(problem) else {
          continue
        }
        problems.append(problem)
      }
    }
    return MirrorState(
      mirror: mirror,
      isOn: isOn(mirror),
      isWanted: mirror.isWanted(context),
      isReleased: mirror.isReleased(context),
      places: places,
      problems: problems
    )
  }
}

extension SettingsFile {
  /// A sentence about why the file cannot be written; nil if it can.
  fileprivate var problem: String? {
    do throws(Failure) {
      _ = try text()
      return refusal.map { Messages.leavesAlone(path, $0) }
    } catch {
      return error.sentence
    }
  }
}

extension MirrorContext {
  /// The context of the real session.
  fileprivate init(
    _ base: ProgramContext,
    followedSource: String?,
    _ record: MirrorRecord,
    _ finder: ProgramFinder
  ) {
    let histories = record.files.mapValues(\.history)
    let keys = record.keys.map { ($0.commands, $0.key, $0.history) }
    self.init(
      base,
      followedSource: followedSource,
      usersValue: { place, key in
        switch place {
        case .file(let path, let format):
          guard let text = try? SettingsFile(path: path).text(),
            let base = MirrorHistory.base(
              of: text,
              histories[UserFile.target(of: path) ?? path],
              format
            )
          else { return nil }
          return SettingsText(base, format).value(key)
        case .commands(let commands):
          guard let store = SettingsStore(commands, finder) else { return nil }
          let history = keys.first { $0.0 == commands && $0.1 == key }?.2
          return MirrorKeyHistory.base(of: store.value(key), history)
        }
      },
      names: { ProgramFinder.names(in: $0).filter { $0 != "." && $0 != ".." }.sorted() },
      contents: { (try? SettingsFile(path: $0).text()) ?? nil },
      isProcess: { !finder.running([$0], on: base.environment("DISPLAY")).isEmpty },
      isProgram: { finder.path(of: $0) != nil }
    )
  }
}

/// A mirror, and what it does here.
struct MirrorState {
  let mirror: Mirror
  let isOn: Bool
  /// Whether the settings are wanted in this session.
  let isWanted: Bool
  /// Whether the desktop changes the settings itself, so that nightd leaves them alone.
  let isReleased: Bool
  /// The files and keys that have values of nightd's now.
  let places: [String]
  let problems: [String]

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(mirror.name)),
      .init(name: "title", value: .string(mirror.title)),
      .init(name: "on", value: .bool(isOn)),
      .init(name: "wanted", value: .bool(isWanted)),
      .init(name: "released", value: .bool(isReleased)),
      .init(name: "written", value: .array(places.map(JSON.string))),
      .init(name: "problems", value: .array(problems.map(JSON.string))),
    ]
    if case .tried(let version) = mirror.trial {
      members.append(.init(name: "tried", value: .string(version)))
    }
    return .object(members)
  }
}

extension ThemeFolders {
  /// The themes that are installed on this machine.
  init(reading folders: BaseFolders) {
    self.init(
      folders,
      list: { ProgramFinder.names(in: $0) },
      exists: { access($0, F_OK) == 0 }
    )
  }
}
