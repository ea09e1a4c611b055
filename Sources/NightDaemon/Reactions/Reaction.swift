import NightBus
import NightCore
import NightValues

/// One run of a reaction, from its start to what is told of it.
final class Reaction {
  /// A reader of the bus has other things to do than to read what nobody will.
  private static let mostBytes = 1 << 20
  /// What a program that is stopped may take, and then a manager that hangs is not waited for.
  private static let haltMilliseconds = 5_000

  private let order: ReactionOrder
  private let time: Instant
  private let startedAt = Timer.now()
  private var run: ProgramRun?
  private var tail = OutputTail()
  private var limit: Timer?
  /// Why it was stopped, if it was.
  private var stopped: ReactionReport.End?
  /// Looks for the question; nil once it was asked, or if there is none.
  private var questions: LineSplitter?
  private let onQuestion: ([String]) -> Void
  private let onEnd: (ReactionReport.Last) -> Void

  /// Calls once with what became of it, never before this returns.
  init(
    _ order: ReactionOrder,
    on connection: Connection,
    _ loop: Loop,
    isOwnerUnit: Bool,
    at time: Instant,
    onQuestion: @escaping ([String]) -> Void,
    onEnd: @escaping (ReactionReport.Last) -> Void
  ) {
    self.order = order
    self.time = time
    self.onQuestion = onQuestion
    self.onEnd = onEnd
    questions = order.question.map { _ in LineSplitter() }
    let program = ProgramOrder(
      name: order.lane,
      purpose: order.purpose,
      words: order.words,
      script: order.script,
      environment: order.environment,
      takesInput: order.question != nil,
      joinsErrors: true,
      limitMilliseconds: order.limitMilliseconds,
      isOwnerUnit: isOwnerUnit
    )
    limit = loop.timer { [unowned self] in limitCame() }
    do throws(BusError) {
      run = try ProgramRun(
        program,
        on: connection,
        loop,
        onOutput: { [unowned self] in take($0) },
        onEnd: { [unowned self] in ended($0) }
      )
      limit?.set(milliseconds: order.limitMilliseconds)
    } catch {
      failure = error
      limit?.set(milliseconds: 0)
    }
  }

  private var failure: BusError?

  /// Lets it end by itself, where it can.
  func leave() {
    limit = nil
    run?.leave()
  }

  /// Answers its question, now or before it asks.
  func answer(_ word: String) { run?.write(word) }

  private func take(_ bytes: [UInt8]) {
    tail.take(bytes)
    if let asked = questions?.take(bytes).first(where: isQuestion) {
      questions = nil
      onQuestion(asked.split(separator: " ").dropFirst().map(String.init))
    }
    guard tail.count > Self.mostBytes, stopped == nil else { return }
    stop(.flood)
    run?.goDeaf()
  }

  private func isQuestion(_ line: String) -> Bool {
    line.split(separator: " ").first.map(String.init) == order.question
  }

  private func limitCame() {
    if let failure { return ended(.notStarted(failure)) }
    guard stopped == nil else { return ended(.unknown) }
    stop(.tooLong)
  }

  private func stop(_ why: ReactionReport.End) {
    stopped = why
    run?.halt()
    limit?.set(milliseconds: Self.haltMilliseconds)
  }

  private func ended(_ end: ProgramEnd) {
    // Its end may let this go.
    withExtendedLifetime(self) {
      limit = nil
      run?.stop()
      onEnd(last(end))
    }
  }

  /// What it said, without its question.
  private var output: String {
    tail.text.split(separator: "\n").filter { !isQuestion(String($0)) }.joined(separator: "\n")
  }

  private func last(_ end: ProgramEnd) -> ReactionReport.Last {
    var last = ReactionReport.Last(
      time: time,
      milliseconds: (Timer.now() &- startedAt) / 1_000_000,
      end: .unknown,
      isFailed: true,
      words: Messages.reactionEnded(end),
      output: output
    )
    if let stopped {
      last.end = stopped
      last.words =
        stopped == .flood
        ? Messages.reactionFlooded(Self.mostBytes)
        : Messages.reactionTooLong(order.limitMilliseconds)
      return last
    }
    switch end {
    case .exited(let code):
      let verdict = order.verdicts[code]
      last.end = .exited
      last.code = code
      last.isFailed = verdict?.isFailure ?? (code != 0)
      if let verdict { last.words = verdict.words }
    case .killed(let signal):
      last.end = .killed
      last.code = signal
    case .unknown: break
    case .notStarted: last.end = .notStarted
    }
    return last
  }
}
