import NightBus
import NightClient
import NightCore
import Synchronization

/// What is said of a subject, and by whom.
struct Sighting: Equatable, Sendable {
  var appearance: Appearance
  var source: Source
}

/// What the following thread and the program's threads share.
final class Board: Sendable {
  typealias Looks = Channel<Sighting>
  typealias Values = Channel<[String: PreferenceValue]>

  private struct State {
    var errands: [Errand] = []
    var mailbox: Mailbox?
    /// Set once there will be nobody to answer.
    var ending: ClientError?
    var looks: [(subject: Subject, channel: Looks)] = []
    var values: [(application: String, channel: Values)] = []
    var said: [Matter: Set<String>] = [:]
  }

  private let state = Mutex(State())
  private let log: @Sendable (String) -> Void

  init(log: @escaping @Sendable (String) -> Void) { self.log = log }

  /// What a line is about.
  enum Matter {
    case event
    /// That a key of the program's own is missing or something else: a program may have many.
    case key
  }

  /// So many different lines are logged of each matter at most.
  private static let mostSaid = 64

  /// Each line once.
  func say(_ line: String, of matter: Matter = .event) {
    let isNew = state.withLock { state in
      let count = state.said[matter]?.count ?? 0
      return count < Self.mostSaid && state.said[matter, default: []].insert(line).inserted
    }
    if isNew { log(line) }
  }
}

// MARK: - For the program's threads

extension Board {
  func follow(_ subject: Subject, _ channel: Looks) {
    let ending = state.withLock { state in
      state.looks.append((subject, channel))
      state.mailbox?.ring()
      return state.ending
    }
    if ending != nil { channel.known() }
  }

  func unfollow(_ channel: Looks) {
    state.withLock { state in
      state.looks.removeAll { $0.channel === channel }
      state.mailbox?.ring()
    }
  }

  func follow(preferencesOf application: String, _ channel: Values) {
    let ending = state.withLock { state in
      state.values.append((application, channel))
      state.mailbox?.ring()
      return state.ending
    }
    if ending != nil { channel.known() }
  }

  func add(_ errand: Errand) {
    let ending = state.withLock { state in
      if state.ending == nil { state.errands.append(errand) }
      state.mailbox?.ring()
      return state.ending
    }
    if let ending { errand.refuse(ending) }
  }

  /// The program lets go: readers end, and so does the thread.
  func close() {
    let (looks, values) = state.withLock { state in
      defer {
        state.looks = []
        state.values = []
      }
      return (state.looks, state.values)
    }
    end(.noBus("the style is no longer followed"))
    for (_, channel) in looks { channel.close() }
    for (_, channel) in values { channel.close() }
  }
}

// MARK: - For the following thread

extension Board {
  func opened(_ mailbox: Mailbox) {
    state.withLock { $0.mailbox = mailbox }
    // An errand or the end may have come before there was a mailbox.
    mailbox.ring()
  }

  var hasEnded: Bool { state.withLock { $0.ending != nil } }

  /// Each once; there are few.
  var subjects: [Subject] {
    state.withLock { state in
      state.looks.reduce(into: []) { if !$0.contains($1.subject) { $0.append($1.subject) } }
    }
  }

  var applications: Set<String> { state.withLock { Set($0.values.map(\.application)) } }

  func takeErrands() -> [Errand] {
    state.withLock { state in
      defer { state.errands = [] }
      return state.errands
    }
  }

  func show(_ appearance: Appearance, of subject: Subject) {
    let sighting = Sighting(appearance: appearance, source: .daemon)
    for channel in channels(of: subject) {
      channel.show(sighting) { $0.appearance == $1.appearance }
    }
  }

  /// The same to those who were told nothing yet.
  func show(_ appearance: Appearance, toNewcomersOf subject: Subject) {
    let sighting = Sighting(appearance: appearance, source: .daemon)
    for channel in channels(of: subject) where !channel.isKnown {
      channel.show(sighting) { $0.appearance == $1.appearance }
    }
  }

  /// Whether anyone was told nothing yet.
  var hasNewcomers: Bool {
    state.withLock { $0.looks.map(\.channel) }.contains { !$0.isKnown }
  }

  /// Without the daemon a subject looks like what somebody else says, or as it did.
  func showAll(_ source: Source, _ appearance: (Subject, Appearance) -> Appearance) {
    for (subject, channel) in state.withLock({ $0.looks }) {
      let shown = appearance(subject, channel.value.appearance)
      channel.show(Sighting(appearance: shown, source: source)) { $0.appearance == $1.appearance }
    }
  }

  func show(_ values: [String: PreferenceValue], of application: String) {
    let channels = state.withLock { state in
      state.values.filter { $0.application == application }.map(\.channel)
    }
    for channel in channels { channel.show(values) { $0 == $1 } }
  }

  /// The first answers are there, or will not come.
  func known() {
    let (looks, values) = state.withLock { ($0.looks, $0.values) }
    for (_, channel) in looks { channel.known() }
    for (_, channel) in values { channel.known() }
  }

  /// Nothing more comes of these preferences for now.
  func known(_ application: String) {
    let channels = state.withLock { state in
      state.values.filter { $0.application == application }.map(\.channel)
    }
    for channel in channels { channel.known() }
  }

  private func channels(of subject: Subject) -> [Looks] {
    state.withLock { state in
      state.looks.filter { $0.subject == subject }.map(\.channel)
    }
  }

  /// From now on errands are refused with this; what is known stays.
  func end(_ why: ClientError) {
    let errands = state.withLock { state in
      state.ending = state.ending ?? why
      state.mailbox?.ring()
      defer { state.errands = [] }
      return state.errands
    }
    for errand in errands { errand.refuse(why) }
    known()
  }
}
