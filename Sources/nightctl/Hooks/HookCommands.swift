import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The commands `hooks`, `hooks log`, `hooks check` and `hooks new`.
struct HookCommands: Command {
  let nightctl: Nightctl

  func hooks(_ invocation: Invocation) throws(Failure) {
    let finder = HookFinder(environment: environment)
    let hooks = finder.hooks()
    HookFolderProblems(finder.folders).complain(output)
    let log = try HookLog(environment)
    let running = runningHooks()
    let rows = hooks.map {
      HookRow(hook: $0, last: log.entry($0.file.path), running: running[$0.file.path])
    }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "hooks", value: .array(rows.map(\.json)))]))
    }
    guard !rows.isEmpty else { return try output.sentences([HookMessages.noHooks(ownHookFolder)]) }
    try output.sentences(HookMessages.hooks(rows))
  }

  func hookLog(_ invocation: Invocation) throws(Failure) {
    let name = invocation.operand ?? ""
    let all = HookFinder(environment: environment).hooks()
    let hooks = all.filter { $0.file.name == name }
    let log = try HookLog(environment)
    guard !hooks.isEmpty else {
      throw .system(HookMessages.noHook(name, all.map(\.file.name)))
    }
    let running = runningHooks()
    // Print every hook of this name, because darkman can have a hook of the same name for each
    // style.
    for hook in hooks {
      if let state = running[hook.file.path] {
        try output.sentences([HookMessages.hookState(state) + "  \(hook.file.path)"])
        if log.entry(hook.file.path) == nil { continue }
      }
      guard let entry = log.entry(hook.file.path) else {
        try output.sentences(["\(Output.plain(hook.file.path)) has not run yet."])
        continue
      }
      try output.sentences([
        HookMessages.hookResult(entry, at: LocalTime(entry.time)) + "  \(entry.path)"
      ])
      let lines = entry.output.split(separator: "\n").map(String.init)
      try output.list(lines.isEmpty ? ["The hook printed nothing."] : lines)
    }
  }

  /// Finds hooks that are not run, and files in folders where nightd does not look for hooks.
  func checkHooks(_ invocation: Invocation) throws(Failure) {
    let finder = HookFinder(environment: environment)
    var problems = HookFolderProblems(finder.folders).sentences
    problems += finder.hooks().compactMap(\.problem)
    problems += misplacedHooks(finder.folders).map { HookMessages.misplacedHook($0.path, $0.right) }
    guard !problems.isEmpty else { return try output.sentences(["All hooks can run."]) }
    try output.sentences(problems)
    throw .system(HookMessages.hookProblems(problems.count))
  }

  /// The files in folders in which people often put hooks by mistake.
  private func misplacedHooks(_ folders: HookFolders) -> [(path: String, right: String)] {
    let base = BaseFolders(environment: environment)
    guard let config = base.config, let data = base.data, let own = folders.own else { return [] }
    let wrong = [
      ("\(config)/nightd/hooks", own), ("\(config)/hooks.d", own),
      ("\(config)/dark-mode.d", "\(data)/dark-mode.d"),
      ("\(config)/light-mode.d", "\(data)/light-mode.d"),
      ("\(config)/darkman/dark-mode.d", "\(data)/dark-mode.d"),
      ("\(config)/darkman/light-mode.d", "\(data)/light-mode.d"),
      ("\(data)/darkman/dark-mode.d", "\(data)/dark-mode.d"),
      ("\(data)/darkman/light-mode.d", "\(data)/light-mode.d"),
    ]
    return wrong.flatMap { folder, right in
      ((try? Disk.system.list(folder, 64)) ?? []).map { ("\(folder)/\($0)", right) }
    }
  }

  /// Makes a hook from a template.
  func newHook(_ invocation: Invocation) throws(Failure) {
    let name = invocation.operand ?? ""
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), HookFile.ignored(name) == nil,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw invocation.usage(HookMessages.noHookName(name)) }
    guard let folder = ownHookFolder else {
      throw .system(Messages.noFolder("XDG_CONFIG_HOME"))
    }
    let path = folder + "/" + name
    guard access(path, F_OK) != 0 else { throw .system("\(path) exists already") }
    try UserFile(path: path).write(Array(HookTemplate.text.utf8), mode: 0o700)
    try output.line(path)
  }

  // MARK: - The user's hook folder and the running hooks

  private var ownHookFolder: String? {
    HookFolders(BaseFolders(environment: environment)).own
  }

  private func runningHooks() -> [String: RunningHooks.State] {
    RunningHooks(readingFrom: PublishedReader.folder(environment: environment)).states()
  }
}

/// A hook, and the result of its last run.
struct HookRow {
  let hook: HookFinder.Hook
  let last: HookLog.Entry?
  /// The state of a hook that is running or was interrupted; otherwise nil.
  let running: RunningHooks.State?

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(hook.file.name)),
      .init(name: "path", value: .string(hook.file.path)),
      .init(name: "darkman", value: .bool(hook.file.kind.isDarkman)),
      .init(name: "parallel", value: .bool(hook.file.isParallel)),
      .init(name: "state", value: .string(state)),
    ]
    if case .refused(let why) = hook.state {
      members.append(.init(name: "why", value: .string(why)))
    }
    switch running {
    case nil: break
    case .running(let start):
      members += [
        .init(name: "running", value: .bool(true)),
        .init(name: "since", value: .string(start.iso)),
      ]
    case .interrupted(let start):
      members += [
        .init(name: "interrupted", value: .bool(true)),
        .init(name: "since", value: .string(start.iso)),
      ]
    }
    if let last { members += last.json.filter { $0.name != "output" } }
    return .object(members)
  }

  private var state: String {
    switch hook.state {
    case .ready: "ready"
    case .empty: "off"
    case .notExecutable: "not-executable"
    case .refused: "refused"
    }
  }
}

/// The text of a new hook.
private enum HookTemplate {
  static let text = """
    #!/bin/sh
    # Runs after each change of the appearance, such as the style or the theme. $1 is the new style,
    # light or dark. $2 is the previous style, which is empty at the start of a session. The
    # environment has NIGHTD_THEME, NIGHTD_REASON, NIGHTD_SERIAL, NIGHTD_CONTRAST, NIGHTD_ACCENT, and
    # the theme's colours, such as NIGHTD_COLOR_SURFACE. To run this hook only for certain reasons or
    # at certain times, add a line such as “# nightd: reason schedule hold” or “# nightd: time
    # 18:00-23:30”.

    case $1 in
      dark) echo "it is dark now" ;;
      light) echo "it is light now" ;;
    esac

    """
}
