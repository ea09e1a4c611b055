package import NightBus
import NightContract
package import NightCore

/// Follows the preferences of the desktop or of one application, as it sees them, through every
/// change, restart and absence of the daemon.
///
/// Works on the loop that its connection is attached to. Private keys are in no signal, and so not
/// here; nor is the desktop's choice, which the signals of the style tell.
package final class PreferenceFollower {
  package enum News {
    /// All that there is; the first news of the first daemon, and no later one.
    case present([PreferenceValue.Member])
    /// What differs from what was told before, in the order of the names where it is several.
    case changed([PreferenceNews])
    /// There is no daemon; what was told last is all that is known.
    case absent
    /// Something went wrong that following outlives; for a log.
    case trouble(ClientError)
  }

  private let application: String
  private let tell: (News) -> Void
  private var inquiry: Inquiry?
  private var told: [String: PreferenceValue]?
  private var news: [PreferenceNews] = []
  /// Whether the present daemon has said all; what it signals before is in that answer.
  private var isCurrent = false

  package init(
    of application: String = "",
    on connection: Connection,
    _ starting: Client.Starting,
    _ tell: @escaping (News) -> Void
  ) throws(ClientError) {
    self.application = application
    self.tell = tell
    let inquiry = try Inquiry(
      on: connection,
      starting,
      .init(interface: .preferences, member: "ReadAll", arguments: [.string(application)]),
      .init(
        ownerChanged: { [weak self] in self?.isCurrent = false },
        answered: { [weak self] in self?.readAll($0) ?? true },
        absent: { tell(.absent) },
        trouble: { tell(.trouble($0)) }
      )
    )
    self.inquiry = inquiry
    try inquiry.hear(.preferences, "Changed") { [weak self] in self?.heard($0) }
  }

  /// Whether a change of it would be heard of: of who decides the style `Style` alone tells.
  package static func tells(_ name: String, of application: String) -> Bool {
    !application.isEmpty || name != PreferenceTable.choice
  }

  /// Answers whether it could be read.
  private func readAll(_ message: borrowing Message) -> Bool {
    guard let values = try? message.values(), let reading = Client.Reading(readAll: values) else {
      return false
    }
    isCurrent = true
    let members = reading.value.filter { Self.tells($0.name, of: application) }
    guard let before = told else {
      told = [:]
      for member in members { told?[member.name] = member.value }
      tell(.present(members))
      return true
    }
    var after: [String: PreferenceValue] = [:]
    for member in members { after[member.name] = member.value }
    let names = Set(before.keys).union(after.keys).sorted { $0.precedes($1) }
    for name in names { take(name, after[name]) }
    tellNews()
    return true
  }

  private func heard(_ message: borrowing Message) {
    guard isCurrent, let values = try? message.values(), values.count == 3,
      let name = values[0].asString, let application = values[1].asString,
      let facts = values[2].asOptions, Self.tells(name, of: application)
    else { return }
    if application == self.application {
      let value = facts["value"].map(PreferenceValue.init)
      // A newer daemon may know types that are not known here.
      if case .some(nil) = value { return }
      // Of what leads into a dictionary the whole one is told as well.
      guard !leadsInward(name) else { return }
      take(name, value ?? nil)
      tellNews()
    } else if application.isEmpty, isShared(name) {
      readAgain(name)
    }
  }

  /// Whether an application without a value of its own has the desktop's.
  private func isShared(_ name: String) -> Bool {
    PreferenceTable.entries.contains { $0.name == name && $0.scope == .both }
  }

  /// Whether the desktop's value is the application's now, layers and locks decide: the daemon knows.
  ///
  /// Answers and signals of one daemon come in the order in which it sent them, so what comes last
  /// is what holds.
  private func readAgain(_ name: String) {
    let question = Inquiry.Question(
      interface: .preferences,
      member: "Read",
      arguments: [.string(application), .string(name)]
    )
    inquiry?.ask(question) { answer in
      guard case .variant(let inner)? = try? answer.values().first else { return nil }
      return PreferenceValue(inner)
    } then: { [weak self] (answer: Result<PreferenceValue, ClientError>) in
      switch answer {
      case .success(let value):
        self?.take(name, value)
        self?.tellNews()
      case .failure(.refused(.notSet, _)):
        self?.take(name, nil)
        self?.tellNews()
      // One that was only stopped for a while is asked for as long as it is there, and a stranger's
      // answer is none.
      case .failure(.noAnswer), .failure(.forged): self?.readAgain(name)
      case .failure(let error): self?.tell(.trouble(error))
      }
    }
  }

  private func leadsInward(_ name: String) -> Bool {
    !application.isEmpty && name.utf8.contains(UInt8(ascii: "."))
      && (try? PreferenceKey(name, of: application)).flatMap(PreferenceTable.entry) == nil
  }

  private func take(_ name: String, _ value: PreferenceValue?) {
    let before = told?[name]
    guard value != before else { return }
    told?[name] = value
    news.append(PreferenceNews(name: name, before: before, value: value))
  }

  private func tellNews() {
    guard !news.isEmpty else { return }
    let told = news
    news = []
    tell(.changed(told))
  }
}
