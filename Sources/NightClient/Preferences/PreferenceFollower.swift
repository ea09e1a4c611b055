package import NightBus
import NightContract
package import NightCore

/// Reports the preferences in force for the desktop or one application, and every change.
///
/// The follower continues when the daemon restarts or ends. The follower runs on the event loop of
/// its connection. The follower does not report private keys, because signals never contain them.
/// The follower does not report the desktop's choice either, because the interface `Style` does so.
package final class PreferenceFollower {
  package enum News {
    /// All preferences; reported only once, after the first daemon's answer.
    case present([PreferenceValue.Member])
    /// The preferences that changed since the last report, sorted by name.
    case changed([PreferenceNews])
    /// No daemon is running; the last reported values are still valid.
    case absent
    /// A problem that should be logged; the follower continues to run.
    case trouble(ClientError)
  }

  private let application: String
  private let report: (News) -> Void
  private var inquiry: Inquiry?
  private var reported: [String: PreferenceValue]?
  private var news: [PreferenceNews] = []
  /// Whether the present daemon has answered `ReadAll`.
  ///
  /// Signals that come before the answer to `ReadAll` are ignored, because the answer already
  /// contains their changes.
  private var isCurrent = false

  package init(
    of application: String = "",
    on connection: Connection,
    _ starting: Client.Starting,
    _ report: @escaping (News) -> Void
  ) throws(ClientError) {
    self.application = application
    self.report = report
    let question = Request.readAll(.preferences).with(application)
    let inquiry = try Inquiry(
      on: connection,
      starting,
      question.request,
      .init(
        ownerChanged: { [weak self] in self?.isCurrent = false },
        answered: { [weak self] message in
          guard let answer = try? question.read(message.values()) else { return false }
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

  /// Whether the follower reports changes of the preference with this name.
  ///
  /// The desktop's choice is not reported here, because the interface `Style` reports it.
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
      // Ignore a value of an unknown type, which a newer daemon may send.
      if case .some(nil) = value { return }
      // Ignore a change of a single entry in a dictionary, because the daemon also sends the whole
      // dictionary.
      guard !leadsInward(name) else { return }
      note(name, value ?? nil)
      reportChanges()
    } else if application.isEmpty, isShared(name) {
      readAgain(name)
    }
  }

  /// Whether an application without a value of its own uses the desktop's value of this key.
  private func isShared(_ name: String) -> Bool {
    PreferenceTable.entries.contains { $0.name == name && $0.scope == .both }
  }

  /// Asks the daemon for the application's value after the desktop's value has changed.
  ///
  /// Only the daemon knows the layers and locks that decide whether the application uses the
  /// desktop's value. Answers and signals come in the order in which the daemon sent them, so the
  /// last value is the present one.
  private func readAgain(_ name: String) {
    inquiry?.ask(Request.read(.preferences).with((application, name))) { [weak self] answer in
      switch answer {
      case .success(let (found, _)):
        self?.note(name, found.value)
        self?.reportChanges()
      case .failure(.refused(.notSet, _)):
        self?.note(name, nil)
        self?.reportChanges()
      // Ask again: the daemon may have been suspended for a while, or another program may have
      // answered.
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

/// A change of one preference, as `PreferenceFollower` reports it.
package struct PreferenceNews: Equatable, Sendable {
  /// The key's name; a dictionary is one key with all its entries.
  package let name: String
  package let before: PreferenceValue?
  /// The new value; nil if the key has no value any more.
  package let value: PreferenceValue?

  package init(name: String, before: PreferenceValue? = nil, value: PreferenceValue?) {
    self.name = name
    self.before = before
    self.value = value
  }

  /// Returns the change to report to a program that observes the name `observed`; nil if the change
  /// does not affect that name.
  ///
  /// `observed` may be the key's name, the start of the key's name up to a dot, or a path into the
  /// key's dictionary.
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
