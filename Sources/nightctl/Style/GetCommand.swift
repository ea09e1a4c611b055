import NightClient
import NightContract
import NightCore
import NightStore

/// The commands `get` and `introspect`.
struct GetCommand: Command {
  let nightctl: Nightctl

  static let getRow = CommandEntry(
    name: "get",
    summary: "print the style that is in effect",
    forms: [
      .init(options: [.application, .bus, .json]),
      .init(needs: [.terminal], options: [.json]),
    ],
    notes: """
      This command reads the state that the daemon publishes in the runtime folder. If no daemon
      publishes there, the command asks over the bus, which starts the daemon. With --app or --bus,
      it always asks over the bus.

      --terminal prints the style of the terminal in which this command runs. It needs neither
      nightd nor a bus, and takes at most 200 ms. nightctl-scripts(7) lists the terminals that
      answer.
      """,
    run: GetCommand.get
  )

  static let introspectRow = CommandEntry(
    name: "introspect",
    summary: "print the daemon's D-Bus interfaces as XML",
    options: [.json],
    run: GetCommand.introspect
  )

  func get(_ invocation: Invocation) throws(Failure) {
    if invocation.has(.terminal) { return try askTerminal(invocation) }
    let application = try invocation.application()
    let forced = ForcedStyle.read(environment)
    if let forced, !invocation.has(.json) { return try output.line(forced.rawValue) }
    let snapshot = try snapshot(application, invocation)
    guard !invocation.has(.json) else {
      let more = JSON.Member.application(application)
      guard let forced else { return try output.json(snapshot.json(more)) }
      return try output.json(try force(forced, snapshot).forcedJSON(more))
    }
    try output.line(snapshot.appearance.style.rawValue)
  }

  /// The state, read from the published files; with `--bus` or for an application, the daemon is
  /// asked instead.
  private func snapshot(
    _ application: String,
    _ invocation: Invocation
  ) throws(Failure) -> Snapshot {
    if application.isEmpty, !invocation.has(.bus),
      let state = PublishedReader(environment: environment).read(at: now)
    {
      return state.snapshot
    }
    return try ask { (client) throws(ClientError) in
      try application.isEmpty ? client.get() : client.get(for: application)
    }
  }

  /// Returns the snapshot, but with the forced style and the theme for that style.
  private func force(_ style: Style, _ snapshot: Snapshot) throws(Failure) -> ThemedSnapshot {
    var state = ThemedSnapshot(snapshot: snapshot)
    let theme = try ask { (client) throws(ClientError) in
      // If a request contains a style instead of a theme's name, the daemon returns the theme in
      // use for that style.
      try snapshot.appearance.style == style ? nil : client.theme(style.rawValue)
    }
    state.force(style, theme)
    return state
  }

  func introspect(_ invocation: Invocation) throws(Failure) {
    let xml = try ask { (client) throws(ClientError) in try client.call(.introspect, ()) }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "xml", value: .string(xml))]))
    }
    try output.text(xml)
  }

  private func askTerminal(_ invocation: Invocation) throws(Failure) {
    let answers = try Terminal(environment).askOnce()
    guard let style = answers.style else { throw .terminal(TerminalMessages.unanswered(answers)) }
    guard !invocation.has(.json) else { return try output.json(style.json) }
    try output.line(style.style.rawValue)
  }
}

extension JSON.Member {
  /// The JSON member `app` with the name of the application; empty if the answer is about the
  /// desktop.
  static func application(_ name: String) -> [JSON.Member] {
    name.isEmpty ? [] : [.init(name: "app", value: .string(name))]
  }
}

extension Option {
  static let bus = Option(
    name: "--bus",
    summary: "ask the daemon instead of reading the files that it publishes"
  )
}
