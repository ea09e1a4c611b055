import NightBus
import NightCore

/// A request to run a separate program that changes other programs' settings.
package struct ReactionOrder: Equatable, Sendable {
  /// The meaning of an exit code, as a message for people.
  package struct Verdict: Equatable, Sendable {
    package var message: String
    package var isFailure: Bool

    package init(_ message: String, isFailure: Bool) {
      self.message = message
      self.isFailure = isFailure
    }
  }

  /// The reaction's name for people; two reactions with the same name never run at the same time.
  package var lane: String
  /// The description of the program's systemd unit, as a sentence for people.
  package var purpose: String
  /// The program, as an absolute path, and its arguments.
  package var arguments: [String]
  package var environment: [String: String]
  package var limitMilliseconds: Int
  /// The meanings of some of the program's exit codes; of all other codes, only 0 is a success.
  package var verdicts: [Int32: Verdict]
  /// The kind of the program: one of nightd's helpers, or a program that runs the user's programs.
  package var kind: ProgramOrder.Kind
  /// The first word of the line with which the program asks a question; nil if it never asks.
  package var question: String?
  /// The first word of the line with which the program announces its end; the exit code follows.
  ///
  /// The word is nil if the program's end needs no announcement. An announcement is needed if the
  /// program may leave a process behind, because that process keeps the unit's output open.
  package var ending: String?

  package init(
    lane: String,
    purpose: String,
    arguments: [String],
    environment: [String: String] = [:],
    limitMilliseconds: Int = 30_000,
    verdicts: [Int32: Verdict] = [:],
    kind: ProgramOrder.Kind = .helper,
    question: String? = nil,
    ending: String? = nil
  ) {
    self.lane = lane
    self.purpose = purpose
    self.arguments = arguments
    self.environment = environment
    self.limitMilliseconds = limitMilliseconds
    self.verdicts = verdicts
    self.kind = kind
    self.question = question
    self.ending = ending
  }
}

/// One run of a reaction, from its start to its result.
final class Reaction {
  /// The maximum number of bytes of the program's output; a program that prints more is stopped.
  private static let mostBytes = 1 << 20
  /// How long nightd waits until a stopped program has ended; a limit is needed, because the
  /// service manager may hang.
  private static let haltMilliseconds = 5_000

  private let order: ReactionOrder
  private let time: Instant
  private let startedAt = Timer.now()
  private var run: ProgramRun?
  private var tail = OutputTail()
  private var limit: Timer?
  /// Why nightd stopped the program; nil if the program was not stopped.
  private var stopReason: ReactionReport.End?
  /// Why the program could not be started; reported in a later turn of the loop.
  private var failure: BusError?
  /// Splits the program's output into lines, to find its question or announced end; nil if not
  /// needed.
  private var lines: LineSplitter?
  private let onQuestion: ([String]) -> Void
  private let onEnd: (ReactionReport.Last) -> Void

  /// Starts the program; `onEnd` is called once with the result, after this initializer returns.
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
    lines = order.question == nil && order.ending == nil ? nil : LineSplitter()
    let program = ProgramOrder(
      name: order.lane,
      purpose: order.purpose,
      arguments: order.arguments,
      environment: order.environment,
      takesInput: order.question != nil || order.kind == .session,
      joinsErrors: order.kind == .helper,
      kind: order.kind,
      limitMilliseconds: order.limitMilliseconds,
      isOwnerUnit: isOwnerUnit
    )
    limit = loop.timer { [unowned self] in limitCame() }
    do throws(BusError) {
      run = try ProgramRun(
        program,
        on: connection,
        loop,
        onOutput: { [unowned self] in read($0) },
        onEnd: { [unowned self] in ended($0) }
      )
      limit?.set(milliseconds: order.limitMilliseconds)
    } catch {
      failure = error
      limit?.set(milliseconds: 0)
    }
  }

  /// Lets the program go on after nightd has ended, if it is able to; nightd no longer limits its
  /// time.
  func leave() {
    limit = nil
    run?.leave()
  }

  /// Answers the program's question; the answer may even be written before the question.
  func answer(_ word: String) { run?.write(word) }

  private func read(_ bytes: [UInt8]) {
    tail.append(bytes)
    for line in (lines?.append(bytes) ?? []).filter(isForNightd) {
      let words = line.split(separator: " ").map(String.init)
      guard words.first != order.ending else {
        lines = nil
        return saidEnd(words.last.flatMap { Int32($0) })
      }
      onQuestion(Array(words.dropFirst()))
    }
    guard tail.count > Self.mostBytes, stopReason == nil else { return }
    stop(.flood)
    run?.stopReading()
  }

  private func saidEnd(_ code: Int32?) {
    withExtendedLifetime(self) {
      limit = nil
      run?.leave()
      onEnd(last(code.map { .exited($0) } ?? .unknown))
    }
  }

  /// Whether a line of the program's output is its question or announced end.
  private func isForNightd(_ line: String) -> Bool {
    guard let word = line.split(separator: " ").first.map(String.init) else { return false }
    return word == order.question || word == order.ending
  }

  private func limitCame() {
    if let failure { return ended(.notStarted(failure)) }
    guard stopReason == nil else { return ended(.unknown) }
    stop(.tooLong)
  }

  private func stop(_ reason: ReactionReport.End) {
    stopReason = reason
    run?.halt()
    limit?.set(milliseconds: Self.haltMilliseconds)
  }

  private func ended(_ end: ProgramEnd) {
    // Keep this object alive during `onEnd`, because `onEnd` may release it.
    withExtendedLifetime(self) {
      limit = nil
      run?.stop()
      onEnd(last(end))
    }
  }

  /// The program's output, without the lines that are meant for nightd.
  private var output: String {
    tail.text.split(separator: "\n").filter { !isForNightd(String($0)) }.joined(separator: "\n")
  }

  private func last(_ end: ProgramEnd) -> ReactionReport.Last {
    var last = ReactionReport.Last(
      time: time,
      milliseconds: (Timer.now() &- startedAt) / 1_000_000,
      end: .unknown,
      isFailed: true,
      words: end.failure ?? "done",
      output: output
    )
    if let stopReason {
      last.end = stopReason
      last.words =
        stopReason == .flood
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
      if let verdict { last.words = verdict.message }
    case .killed(let signal):
      last.end = .killed
      last.code = signal
    case .unknown: break
    case .notStarted: last.end = .notStarted
    case .tooLong: last.end = .tooLong
    }
    return last
  }
}
