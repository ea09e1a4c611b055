import NightBus
import NightClient
import NightCore
import NightStore

/// The command `watch`.
struct WatchCommand: Command {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "watch",
    summary: "print the style, then a line for each change",
    forms: [
      .init(options: [.application, .json]),
      .init(needs: [.lineFormat], options: [.file]),
      .init(needs: [.exec], operands: Operand.call, options: [.file]),
      .init(needs: [.file], options: [.json]),
      .init(needs: [.terminal], options: [.json]),
    ],
    notes: """
      This command exits with 0 on Ctrl-C or when the program that reads its output closes the pipe.
      It exits with 3 if the connection to the bus is lost. If the daemon restarts, the command
      continues. It prints a line only if the style changes; with --json, it also prints a line if
      something else changes, such as the reason, but not if only the serial changes.

      watch --file needs no bus, so it also works in a container that shares the runtime folder.
      watch --file never starts the daemon, but waits for it. If several changes come within a few
      milliseconds, it may print only the last change.

      FORMAT is waybar, polybar, i3blocks, i3status, plain or a text with placeholders: {style},
      {previous}, {theme}, {reason}, {contrast}, {accent}, {next}, {next-style}, {color.ROLE}. To
      print a brace, write it twice. With --format, nightctl prints a new line whenever the formatted
      line changes. With i3status, nightctl adds a block to the lines of i3status, which it reads
      from standard input. nightd-bars(7) has a module for each bar.

      --exec runs COMMAND with the state in NIGHTD_STYLE, NIGHTD_PREVIOUS, NIGHTD_THEME and more
      (man nightctl-scripts). COMMAND never runs twice at the same time: if changes come while
      COMMAND runs, nightctl runs it once more afterwards. If COMMAND cannot be run, the exit code
      is 127 or 126.

      --terminal prints the style of the terminal in which this command runs, then a line for each
      change. The command exits with 3 if the terminal does not report changes. While the command
      runs, the keys that you press have no effect, except keys such as Ctrl-C and Ctrl-Z.
      """,
    run: WatchCommand.watch
  )

  func watch(_ invocation: Invocation) throws(Failure) {
    if invocation.has(.terminal) { return try watchTerminal(invocation) }
    if invocation.has(.exec) { return try watchForCommand(invocation) }
    if invocation.has(.lineFormat) { return try watchForBar(invocation) }
    let isJSON = invocation.has(.json)
    if let forced = ForcedStyle.read(environment) {
      return try watch(invocation, forced: forced, isJSON: isJSON)
    }
    guard !invocation.has(.file) else { return try watchFile(isJSON: isJSON) }
    let application = try invocation.application()
    guard application.isEmpty else { return try watch(application, isJSON: isJSON) }
    var last: Style?
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, output) { (connection, watching) throws(ClientError) in
        try Follower(on: connection, .allowed, isJSON ? .everything : .painted) {
          [unowned watching] news in
          switch news {
          case .style(let snapshot):
            guard isJSON || snapshot.appearance.style != last else { return }
            last = snapshot.appearance.style
            watching.print { (output) throws(Failure) in
              try output.show(snapshot, isJSON: isJSON)
            }
          // When the daemon ends, wait for the next one.
          case .absent: break
          case .trouble(let error): watching.trouble(error)
          }
        }
      }
    }
    try watching.run()
  }

  private func watchTerminal(_ invocation: Invocation) throws(Failure) {
    let isJSON = invocation.has(.json)
    try TerminalWatch(try Terminal(environment), output, isJSON: isJSON).run()
  }

  /// Follows the published state, without a bus.
  private func watchFile(isJSON: Bool) throws(Failure) {
    var last: Style?
    try watchPublished { (state, watching) in
      let snapshot = state.snapshot
      guard isJSON || snapshot.appearance.style != last else { return }
      last = snapshot.appearance.style
      watching.print { (output) throws(Failure) in try output.show(snapshot, isJSON: isJSON) }
    }
  }

  /// Follows the published state, without a bus, and reports each change of the appearance.
  func watchPublished(
    _ prepare: (Watching) throws(ClientError) -> Void = { (_) throws(ClientError) in },
    _ report: @escaping (PublishedState, Watching) -> Void
  ) throws(Failure) {
    let reader = PublishedReader(anyBusIn: PublishedReader.folder(environment: environment))
    let file = "\(reader.folder)/\(PublishedState.File.appearance)"
    var last: Appearance?
    let show = { (watching: Watching) in
      guard let state = reader.read(at: now), state.snapshot.appearance != last else { return }
      last = state.snapshot.appearance
      report(state, watching)
    }
    let watching: Watching
    do throws(ClientError) {
      watching = try Watching(output) { (watching) throws(ClientError) in
        try prepare(watching)
        do throws(BusError) {
          return try PathWatch([file], on: watching.loop) { [unowned watching] _ in show(watching) }
        } catch {
          throw ClientError(error)
        }
      }
    } catch { throw .client(error) }
    show(watching)
    if last == nil {
      output.complain(
        "nightctl: " + WatchMessages.nothingPublished(in: reader.folder),
        as: .heading
      )
    }
    try watching.run()
  }

  /// Follows one application, which can have a style of its own.
  private func watch(_ application: String, isJSON: Bool) throws(Failure) {
    var last: Style?
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, output) { (connection, watching) throws(ClientError) in
        let follower = try AppearanceFollower(on: connection, watching.loop, .allowed) {
          [unowned watching] news in
          switch news {
          case .appearance(.application, let look):
            guard isJSON || look.style != last else { return }
            last = look.style
            watching.print { (output) throws(Failure) in
              if isJSON {
                try output.json(look.json(of: application))
              } else {
                try output.line(look.style.rawValue)
              }
            }
          case .appearance, .otherTheme, .themesChanged, .absent: break
          case .trouble(let error): watching.trouble(error)
          }
        }
        follower.follow(.application(application))
        return follower
      }
    }
    try watching.run()
  }
}

extension Output {
  fileprivate func show(_ snapshot: Snapshot, isJSON: Bool) throws(Failure) {
    guard !isJSON else { return try json(snapshot.json()) }
    try line(snapshot.appearance.style.rawValue)
  }
}

extension ThemedAppearance {
  /// The JSON that `get --app` prints, but without the reason and the end of a hold.
  ///
  /// `AppearanceFollower` reports neither the reason nor the end of a hold.
  fileprivate func json(of application: String) -> JSON {
    .object([
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "app", value: .string(application)),
      .init(name: AppearanceKey.theme, value: .string(theme.theme.name)),
      .init(name: AppearanceKey.themeDigest, value: .string(theme.theme.digest)),
    ])
  }
}

extension Option {
  static let file = Option(
    name: "--file",
    summary: "follow the files that the daemon publishes, and use no bus"
  )
  static let lineFormat = Option(
    name: "--format",
    value: "FORMAT",
    summary: "print lines for a status bar, or in a format of your own"
  )
  static let exec = Option(
    name: "--exec",
    summary: "run COMMAND now and after each change, instead of printing"
  )
}
