import Glibc
import NightBus
import TestSupport

/// One Set call during which one system call fails, and the checks after it.
struct SetFault {
  var tally = Tally()
  /// Whether the daemon still runs and answers.
  private(set) var isServing = false

  private let fault: String
  private let injection: Injection
  private let desk: Desk
  private let daemon: Program
  private let old: String
  private let new: String
  private let isGone: Bool

  private enum Answer {
    case done
    case refused(Refusal)
    case none
  }

  init(_ injection: Injection, _ ground: SetFaults.Ground, _ desk: Desk, _ daemon: Program) {
    fault = "\(ground), \(injection)"
    self.injection = injection
    self.desk = desk
    self.daemon = daemon
    isGone = ground == .noFolders
    // If there is no file, the daemon still has the style from its start.
    old = desk.storedStyle ?? (daemon.errorsSoFar.contains("style is dark") ? "dark" : "light")
    new = old == "light" ? "dark" : "light"
  }

  mutating func run() throws {
    let caller = try Caller(desk)
    let before = try caller.call(.style, "Get").get()
    let strace = try Strace.attach(injection.options, to: daemon)
    let answer: Answer
    do {
      switch try caller.set(new) {
      case .success: answer = .done
      // If the daemon has ended, the bus answers with one of these errors.
      case .failure(let refusal) where refusal.name.text.hasPrefix("org.freedesktop.DBus."):
        answer = .none
      case .failure(let refusal): answer = .refused(refusal)
      }
    } catch {
      answer = .none
    }
    try Strace.detach(strace)
    check(answer)
    if case .success(let after) = (try? caller.call(.style, "Get")) ?? .failure(Self.gone) {
      try checkAlive(answer, before, after, caller)
    } else {
      try checkEnd()
      isServing = false
    }
  }

  private static let gone = Refusal("org.nightd.Test.Gone", "")

  /// The reply must agree with the stored file, even if the daemon has ended.
  private mutating func check(_ answer: Answer) {
    let stored = desk.storedStyle
    if isGone, stored == nil, desk.home.text(Desk.store) == nil {
      if case .done = answer { tally.note(.lost, "\(fault): answered, but not stored") }
      return
    }
    if stored != old, stored != new {
      let text = desk.home.text(Desk.store) ?? "none"
      return tally.note(.lost, "\(fault): no whole store: \(text)")
    }
    switch answer {
    case .done: if stored != new { tally.note(.lost, "\(fault): answered, but not stored") }
    case .refused(let refusal):
      if refusal.name.text != "org.nightd.Night1.Error.NotDurable",
        CallKind(injection.call) == .disk
      {
        tally.note(.wrong, "\(fault): refused as \(refusal)")
      }
      if stored == new, !Self.isDoubt(refusal) {
        tally.note(.wrong, "\(fault): refused, but stored: \(refusal)")
      }
      if injection.effect == .error("EINTR"), CallKind(injection.call) == .disk {
        tally.note(.wrong, "\(fault): an interrupted call is asked again: \(refusal)")
      }
    case .none: break
    }
  }

  private static func isDoubt(_ refusal: Refusal) -> Bool {
    refusal.message.contains("did not confirm")
  }

  private mutating func checkAlive(
    _ answer: Answer,
    _ before: [BusValue],
    _ after: [BusValue],
    _ caller: Caller
  ) throws {
    isServing = true
    if case .none = answer {
      tally.note(.hang, "\(fault): no answer from a daemon that lives")
      isServing = false
    }
    // If a sync may have failed, the daemon rereads the file and signals the stored style before it
    // replies. Any other refusal must change nothing.
    if case .refused(let refusal) = answer, !Self.isDoubt(refusal), after != before {
      tally.note(.wrong, "\(fault): refused, and yet a change was told")
    }
    if after.first?.asString != desk.storedStyle ?? (isGone ? old : nil) {
      tally.note(.wrong, "\(fault): \(after.first as Any) in force, not what is stored")
    }
    let style = after.first?.asString == "light" ? "dark" : "light"
    let next = try? caller.set(style)
    // A daemon that has lost its connection for the portal serves readers until it ends, so check
    // that it ends.
    if case .failure(let refusal)? = next, refusal.message.hasPrefix("nightd is ending"),
      CallKind(injection.call) == .bus
    {
      isServing = false
      return try checkEnd()
    }
    if case .success? = next, desk.storedStyle == style {
    } else {
      tally.note(.wrong, "\(fault): the next set does not work")
      isServing = false
    }
    checkNames()
  }

  private mutating func checkEnd() throws {
    let exit = try daemon.wait()
    let lines = daemon.errorsSoFar.split(separator: "\n").filter { !$0.contains("style is") }
    switch (injection.effect, CallKind(injection.call)) {
    case (.kill, _) where exit == .signalled(SIGKILL): break
    case (.error, .bus) where exit == .exited(1) && !lines.isEmpty: break
    case (.error, .runtime): break
    default: tally.note(.death, "\(fault): \(exit): \(daemon.errorsSoFar)")
    }
    // Start the daemon again, because its start removes leftover files.
    let stored = desk.storedStyle
    let next = try desk.startDaemon()
    let style = try Caller(desk).call(.style, "Get").get().first?.asString
    if style != stored, stored != nil || !isGone {
      tally.note(.lost, "\(fault): after a start \(style ?? "nothing")")
    }
    checkNames()
    next.send(signal: SIGKILL)
    _ = try next.wait()
  }

  private mutating func checkNames() {
    let names = desk.storeLeftovers
    if !names.isEmpty { tally.note(.wrong, "\(fault): left behind: \(names)") }
  }
}
