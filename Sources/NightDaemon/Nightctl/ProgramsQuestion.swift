import NightBus
import NightCore
import NightPrograms

/// Asks running programs which style they show, to find out whether a program or a person has set
/// the desktop's switch.
///
/// When nightctl tells a desktop shell a style, the shell writes the style into the desktop's
/// settings; some shells wait a second first. If the shell shows a style other than the last one
/// that nightctl told it, a person has used the shell's own switch.
final class ProgramsQuestion {
  /// The time, in milliseconds, for which a shell may still show the earlier style after it was told
  /// the new one.
  ///
  /// DankMaterialShell waits 100 ms before it changes its mode.
  private static let settleMilliseconds = 200

  private let core: Core
  private let start: (Reactions.Handlers) -> Void
  /// Whether nightctl is about to tell programs the style, or is telling it now.
  private let isTelling: () -> Bool
  private var timer: Timer?
  private var isDue = false
  private var areTold = false
  private var lastTelling: UInt64?

  /// `start` starts nightctl, which asks the programs and prints their answer.
  init(
    _ core: Core,
    isTelling: @escaping () -> Bool,
    start: @escaping (Reactions.Handlers) -> Void
  ) {
    self.core = core
    self.isTelling = isTelling
    self.start = start
    timer = core.loop.timer { [unowned self] in proceed() }
  }

  func ask() {
    isDue = true
    areTold = !isTelling()
    proceed()
  }

  /// Called when nightctl has told the style to all programs.
  func told() {
    lastTelling = Timer.now()
    proceed()
  }

  /// Asks the programs which style they show, as soon as all of them have been told the style in
  /// effect.
  func proceed() {
    guard isDue, !isTelling() else { return }
    let passed = lastTelling.map { Int((Timer.now() &- $0) / 1_000_000) } ?? Int.max
    guard passed >= Self.settleMilliseconds else {
      timer?.set(milliseconds: Self.settleMilliseconds - passed)
      return
    }
    isDue = false
    // If nightctl prints no answer, assume that a program has set the desktop's switch.
    var answer = ProgramsAnswer.silent(areTold: false)
    start(
      Reactions.Handlers(
        onQuestion: { [areTold] words in
          switch words.first {
          case RunnerProtocol.none: answer = .none
          case RunnerProtocol.unknown: answer = .silent(areTold: areTold)
          case let word?: answer = Style(rawValue: word).map(ProgramsAnswer.shown) ?? answer
          case nil: break
          }
        },
        onEnd: { [core] _ in core.handle(.programsAnswered(answer)) }
      )
    )
  }
}
