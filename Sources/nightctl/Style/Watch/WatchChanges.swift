import Glibc
import NightClient
import NightCore

/// `nightctl watch` for status bars and for commands.
extension WatchCommand {
  /// Prints a line in the format of a bar or a template, and prints it again whenever it changes.
  func watchForBar(_ invocation: Invocation) throws(Failure) {
    let format: LineFormat
    do throws(LineTemplate.Flaw) {
      format = try LineFormat(invocation.value(of: .lineFormat) ?? "")
    } catch {
      throw invocation.usage(error.message)
    }
    if case .bar(.i3status) = format { return try filterStatus(invocation) }
    var printer = LinePrinter(format)
    var reported: Set<String> = []
    try watchChanges(invocation, needsTheme: format.needsColors) { state, watching in
      for role in printer.missingRoles(in: state) where reported.insert(role).inserted {
        let known = state.colors.map(\.role)
        output.complain(
          "nightctl: " + WatchMessages.noRole(role, of: state.appearance.theme, known)
        )
      }
      guard let line = printer.line(for: state) else { return }
      watching.print { (output) throws(Failure) in try output.line(line) }
    }
  }

  /// Adds the style to the lines of i3status that nightctl reads from standard input.
  private func filterStatus(_ invocation: Invocation) throws(Failure) {
    guard isatty(STDIN_FILENO) == 0 else {
      throw invocation.usage(WatchMessages.i3statusNeedsInput)
    }
    var filter: I3StatusFilter?
    try watchChanges(
      invocation,
      needsTheme: true,
      prepare: { watching in
        // Even if nightd does not answer, the bar must keep its other blocks.
        watching.isUnderWay = true
        filter = I3StatusFilter(watching)
      },
      { state, _ in filter?.show(BarFormat.i3status.text(of: state)) }
    )
  }

  /// Runs a command at the start and after each change of the appearance.
  func watchForCommand(_ invocation: Invocation) throws(Failure) {
    var runner: CommandRunner?
    try watchChanges(
      invocation,
      needsTheme: true,
      prepare: { (watching) throws(ClientError) in
        let made = CommandRunner(
          invocation.operands,
          path: environment("PATH"),
          on: watching.loop,
          complain: { [output] in output.complain("nightctl: " + $0) },
          onFailure: { [unowned watching] in watching.end($0) }
        )
        watching.finish = { made.stop(then: $0) }
        runner = made
      },
      { state, watching in
        watching.isUnderWay = true
        runner?.show(state)
      }
    )
  }

  /// Prints the forced style; with `--json`, prints the JSON object again whenever a member other
  /// than the style changes.
  func watch(_ invocation: Invocation, forced: Style, isJSON: Bool) throws(Failure) {
    let application = try JSON.Member.application(invocation.application())
    var last: Appearance?
    try watchChanges(invocation, needsTheme: true) { state, watching in
      guard last == nil || isJSON, last != state.appearance else { return }
      last = state.appearance
      watching.print { (output) throws(Failure) in
        guard isJSON else { return try output.line(forced.rawValue) }
        try output.json(state.forcedJSON(application))
      }
    }
  }

  /// Follows the appearance over the bus or, with `--file`, in the published files.
  ///
  /// `prepare` is called before the first state is reported.
  private func watchChanges(
    _ invocation: Invocation,
    needsTheme: Bool,
    prepare: (Watching) throws(ClientError) -> Void = { (_) throws(ClientError) in },
    _ report: @escaping (ThemedSnapshot, Watching) -> Void
  ) throws(Failure) {
    let forced = ForcedStyle.read(environment)
    guard !invocation.has(.file) else {
      return try watchPublished(prepare) { state, watching in
        report(ThemedSnapshot(state, forced: forced), watching)
      }
    }
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, output) { (connection, watching) throws(ClientError) in
        try prepare(watching)
        guard needsTheme || forced != nil else {
          return try Follower(on: connection, .allowed, .everything) { [unowned watching] news in
            switch news {
            case .style(let snapshot): report(ThemedSnapshot(snapshot: snapshot), watching)
            // If the daemon ends, wait for the next daemon.
            case .absent: break
            case .trouble(let error): watching.trouble(error)
            }
          }
        }
        return try ThemedFollower(on: connection, watching.loop, .everything, forced: forced) {
          [unowned watching] news in
          switch news {
          case .success(let state): report(state, watching)
          case .failure(let error): watching.trouble(error)
          }
        }
      }
    }
    try watching.run()
  }
}

extension ThemedSnapshot {
  /// The JSON of a forced style: the usual members, except those that describe later styles.
  func forcedJSON(_ more: [JSON.Member]) -> JSON {
    guard case .object(let members) = snapshot.json(more) else { return snapshot.json(more) }
    return .object(
      members.map { member in
        member.name == AppearanceKey.reason
          ? .init(name: member.name, value: .string(reason)) : member
      }
    )
  }
}
