package import NightBus
import NightContract
import NightCore
package import NightValues

/// Follows the effective preferences of the desktop or of one application, through every change, restart
/// and absence of the daemon.
///
/// Runs on the loop that its connection is attached to. Private keys are in no signal, so they are missing
/// here. The desktop's choice is missing too: the signals of the style report it.
package final class PreferenceFollower {
  package enum News {
    /// All preferences; reported once, as the first news of the first daemon.
    case present([PreferenceValue.Member])
    /// The preferences that differ from the last report; several are sorted by name.
    case changed([PreferenceNews])
    /// There is no daemon; the last reported values stay.
    case absent
    /// A problem that following survives, for a log.
    case trouble(ClientError)
  }

  private let application: String
  private let report: (News) -> Void
  private var inquiry: Inquiry?
  private var reported: [String: PreferenceValue]?
  private var news: [PreferenceNews] = []
  /// Whether the present daemon has reported everything; earlier signals are part of that answer.
  private var isCurrent = false

  package init(
    of application: String = "",
    on connection: Connection,
    _ starting: Client.Starting,
    _ report: @escaping (News) -> Void
  ) throws(ClientError) {
    self.application = application
    self.report = report
    let request = Request.readAll(.preferences).with(application)
    let inquiry = try Inquiry(
      on: connection,
      starting,
      .init(request),
      .init(
        ownerChanged: { [weak self] in self?.isCurrent = false },
        answered: { [weak self] message in
          guard let answer = (try? message.values()).flatMap(request.read) else { return false }
          self?.received(Client.Reading(readAll: answer).value)
          return true
        },
        absent: { report(.absent) },
        trouble: { report(.trouble($0)) }
      )
    )
    self.inquiry = inquiry
    try inquiry.subscribe(.preferences, "Changed") { [weak self] in self?.received($0) }
  }

  /// Whether changes of a name are reported; only the `Style` interface reports the desktop's choice.
  package static func reports(_ name: String, of application: String) -> Bool {
    !application.isEmpty || name != PreferenceTable.choice
  }

  /// Handles the answer of `ReadAll`.
  private func received(_ values: [PreferenceValue.Member]) {
    isCurrent = true
    let members = values.filter { Self.reports($0.name, of: application) }
    guard let before = reported else {
      reported = [:]
      for member in members { reported?[member.name] = member.value }
      report(.present(members))
      return
    }
    var after: [String: PreferenceValue] = [:]
    for member in members { after[member.name] = member.value }
    let names = Set(before.keys).union(after.keys).sorted { $0.precedes($1) }
    for name in names { note(name, after[name]) }
    reportChanges()
  }

  private func received(_ message: borrowing Message) {
    guard isCurrent, let values = try? message.values(), values.count == 3,
      let name = values[0].asString, let application = values[1].asString,
      let facts = values[2].asOptions, Self.reports(name, of: application)
    else { return }
    if application == self.application {
      let value = facts["value"].map(PreferenceValue.init)
      // A newer daemon may have types that this version does not know.
      if case .some(nil) = value { return }
      // A change inside a dictionary is also reported for the whole dictionary.
      guard !leadsInward(name) else { return }
      note(name, value ?? nil)
      reportChanges()
    } else if application.isEmpty, isShared(name) {
      readAgain(name)
    }
  }

  /// Whether an application without a value of its own uses the desktop's.
  private func isShared(_ name: String) -> Bool {
    PreferenceTable.entries.contains { $0.name == name && $0.scope == .both }
  }

  /// Asks the daemon for a value of the application after the desktop's changed.
  ///
  /// Layers and locks decide whether the application uses the desktop's value, and only the daemon knows
  /// them. Answers and signals of one daemon arrive in the order in which it sent them, so the last one is
  /// right.
  private func readAgain(_ name: String) {
    inquiry?.ask(Request.read(.preferences).with((application, name))) { [weak self] answer in
      switch answer {
      case .success(let (found, _)):
        self?.note(name, found.value)
        self?.reportChanges()
      case .failure(.refused(.notSet, _)):
        self?.note(name, nil)
        self?.reportChanges()
      // The daemon may only be stopped for a while, so ask again; a stranger's answer counts as none.
      case .failure(.noAnswer), .failure(.forged): self?.readAgain(name)
      case .failure(let error): self?.report(.trouble(error))
      }
    }
  }

  private func leadsInward(_ name: String) -> Bool {
    !application.isEmpty && name.utf8.contains(UInt8(ascii: "."))
      && (try? PreferenceKey(name, of: application)).flatMap(PreferenceTable.entry) == nil
  }

  private func note(_ name: String, _ value: PreferenceValue?) {
    let before = reported?[name]
    guard value != before else { return }
    reported?[name] = value
    news.append(PreferenceNews(name: name, before: before, value: value))
  }

  private func reportChanges() {
    guard !news.isEmpty else { return }
    let changes = news
    news = []
    report(.changed(changes))
  }
}

/// A preference whose value changed, as its follower sees it.
package struct PreferenceNews: Equatable, Sendable {
  /// The name of the key; a dictionary is reported whole.
  package let name: String
  package let before: PreferenceValue?
  /// The new value; nil if no layer sets one any more.
  package let value: PreferenceValue?

  package init(name: String, before: PreferenceValue? = nil, value: PreferenceValue?) {
    self.name = name
    self.before = before
    self.value = value
  }

  /// The change as an observer of one name sees it; nil if nothing changed for that name.
  ///
  /// The name may be the key's own, a prefix of it, or a path into its dictionary.
  package func seen(from observed: String) -> PreferenceNews? {
    if observed == name || name.hasPrefix(observed + ".") { return self }
    guard observed.hasPrefix(name + ".") else { return nil }
    let path = observed.dropFirst(name.count + 1).split(separator: ".").map(String.init)
    let within = PreferenceNews(
      name: observed,
      before: before?.value(at: path[...]),
      value: value?.value(at: path[...])
    )
    return within.before == within.value ? nil : within
  }
}
