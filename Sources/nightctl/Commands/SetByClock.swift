import NightClient
import NightCore

extension Nightctl {
  /// Sets what the clock says, unless something else than a fixed choice decides.
  func setByClock(_ text: String, _ invocation: Invocation) throws(Failure) {
    let table: ClockTable
    do throws(ClockTable.Flaw) {
      table = try ClockTable(text)
    } catch {
      throw .usage(Words.flawed(error), help: "set")
    }
    let time = LocalTime(now)
    guard let style = table.style(atMinute: time.minuteOfDay) else { return }
    let (before, after, lock) = try ask {
      (client) throws(ClientError) -> (Standing, Standing?, String?) in
      let before = try client.get()
      guard before.appearance.isOpenToClock else { return (before, nil, nil) }
      do throws(ClientError) {
        return (before, try client.set(Choice(style), .always), nil)
      } catch .refused(.locked, let why) {
        return (before, nil, why)
      }
    }
    guard let after else {
      let words = lock.map(Words.byClockLocked) ?? Words.byClockLeftAlone(before.appearance)
      return try say(before, words, invocation)
    }
    let words =
      before == after
      ? Words.byClockHadNothingToDo(style, time) : Words.byClockDid(style, time)
    try say(after, words, invocation)
  }

  private func say(
    _ standing: Standing,
    _ words: String,
    _ invocation: Invocation
  ) throws(Failure) {
    guard !invocation.has(.json) else { return try output.json(standing.json()) }
    try output.line(words)
  }
}

extension Appearance {
  /// A clock must not undo a hold, a schedule, or a desktop that has a preference.
  fileprivate var isOpenToClock: Bool {
    switch reason {
    case .choice: true
    case .fallback: !isChosen
    // A desktop without a preference decides nothing.
    case .system: !isChosen && desktop == DesktopWord.none
    case .hold, .schedule, .inhibit, .app: false
    }
  }
}
