import Glibc
import NightBus
import TestSupport

/// Lets each system call of a start, including those of the dynamic loader, fail once with each
/// fault.
package struct StartFaults: Trial {
  package static let name = "every system call of a start fails"
  package static let unit = "faults"
  package static var skipReason: String? { Strace.spoilingSkipReason }

  private let step: Int

  package init(every step: Int = 1) { self.step = step }

  package func run() throws -> Tally {
    var tally = Tally()
    let desk = try Desk()
    try desk.home.write(Desk.intent("dark"), to: Desk.store)
    let record = try record(desk)
    // Before `main`, Swift's runtime reads the process's memory map. If this read fails, the
    // runtime ends the process without a message. The dynamic loader also ends the process without
    // a message if it gets no memory. No program can prevent these ends, so leave the calls out.
    let maps = Set(
      record.filter { $0.text.contains("/proc/self/maps") || $0.text.contains("/maps>") }
        .map { "\($0.name) \($0.ordinal)" }
    )
    for fault in Injection.all(of: record, every: step) {
      let isExcused =
        maps.contains("\(fault.call) \(fault.ordinal)") || CallKind(fault.call) == .runtime
      do {
        try check(fault, isExcused, desk, &tally)
      } catch {
        tally.note(.hang, "\(fault): \(error)")
      }
      tally.count += 1
    }
    return tally
  }

  private func launch(_ options: [String], _ desk: Desk) throws -> Program {
    try Program.start(
      "strace",
      ["-f", "-qq"] + options + [Built.nightd],
      environment: desk.environment
    )
  }

  private func record(_ desk: Desk) throws -> [RecordedCall] {
    let strace = try launch(["-y", "-o", desk.home.file("record")], desk)
    while try !strace.nextErrorLine().hasPrefix("nightd: ready: ") {}
    try desk.endOwner()
    _ = try strace.wait()
    let calls = RecordedCall.calls(in: desk.home.text("record") ?? "")
    let end = calls.firstIndex { $0.text.contains("nightd: ready: ") } ?? calls.endIndex
    // The call that writes the log line must not fail, because the line tells the trial that the
    // daemon is ready. This call's number varies, because libdbus gets a reply in one or more parts.
    let logs = calls.filter { $0.text.contains("poll([{fd=2") }.map(\.ordinal)
    return calls[..<end].filter { call in
      call.name != "poll" || !logs.contains { abs($0 - call.ordinal) <= 2 }
    }
  }

  private func check(
    _ fault: Injection,
    _ isExcused: Bool,
    _ desk: Desk,
    _ tally: inout Tally
  ) throws {
    let before = desk.home.text(Desk.store)
    let strace = try launch(fault.options, desk)
    defer { strace.killGroup() }
    var lines: [String] = []
    while let line = try strace.readErrorLine() {
      lines.append(line)
      if line.hasPrefix("nightd: ready: ") { break }
    }
    if lines.last?.hasPrefix("nightd: ready: ") == true {
      try checkServing(fault, strace, lines, desk, &tally)
      strace.killGroup()
      _ = try strace.wait()
      try desk.awaitNoOwner()
    } else {
      let exit = try strace.wait()
      let isKill = fault.effect == .kill && exit == .signalled(SIGKILL)
      var isPlain = exit != .exited(0) && lines.count == 1
      if case .signalled = exit { isPlain = false }
      if !isKill, !isPlain, !isExcused {
        tally.note(.death, "\(fault): \(exit): \(lines)")
      }
    }
    if desk.home.text(Desk.store) != before {
      tally.note(.lost, "\(fault): the store changed")
      try desk.home.write(Desk.intent("dark"), to: Desk.store)
    }
    let names = desk.home.list(Desk.storeFolder).filter { $0 != "intent.lock" }
    if names != ["intent.json"] { tally.note(.wrong, "\(fault): left behind: \(names)") }
  }

  /// A daemon that could not read its store must log this, and serve without the store.
  private func checkServing(
    _ fault: Injection,
    _ strace: Program,
    _ lines: [String],
    _ desk: Desk,
    _ tally: inout Tally
  ) throws {
    let answer = Result { try Caller(desk).call(.style, "Get").get().first?.asString }
    switch answer {
    case .success("dark"): break
    case .success("light") where lines.count > 1: break
    // Messages can arrive and threads can run in a different order in each run, so the failing call
    // may come only after the start. A daemon that loses its bus then must end with an error, and a
    // kill ends any daemon.
    case .failure where CallKind(fault.call) == .bus || fault.effect == .kill:
      let exit = try strace.wait()
      if fault.effect == .kill, exit == .signalled(SIGKILL) { break }
      if CallKind(fault.call) == .bus, exit == .exited(1), try !strace.readAllErrors().isEmpty {
        break
      }
      tally.note(.death, "\(fault): \(exit) after \(lines)")
    default: tally.note(.wrong, "\(fault): \(answer) after \(lines)")
    }
  }
}
