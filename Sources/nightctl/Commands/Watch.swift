import Glibc
import NightBus
import NightClient
import NightCore
import NightStore

extension Nightctl {
  func watch(_ invocation: Invocation) throws(Failure) {
    if invocation.has(.terminal) { return try watchTerminal(invocation) }
    if invocation.has(.exec) { return try watchForCommand(invocation) }
    if invocation.has(.lineFormat) { return try watchForBar(invocation) }
    let isJSON = invocation.has(.json)
    if let forced = ForcedStyle.read(environment) {
      return try watch(invocation, forced: forced, isJSON: isJSON)
    }
    guard !invocation.has(.file) else { return try watchFile(isJSON: isJSON) }
    let application = try application(invocation)
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
      output.complain("nightctl: " + Messages.nothingPublished(in: reader.folder), as: .heading)
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
  /// The JSON that `get --app` prints, without the reason and the end of a hold.
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

/// Follows values and prints them until a signal, a lost bus or a closed pipe ends the watch.
final class Watching {
  let loop: Loop
  /// Nil if the values come from a file.
  private let connection: Connection?
  private let output: Output
  private var failure: Failure?
  /// Whether the first value has arrived.
  ///
  /// Until then an error ends the command.
  var isUnderWay = false
  private var signals: SignalWatch?
  private var reader: Watch?
  /// Receives the changes.
  ///
  /// The follower must be released before the connection is closed.
  private var follower: AnyObject?
  private var isOver = false
  /// Work to finish before the watch ends; it calls back when it is done.
  var finish: ((@escaping () -> Void) -> Void)?

  convenience init(
    _ client: Client,
    _ output: Output,
    _ follow: (Connection, Watching) throws(ClientError) -> AnyObject
  ) throws(ClientError) {
    let connection = try client.connect()
    try client.throwIfHung()
    try self.init(output, connection) { (watching) throws(ClientError) in
      try follow(connection, watching)
    }
  }

  init(
    _ output: Output,
    _ connection: Connection? = nil,
    _ follow: (Watching) throws(ClientError) -> AnyObject
  ) throws(ClientError) {
    self.connection = connection
    self.output = output
    do throws(BusError) {
      loop = try Loop()
      signals = try loop.signals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in end(nil) }
      // Notice at once that the reader closed the pipe, and not only with the next change.
      reader = loop.watch(output.descriptor, events: Int16(POLLERR)) { [unowned self] _ in
        end(nil)
      }
      connection?.onLost = { [unowned self] in end(.client(.noBus(Messages.busLost))) }
      try connection?.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    follower = try follow(self)
  }

  /// Runs until a signal arrives or the reader closes the pipe.
  ///
  /// Throws if an error ends the watch.
  func run() throws(Failure) {
    // The first value may end the watch before the loop runs.
    if !isOver {
      do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    }
    follower = nil
    connection?.close()
    if let failure { throw failure }
  }

  func print(_ work: (Output) throws(Failure) -> Void) {
    // A reader that reads nothing must not keep Ctrl-C from ending the command.
    guard signals?.waitUntilWritable(output.descriptor) != false else { return }
    do throws(Failure) { try work(output) } catch { end(readerLeft(error) ? nil : error) }
    isUnderWay = true
  }

  /// Prints an error and continues, unless no value has arrived yet.
  func trouble(_ error: ClientError) {
    guard isUnderWay else { return end(.client(error)) }
    output.complain("nightctl: " + Messages.sentence(error))
  }

  func end(_ why: Failure?) {
    failure = failure ?? why
    // A closed pipe stays closed, and must not wake the loop again while the work finishes.
    reader = nil
    let stop = { [unowned self] in
      isOver = true
      loop.stop()
    }
    if let finish { finish(stop) } else { stop() }
  }

  private func readerLeft(_ failure: Failure) -> Bool {
    if case .output(code: EPIPE) = failure { true } else { false }
  }
}

// MARK: - Preferences

extension Nightctl {
  func watchPreferences(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let names = invocation.operands
    for name in names { try checkWatched(name, of: application, invocation) }
    let show = { (name: String, value: PreferenceValue?, watching: Watching) in
      watching.print { (output) throws(Failure) in
        guard invocation.has(.json) else { return try output.list([Messages.watched(name, value)]) }
        var members: [JSON.Member] = [.init(name: "key", value: .string(name))]
        if !application.isEmpty { members.append(.init(name: "app", value: .string(application))) }
        if let value { members.append(.init(name: "value", value: value.json)) }
        try output.json(.object(members))
      }
    }
    let report = { (news: PreferenceNews, watching: Watching) in
      // A key that matches several of the names is printed once.
      let matching = names.isEmpty ? [news] : names.compactMap(news.seen)
      var printed: Set<String> = []
      for news in matching where printed.insert(news.name).inserted {
        show(news.name, news.value, watching)
      }
    }
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, output) { (connection, watching) throws(ClientError) in
        try PreferenceFollower(of: application, on: connection, .allowed) {
          [unowned watching] news in
          switch news {
          case .present(let members):
            for member in members {
              report(PreferenceNews(name: member.name, value: member.value), watching)
            }
            watching.isUnderWay = true
          case .changed(let changes):
            for news in changes { report(news, watching) }
          // When the daemon ends, wait for the next one.
          case .absent: break
          case .trouble(let error): watching.trouble(error)
          }
        }
      }
    }
    try watching.run()
  }

  private func checkWatched(
    _ name: String,
    of application: String,
    _ invocation: Invocation
  ) throws(Failure) {
    if application.isEmpty, PreferenceTable.isPrefix(name) {
      let below = PreferenceTable.entries.filter { $0.name.hasPrefix(name + ".") }
      guard below.contains(where: { !$0.isPrivate }) else {
        throw .usage(Messages.isPrivate(name), help: invocation.command)
      }
      return
    }
    guard PreferenceFollower.reports(name, of: application) else {
      throw .usage(Messages.watchesStyle(name), help: invocation.command)
    }
    let key = try key(name, of: application, invocation)
    guard PreferenceTable.entry(key)?.isPrivate != true else {
      throw .usage(Messages.isPrivate(name), help: invocation.command)
    }
  }
}
