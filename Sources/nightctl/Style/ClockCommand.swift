import NightBus
import NightClient
import NightContract
import NightCore

/// The command `set --by-clock`.
struct ClockCommand: Command {
  let nightctl: Nightctl

  /// Looks up the present time in a table such as `07:00=light,19:30=dark`, and sets the style that
  /// the table has for this time.
  ///
  /// Does nothing if a hold, the schedule or the desktop decides the style.
  func set(_ text: String, _ invocation: Invocation) throws(Failure) {
    let table: ClockTable
    do throws(Flaw) {
      table = try ClockTable(text)
    } catch {
      throw invocation.usage(Self.flawed(error))
    }
    let time = LocalTime(now)
    guard let style = table.style(atMinute: time.minuteOfDay) else { return }
    let (before, after, lock) = try ask {
      (client) throws(ClientError) -> (Snapshot, Snapshot?, String?) in
      let before = try client.get()
      guard before.appearance.isOpenToClock else { return (before, nil, nil) }
      do throws(ClientError) {
        return (before, try client.call(.set, (Choice(style), .always)), nil)
      } catch .refused(.locked, let why) {
        return (before, nil, why)
      }
    }
    guard let after else {
      let message =
        lock.map(Self.isLocked) ?? Self.leftAlone(before.appearance)
      return try report(before, message, invocation)
    }
    let message =
      before == after
      ? Self.hadNothingToDo(style, time) : Self.did(style, time)
    try report(after, message, invocation)
  }

  private func report(
    _ snapshot: Snapshot,
    _ message: String,
    _ invocation: Invocation
  ) throws(Failure) {
    guard !invocation.has(.json) else { return try output.json(snapshot.json()) }
    try output.line(message)
  }

  // MARK: - Sentences

  private static func flawed(_ flaw: Flaw) -> String {
    "\(Excerpt(flaw.location?.description ?? "")) in --by-clock: \(flaw.message)"
  }

  private static func did(_ style: Style, _ time: LocalTime) -> String {
    "The clock says \(time.clock): the style is \(style.rawValue) now."
  }

  private static func hadNothingToDo(_ style: Style, _ time: LocalTime) -> String {
    "The clock says \(time.clock): the style is \(style.rawValue) already."
  }

  private static func isLocked(_ why: String) -> String { "Nothing was done: \(why)." }

  private static func leftAlone(_ appearance: Appearance) -> String {
    guard appearance.reason != .hold else {
      return "Nothing was done: a temporary hold keeps the style \(appearance.style.rawValue)."
    }
    return "Nothing was done: \(Messages.decider(appearance)) decides."
  }
}

extension Appearance {
  /// Whether `--by-clock` may set the style.
  ///
  /// `--by-clock` must not override a hold, the schedule, or a desktop that reports a preference
  /// for a style.
  fileprivate var isOpenToClock: Bool {
    guard reason != .choice else { return true }
    // A desktop that reports no preference does not decide the style, so `--by-clock` may set it.
    let isUndecided = reason == .fallback || (reason == .system && desktop == DesktopWord.none)
    return isUndecided && !isChosen
  }
}
