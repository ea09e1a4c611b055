import NightBus
import NightClient
import NightCore
import Synchronization

/// The state that the bus thread shares with the program's threads: channels, requests and the log.
final class SharedState: Sendable {
  private struct State {
    var requests: [PendingRequest] = []
    var mailbox: Mailbox?
    /// The reason for refusing all further requests; nil as long as requests can be answered.
    var ending: ClientError?
    var appearances: [(subject: Subject, channel: AppearanceChannel)] = []
    var preferences: [(application: String, channel: PreferenceChannel)] = []
    var logged: [LogTopic: Set<String>] = [:]
    /// The last theme that the daemon sent for each style; a pinned part begins with this theme.
    var themes: [Style: Theme] = [:]
    /// The readers that are notified when the list of themes may have changed.
    var listReaders: [(number: UInt64, continuation: AsyncStream<Void>.Continuation)] = []
    var lastListReader: UInt64 = 0
    /// The inhibitions that the program holds or has requested, each under its number.
    var inhibitors: [UInt64: InhibitionRequest] = [:]
    var lastInhibitor: UInt64 = 0
  }

  private let state = Mutex(State())
  private let limit: WaitLimit
  private let writeLine: @Sendable (String) -> Void

  init(_ limit: WaitLimit, log: @escaping @Sendable (String) -> Void) {
    self.limit = limit
    writeLine = log
  }

  /// The topic of a line in the log; each topic has its own limit of lines.
  enum LogTopic {
    case event
    /// A key that the theme lacks, or whose value in the theme has the wrong type; a program may
    /// ask for many such keys.
    case key
  }

  /// The maximum number of different lines that are logged about each topic.
  private static let mostLines = 64

  /// Logs a line, unless it was logged before.
  func log(_ line: String, about topic: LogTopic = .event) {
    let isNew = state.withLock { state in
      let count = state.logged[topic]?.count ?? 0
      return count < Self.mostLines && state.logged[topic, default: []].insert(line).inserted
    }
    if isNew { writeLine(line) }
  }
}

// MARK: - For the program's threads

extension SharedState {
  func follow(_ subject: Subject, _ channel: AppearanceChannel) {
    let ending = state.withLock { state in
      state.appearances.append((subject, channel))
      state.mailbox?.ring()
      return state.ending
    }
    if ending != nil { channel.markKnown() }
  }

  func unfollow(_ channel: AppearanceChannel) {
    state.withLock { state in
      state.appearances.removeAll { $0.channel === channel }
      state.mailbox?.ring()
    }
  }

  func follow(preferencesOf application: String, _ channel: PreferenceChannel) {
    let ending = state.withLock { state in
      state.preferences.append((application, channel))
      state.mailbox?.ring()
      return state.ending
    }
    if ending != nil { channel.markKnown() }
  }

  func add(_ request: PendingRequest) {
    let ending = state.withLock { state in
      if state.ending == nil { state.requests.append(request) }
      state.mailbox?.ring()
      return state.ending
    }
    if let ending { request.refuse(ending) }
  }

  /// Sends a request to the daemon, and waits until the reply arrives or the task is cancelled.
  func ask<Answer: Sendable>(
    _ ask:
      @escaping @Sendable (
        Client, _ then: @escaping (Result<Answer, ClientError>) -> Void
      ) -> Void
  ) async throws(NightError) -> Answer {
    try await answer { deliver in add(PendingRequest(ask, answer: deliver)) }
  }

  /// Begins a request, and waits until it is answered or the task is cancelled.
  func answer<Answer: Sendable>(
    _ begin: (@escaping @Sendable (Result<Answer, ClientError>) -> Void) -> Void
  ) async throws(NightError) -> Answer {
    let reply = Mutex<Result<Answer, NightError>>(.failure(.cancelled))
    let wait = Suspension()
    await withTaskCancellationHandler {
      // If the task was already cancelled, do not send the request.
      if !Task.isCancelled {
        begin { outcome in
          reply.withLock { $0 = outcome.mapError(NightError.init) }
          wait.end()
        }
      }
      let timer = limit.request.map { limit in
        DelayedCall(limit) {
          reply.withLock { reply in
            if case .failure(.cancelled) = reply { reply = .failure(.noAnswer) }
          }
          wait.end()
        }
      }
      await wait.wait()
      timer?.cancel()
    } onCancel: {
      wait.end()
    }
    return try reply.withLock { $0 }.get()
  }

  /// Inhibits automatic changes until `cancellation` is cancelled.
  ///
  /// If the daemon restarts during this time, the new daemon gets the request too. If the program
  /// has no application name, `application` is empty.
  func inhibit(
    _ application: String,
    why: String,
    _ cancellation: Cancellation,
    report: @escaping @Sendable (Result<Void, ClientError>) -> Void
  ) {
    let program = CommandLine.arguments.first?.fileName ?? ""
    let request = InhibitionRequest(
      application: application.isEmpty ? program : application,
      why: why,
      report: report
    )
    let (number, ending) = state.withLock { state in
      state.lastInhibitor += 1
      state.inhibitors[state.lastInhibitor] = request
      state.mailbox?.ring()
      return (state.lastInhibitor, state.ending)
    }
    if let ending { report(.failure(ending)) }
    cancellation.whenCancelled { [weak self] in
      self?.state.withLock { state in
        state.inhibitors[number] = nil
        state.mailbox?.ring()
      }
    }
  }

  /// The theme that the daemon sent last for a style; nil if it has sent no theme for this style.
  func theme(for style: Style) -> Theme? { state.withLock { $0.themes[style] } }

  /// A stream that yields once at the start, and again whenever the list of themes may have
  /// changed.
  var themeListChanges: AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number: UInt64? = state.withLock { state in
        guard state.ending == nil else { return nil }
        state.lastListReader += 1
        state.listReaders.append((state.lastListReader, continuation))
        return state.lastListReader
      }
      continuation.yield()
      guard let number else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { state in state.listReaders.removeAll { $0.number == number } }
      }
    }
  }

  /// Ends all sequences and the bus thread when the program releases the engine.
  func close() {
    let (appearances, preferences, readers) = state.withLock { state in
      defer {
        state.appearances = []
        state.preferences = []
        state.listReaders = []
      }
      return (state.appearances, state.preferences, state.listReaders)
    }
    end(.noBus("this program has stopped following the style"))
    for (_, reader) in readers { reader.finish() }
    for (_, channel) in appearances { channel.close() }
    for (_, channel) in preferences { channel.close() }
  }
}

// MARK: - For the bus thread

extension SharedState {
  func opened(_ mailbox: Mailbox) {
    state.withLock { $0.mailbox = mailbox }
    // Wake the bus thread now, because a request or a call to `close` may have come before the
    // mailbox existed.
    mailbox.ring()
  }

  var hasEnded: Bool { state.withLock { $0.ending != nil } }

  /// The subjects that the program follows, such as the desktop or a theme; each is listed once.
  var subjects: [Subject] {
    state.withLock { state in
      state.appearances.reduce(into: []) { if !$0.contains($1.subject) { $0.append($1.subject) } }
    }
  }

  /// The inhibitions that the program holds or has requested, each under its number.
  var inhibitors: [UInt64: InhibitionRequest] { state.withLock { $0.inhibitors } }

  var applications: Set<String> { state.withLock { Set($0.preferences.map(\.application)) } }

  func removeRequests() -> [PendingRequest] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  func show(_ appearance: Appearance, of subject: Subject) {
    limit.renew()
    if subject == .desktop { keep(appearance.theme, for: appearance.style) }
    for channel in channels(of: subject) { channel.show(appearance.from(.daemon)) }
  }

  /// Stores the theme that the daemon uses for a style.
  func keep(_ theme: Theme, for style: Style) { state.withLock { $0.themes[style] = theme } }

  /// Reports that the list of themes may have changed.
  func themeListChanged() {
    for (_, reader) in state.withLock({ $0.listReaders }) { reader.yield() }
  }

  /// Passes the appearance to those channels of `subject` that have not received one yet.
  func show(_ appearance: Appearance, toNewcomersOf subject: Subject) {
    for channel in channels(of: subject) where !channel.isKnown {
      channel.show(appearance.from(.daemon))
    }
  }

  /// Whether at least one channel still waits for its first appearance.
  var hasNewcomers: Bool {
    state.withLock { $0.appearances.map(\.channel) }.contains { !$0.isKnown }
  }

  /// Updates every channel: `appearance` makes the new appearance from the present one, and
  /// `source` is stored as the origin of the new appearance.
  func showAll(_ source: Source, _ appearance: (Subject, Appearance) -> Appearance) {
    for (subject, channel) in state.withLock({ $0.appearances }) {
      channel.show(appearance(subject, channel.value).from(source))
    }
  }

  func show(_ preferences: [String: PreferenceValue], of application: String) {
    for channel in channels(of: application) { channel.show(preferences) }
  }

  /// Ends all waits for first values, because the daemon's first answers have arrived or will not
  /// come.
  func markKnown() {
    let (appearances, preferences) = state.withLock { ($0.appearances, $0.preferences) }
    for (_, channel) in appearances { channel.markKnown() }
    for (_, channel) in preferences { channel.markKnown() }
  }

  /// Ends all waits for an application's preferences, because no answer will come soon.
  func markKnown(_ application: String) {
    for channel in channels(of: application) { channel.markKnown() }
  }

  private func channels(of subject: Subject) -> [AppearanceChannel] {
    state.withLock { state in
      state.appearances.filter { $0.subject == subject }.map(\.channel)
    }
  }

  private func channels(of application: String) -> [PreferenceChannel] {
    state.withLock { state in
      state.preferences.filter { $0.application == application }.map(\.channel)
    }
  }

  /// Refuses all requests from now on; the channels keep their last values.
  func end(_ why: ClientError) {
    let requests = state.withLock { state in
      state.ending = state.ending ?? why
      state.mailbox?.ring()
      defer { state.requests = [] }
      return state.requests
    }
    for request in requests { request.refuse(why) }
    markKnown()
  }
}
