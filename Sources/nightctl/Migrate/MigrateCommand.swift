import Glibc
import NightBus
import NightClient
import NightContract
import NightCore
import NightPrograms
import NightStore

/// The command `migrate`: carries over the settings of another tool, or undoes an earlier
/// migration.
struct MigrateCommand: Command {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "migrate",
    summary: "take over the settings of darkman, gammastep or another tool",
    forms: [
      .init(
        operands: [
          Operand(name: "TOOL", kind: .keywords(MigratedTool.all.map(\.name)), count: .optional)
        ]
      ),
      .init(needs: [.back]),
    ],
    notes: """
      TOOL is \(Messages.listed(MigratedTool.all.map(\.name))).

      Without a TOOL, the command lists the tools whose settings it finds. For each tool, it lists
      the nightctl commands that set the same, and the settings that it cannot carry over. It
      changes nothing. With a TOOL, it carries over the settings of this tool: the schedule, the
      place, the wallpapers, the names of themes and the commands. It sets all preferences or none.
      The command never stops the other tool, but says how you can stop it. nightctl-migrate(7)
      lists which settings of each tool it carries over.

      --back restores the preferences from before the first migration, and removes the hooks and the
      empty folders that the migration made. Preferences and hooks that you changed since then stay
      as they are. nightd shows wallpapers only after nightctl programs on wallpaper.
      """,
    finishes: true,
    run: MigrateCommand.migrate
  )

  func migrate(_ invocation: Invocation) throws(Failure) {
    guard folders.state != nil else { throw .system(Messages.noFolder("XDG_STATE_HOME")) }
    guard folders.config != nil else { throw .system(Messages.noFolder("XDG_CONFIG_HOME")) }
    if invocation.has(.back) { return try restore() }
    guard let name = invocation.operand else { return try list() }
    guard let tool = MigratedTool.all.first(where: { $0.name == name }) else { return }
    guard let found = try find(tool) else {
      let places = tool.files.isEmpty ? [Self.dconfFolder] : tool.files.map(path)
      throw .system(MigrateMessages.notFound(tool, places))
    }
    try carryOut(found.migration, of: tool)
  }

  private func list() throws(Failure) {
    var failures: [Failure] = []
    var lines: [String] = []
    for tool in MigratedTool.all {
      do throws(Failure) {
        guard let (files, migration) = try find(tool) else { continue }
        lines += MigrateMessages.found(tool, files, migration, hook: hookPath(of: tool))
      } catch { failures.append(error) }
    }
    if lines.isEmpty, failures.isEmpty { lines = [MigrateMessages.nothingFound] }
    try output.sentences(lines)
    for failure in failures.dropLast() { output.complain("nightctl: " + failure.sentence) }
    if let last = failures.last { throw last }
  }

  // MARK: - Reading the settings of a tool

  private var folders: BaseFolders { BaseFolders(environment: environment) }

  /// Converts a path such as `config/darkman/config.yaml`, which begins with the name of an XDG
  /// folder, to an absolute path.
  private func path(_ file: String) -> String {
    let folder = file.hasPrefix("state/") ? folders.state : folders.config
    return (folder ?? "") + file.drop { $0 != "/" }
  }

  private func hookPath(of tool: MigratedTool) -> String {
    path("config/nightd/hooks.d/50-\(tool.name)")
  }

  /// The settings files of a tool, and what they mean for nightd; nil if this user has no settings
  /// of the tool.
  private func find(
    _ tool: MigratedTool
  ) throws(Failure) -> (files: [String], migration: Migration)? {
    var settings = ToolSettings()
    let paths = tool.files.map(path).flatMap(Disk.paths)
    for path in tool.readsAll ? paths : Array(paths.prefix(1)) {
      if let bytes = try UserFile(path: path).bytes() { try settings.add(path, bytes) }
    }
    if tool.files.isEmpty, let text = dconfText() {
      try settings.add(Self.dconfFolder, Array(text.utf8))
    }
    guard !settings.files.isEmpty else { return nil }
    var migration = try tool.read(settings)
    if let scripts = tool.scripts.map(path), access(scripts, F_OK) == 0 {
      migration.notes.append(MigrateMessages.scripts(scripts))
    }
    return (settings.files.map(\.path), migration)
  }

  private static let dconfFolder = "/org/gnome/shell/extensions/nightthemeswitcher/"

  /// Night Theme Switcher's settings, in the format that `dconf dump` prints; nil if none are
  /// stored.
  ///
  /// GSettings has the schemas only if the extension was installed for the whole machine.
  /// Otherwise, `dconf dump` reads the settings.
  private func dconfText() -> String? {
    let keys = [
      "time": ["manual-schedule", "sunrise", "sunset", "offset"],
      "commands": ["enabled", "sunrise", "sunset"],
    ]
    let groups = keys.compactMap { group, names -> String? in
      let schema = "org.gnome.shell.extensions.nightthemeswitcher.\(group)"
      guard let stored = StoredSettings(schema) else { return nil }
      return names.reduce("[\(group)]\n") { text, name in
        text + (stored.value(name).map { "\(name)=\($0)\n" } ?? "")
      }
    }
    guard groups.isEmpty else { return groups.joined() }
    let command = AwaitedCommand(ProgramFinder(environment: environment), keepsErrors: false)
    let text = try? command.output(["dconf", "dump", Self.dconfFolder])
    return text?.isEmpty == false ? text : nil
  }

  // MARK: - Changing the preferences

  private func carryOut(_ migration: Migration, of tool: MigratedTool) throws(Failure) {
    let hook = hookPath(of: tool)
    var isChanged = false
    try withRecord { (record, client) throws(Failure) in
      var edits: [PreferenceEdit] = []
      for (name, value) in migration.steps.flatMap(\.values) {
        let (key, before) = try stored(name, client)
        guard before != value else { continue }
        edits.append(PreferenceEdit(key, value))
        record.content.add(name, from: before, to: value)
        isChanged = true
      }
      let choice = migration.steps.lazy.compactMap(\.choice).first
      if let choice {
        let before = try stored(PreferenceTable.choice, client).value
        record.content.add(PreferenceTable.choice, from: before, to: .string(choice.rawValue))
        isChanged = isChanged || before != .string(choice.rawValue)
      }
      let text = migration.hook(for: tool.title)
      if let text {
        let present = try UserFile(path: hook).bytes()
        guard present == nil || present == Array(text.utf8) else {
          throw .system(MigrateMessages.exists(hook))
        }
        if present == nil {
          let folders = record.content.hooks[hook]?.folders ?? []
          let missing = UserFile(path: hook).missingFolders
          record.content.hooks[hook] = .init(text: text, folders: folders + missing)
          isChanged = true
        }
      }
      // First let nightd check the change of the preferences without making it. Then store the
      // record of the migration before the change is made, so that `--back` works even if this
      // process is killed.
      try write(edits, isDryRun: true, client)
      try record.store()
      if let text { try UserFile(path: hook).write(Array(text.utf8), mode: 0o700) }
      try write(edits, client)
      if let choice { try set(choice, client) }
    }
    try output.sentences(
      MigrateMessages.steps(migration, hook: hook)
        + MigrateMessages.done(migration, tool, isChanged: isChanged)
    )
  }

  private func restore() throws(Failure) {
    var lines: [String] = []
    try withRecord { (record, client) throws(Failure) in
      var edits: [PreferenceEdit] = []
      var choice: Choice?
      for (name, value) in record.content.values.sorted(by: { $0.key < $1.key }) {
        let (key, now) = try stored(name, client)
        guard now?.line != value.before else { continue }
        guard now?.line == value.after else {
          lines.append(MigrateMessages.kept(name))
          continue
        }
        let before = try value.before.map(preference)
        if name == PreferenceTable.choice, case .string(let text)? = before {
          choice = Choice(rawValue: text)
        } else {
          edits.append(PreferenceEdit(key, before))
          lines.append(MigrateMessages.write(name, before))
        }
      }
      try write(edits, client)
      if let choice {
        try set(choice, client)
        lines.append(MigrateMessages.set(choice))
      }
      for (path, hook) in record.content.hooks {
        guard let bytes = try UserFile(path: path).bytes() else { continue }
        guard bytes == Array(hook.text.utf8) else {
          lines.append(MigrateMessages.kept(path))
          continue
        }
        guard unlink(path) == 0 else { throw .system(Messages.cannotRemove(path, errno)) }
        lines.append(ProgramMessages.removesFile(path))
      }
      ProgramRecord.removeFolders(record.content.hooks.values.flatMap(\.folders))
      record.content = .blank
      try record.store()
    }
    try output.sentences(lines.isEmpty ? [MigrateMessages.nothingToRestore] : lines)
  }

  private func withRecord(
    _ body: (inout RecordFile<MigrationRecord>, Client) throws(Failure) -> Void
  ) throws(Failure) {
    // The record of the migration may contain the user's location, so only the user may read the
    // record.
    umask(0o077)
    let lock = try RunLock(.programs, environment: environment)
    defer { lock.release() }
    let path = MigrationRecord.path(folders)
    var record = try RecordFile<MigrationRecord>(path, keepsAside: true)
    try record.requireWhole()
    try body(&record, try client())
  }

  /// The preference's key, and the value that the user set; the value is nil if the user set none.
  ///
  /// Throws if the preference is the choice of the style and a lock file disables it. The migration
  /// writes the other preferences first, so it must check before that it can also write the choice.
  private func stored(
    _ name: String,
    _ client: Client
  ) throws(Failure) -> (key: PreferenceKey, value: PreferenceValue?) {
    let key: PreferenceKey
    do throws(Flaw) { key = try PreferenceKey(name) } catch { throw .system("\(error)") }
    let rows = try ask(client) { (client) throws(ClientError) in try client.explain(key) }
    let row = rows.first { $0.origin == .set }
    if name == PreferenceTable.choice, row?.isIgnored == true {
      throw .system(MigrateMessages.locked(rows.compactMap(\.lock).first ?? ""))
    }
    return (key, row?.value)
  }

  private func preference(_ text: String) throws(Failure) -> PreferenceValue {
    do throws(Flaw) { return try PreferenceValue(try JSONReader.read(Array(text.utf8))) } catch {
      throw .system("\(MigrationRecord.path(folders)):\(error)")
    }
  }

  private func write(
    _ edits: [PreferenceEdit],
    isDryRun: Bool = false,
    _ client: Client
  ) throws(Failure) {
    _ = try ask(client) { (client) throws(ClientError) in
      try client.write(edits, dryRun: isDryRun)
    }
  }

  private func set(_ choice: Choice, _ client: Client) throws(Failure) {
    let term: Term? = Style(rawValue: choice.rawValue) == nil ? nil : .always
    _ = try ask(client) { (client) throws(ClientError) in try client.call(.set, (choice, term)) }
  }
}

extension Option {
  static let back = Option(
    name: "--back",
    summary: "restore the preferences from before the migration, and remove its hooks"
  )
}
