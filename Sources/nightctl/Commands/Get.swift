import NightClient
import NightContract
import NightCore
import NightStore

extension Nightctl {
  func get(_ invocation: Invocation) throws(Failure) {
    if invocation.has(.terminal) { return try getFromTerminal(invocation) }
    let application = try application(invocation)
    let forced = ForcedStyle.read(environment)
    if let forced, !invocation.has(.json) { return try output.line(forced.rawValue) }
    let snapshot = try snapshot(application, invocation)
    guard !invocation.has(.json) else {
      let more = Self.json(of: application)
      guard let forced else { return try output.json(snapshot.json(more)) }
      return try output.json(try force(forced, snapshot).forcedJSON(more))
    }
    try output.line(snapshot.appearance.style.rawValue)
  }

  /// The desktop's published state, or the daemon's answer over the bus.
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

  /// The snapshot in a forced style, with the theme in use for this style.
  private func force(_ style: Style, _ snapshot: Snapshot) throws(Failure) -> ThemedSnapshot {
    var state = ThemedSnapshot(snapshot: snapshot)
    let theme = try ask { (client) throws(ClientError) in
      // The daemon reads the name of a style as the theme in use for it.
      try snapshot.appearance.style == style ? nil : client.theme(style.rawValue)
    }
    state.force(style, theme)
    return state
  }

  /// The JSON member that names the application of `--app`; empty for the desktop.
  static func json(of application: String) -> [JSON.Member] {
    application.isEmpty ? [] : [.init(name: "app", value: .string(application))]
  }

  func introspect(_ invocation: Invocation) throws(Failure) {
    let xml = try ask { (client) throws(ClientError) in try client.call(.introspect, ()) }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "xml", value: .string(xml))]))
    }
    try output.text(xml)
  }
}

extension Nightctl {
  func status(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let reasoning = try reasoning(application)
    let (findings, store) = (reasoning.findings, reasoning.store)
    guard !invocation.has(.json) else {
      var more = Self.json(of: application)
      more.append(.init(name: "store", value: .string(store)))
      more.append(.findings(findings))
      let mistakes = reasoning.themeMistakes.map(JSON.string)
      more.append(.init(name: "theme-mistakes", value: .array(mistakes)))
      return try output.json(reasoning.snapshot.json(more + reasoning.json))
    }
    let look = Messages.look(
      reasoning.appearance,
      areThemesBroken: !reasoning.themeMistakes.isEmpty
    )
    let lines = """
      \(application.isEmpty ? "" : "app      \(Output.plain(application))\n")\
      style    \(reasoning.appearance.style.rawValue)
      since    \(LocalTime(reasoning.appearance.since).text)
      \(Messages.ahead(reasoning))why      \(Messages.cause(reasoning))
      \(Messages.by(reasoning))decides  \(Messages.decides(reasoning))
      \(Messages.surroundings(reasoning))\(Messages.desktopLines(reasoning))\
      \(Messages.inhibitorLines(reasoning))\(look)\
      \(Messages.themeMistakes(reasoning))\(Messages.unreadLines(reasoning))\
      \(Messages.locked(reasoning.layers))kept in  \(store)
      """
    try output.show(Messages.statusLines(lines))
    guard !findings.isEmpty else { return }
    try output.sentences("\n" + Messages.lines(findings))
  }
}

extension Nightctl {
  func why(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let reasoning = try reasoning(application)
    let lines = Messages.whys(reasoning, of: application)
    guard !invocation.has(.json) else {
      var more = reasoning.json + Self.json(of: application)
      more.append(.init(name: "why", value: .array(lines.map(JSON.string))))
      return try output.json(reasoning.snapshot.json(more))
    }
    try output.sentences(lines)
  }
}
