package import NightBus
import NightContract
package import NightCore

/// Follows the preferences of the desktop or of one application, as it sees them, through every
/// change, restart and absence of the daemon.
///
/// Works on the loop that its connection is attached to. Private keys are in no signal, and so not
/// here.
package final class PreferenceFollower {
  package struct Change: Equatable, Sendable {
    package let name: String
    /// Nil where no layer has one any more.
    package let value: PreferenceValue?
  }

  package enum News {
    /// All that there is; the first news of the first daemon, and no later one.
    case present([PreferenceValue.Member])
    /// What differs from what was told before, in the order of the names where it is several.
    case changed([Change])
    /// There is no daemon; what was told last is all that is known.
    case absent
    /// Something went wrong that following outlives; for a log.
    case trouble(ClientError)
  }

  private let application: String
  private let tell: (News) -> Void
  private var inquiry: Inquiry?
  private var told: [String: PreferenceValue]?
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

  /// Answers whether it could be read.
  private func readAll(_ values: [BusValue]) -> Bool {
    guard let reading = Client.Reading(readAll: values) else { return false }
    isCurrent = true
    guard let before = told else {
      told = [:]
      for member in reading.value { told?[member.name] = member.value }
      tell(.present(reading.value))
      return true
    }
    var after: [String: PreferenceValue] = [:]
    for member in reading.value { after[member.name] = member.value }
    let names = Set(before.keys).union(after.keys).sorted { $0.precedes($1) }
    take(names.map { Change(name: $0, value: after[$0]) })
    return true
  }

  private func heard(_ values: [BusValue]) {
    guard isCurrent, values.count == 3, let name = values[0].asString,
      let application = values[1].asString, let facts = values[2].asOptions
    else { return }
    if application == self.application {
      let value = facts["value"].map(PreferenceValue.init)
      // A newer daemon may know types that are not known here.
      if case .some(nil) = value { return }
      take([Change(name: name, value: value ?? nil)])
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
    inquiry?.ask(question) { [weak self] answer in
      switch answer {
      case .success(let values):
        guard case .variant(let inner)? = values.first, let value = PreferenceValue(inner) else {
          return self?.tell(.trouble(.unreadable("Read"))) ?? ()
        }
        self?.take([Change(name: name, value: value)])
      case .failure(.refused(.notSet, _)): self?.take([Change(name: name, value: nil)])
      // One that was only stopped for a while is asked for as long as it is there, and a stranger's
      // answer is none.
      case .failure(.noAnswer), .failure(.forged): self?.readAgain(name)
      case .failure(let error): self?.tell(.trouble(error))
      }
    }
  }

  private func take(_ changes: [Change]) {
    let news = changes.filter { $0.value != told?[$0.name] }
    guard !news.isEmpty else { return }
    for change in news { told?[change.name] = change.value }
    tell(.changed(news))
  }
}
