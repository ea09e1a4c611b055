import NightClient
import NightContract
import NightCore

/// The commands `status` and `why`.
struct StatusCommands: Command {
  let nightctl: Nightctl

  static let statusRow = CommandEntry(
    name: "status",
    summary: "show the style, its reason, how long it lasts, and which file stores it",
    options: [.application, .json],
    notes: "Mistakes in the preferences files are listed at the end.",
    run: StatusCommands.status
  )

  static let whyRow = CommandEntry(
    name: "why",
    summary: "explain in sentences why the style is light or dark",
    options: [.application, .json],
    notes: """
      The first line says why the style is light or dark. Each further line explains one other fact
      that affects the style.
      """,
    run: StatusCommands.why
  )

  func status(_ invocation: Invocation) throws(Failure) {
    let application = try invocation.application()
    let reasoning = try reasoning(application)
    let (findings, store) = (reasoning.findings, reasoning.store)
    guard !invocation.has(.json) else {
      var more = JSON.Member.application(application)
      more.append(.init(name: "store", value: .string(store)))
      more.append(.findings(findings))
      let mistakes = reasoning.themeMistakes.map(JSON.string)
      more.append(.init(name: "theme-mistakes", value: .array(mistakes)))
      return try output.json(reasoning.snapshot.json(more + reasoning.json))
    }
    let look = StatusMessages.look(
      reasoning.appearance,
      areThemesBroken: !reasoning.themeMistakes.isEmpty
    )
    let lines = """
      \(application.isEmpty ? "" : "app      \(Output.plain(application))\n")\
      style    \(reasoning.appearance.style.rawValue)
      since    \(LocalTime(reasoning.appearance.since).text)
      \(StatusMessages.ahead(reasoning))why      \(WhyMessages.cause(reasoning))
      \(StatusMessages.by(reasoning))decides  \(StatusMessages.decides(reasoning))
      \(StatusMessages.surroundings(reasoning))\(StatusMessages.desktopLines(reasoning))\
      \(StatusMessages.inhibitorLines(reasoning))\(look)\
      \(StatusMessages.themeMistakes(reasoning))\(StatusMessages.unreadLines(reasoning))\
      \(StatusMessages.locked(reasoning.layers))kept in  \(store)
      """
    try output.show(StatusMessages.statusLines(lines))
    guard !findings.isEmpty else { return }
    try output.sentences("\n" + PreferenceMessages.lines(findings))
  }

  func why(_ invocation: Invocation) throws(Failure) {
    let application = try invocation.application()
    let reasoning = try reasoning(application)
    let lines = WhyMessages.whys(reasoning, of: application)
    guard !invocation.has(.json) else {
      var more = reasoning.json + JSON.Member.application(application)
      more.append(.init(name: "why", value: .array(lines.map(JSON.string))))
      return try output.json(reasoning.snapshot.json(more))
    }
    try output.sentences(lines)
  }

  /// Asks the daemon why the style is in effect.
  private func reasoning(_ application: String) throws(Failure) -> Reasoning {
    let client = try client()
    do throws(ClientError) {
      return Reasoning(try client.why(for: application), at: now)
    } catch .refused(nil, let why) {
      throw .client(.refused(nil, Self.olderDaemon(why)))
    } catch {
      throw .client(error)
    }
  }

  /// The message for a request that the daemon does not know.
  private static func olderDaemon(_ why: String) -> String {
    "\(why): this nightd is older than nightctl; to start the new one, run systemctl --user restart nightd"
  }
}
