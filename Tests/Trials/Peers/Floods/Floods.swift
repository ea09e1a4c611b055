import NightBus
import TestSupport

/// Floods the daemon with clients that call without a pause and never read, beside an honest
/// client.
package struct Floods: Trial {
  package static let name = "two who ask and never read"
  package static let unit = "calls"

  /// How many calls the flooding clients make between two calls of the honest client.
  private static let burst = 500
  private static let timeout = Duration.seconds(10)
  /// The memory in KiB for messages that the bus has not read and for calls that wait, plus a
  /// reserve.
  private static let peak = 96 << 10
  private static let growth = 4_096

  private let calls: Int

  package init(calls: Int) { self.calls = calls }

  package func run() throws -> Tally {
    let desk = try Desk()
    let vitals = try Vitals(desk, "floods")
    let honest = try Caller(desk)
    _ = try honest.set("dark")
    var tally = Tally()
    var times: [Duration] = []
    do {
      let deaf = try (0..<2).map { _ in try RawClient(address: desk.bus.address) }
      while tally.count < calls {
        for number in 0..<Self.burst { deaf[number % 2].send(Self.call(number / 2)) }
        tally.count += Self.burst
        // Send only as much as the bus accepts now, because a real flooding client would not wait
        // either.
        for client in deaf { _ = client.pump(milliseconds: 0, reading: false) }
        let start = ContinuousClock.now
        _ = try honest.call(.style, "Get")
        times.append(.now - start)
      }
      for client in deaf {
        let deadline = ContinuousClock.now + Self.timeout
        while client.hasUnsent, ContinuousClock.now < deadline {
          _ = client.pump(milliseconds: 100, reading: false)
        }
        if client.hasUnsent { tally.note(.hang, "a flood is not taken to its end") }
      }
      _ = try honest.call(.style, "Get")
    }
    times.sort()
    if let last = times.last, last > Self.timeout { tally.note(.hang, "answered after \(last)") }
    if vitals.peakKilobytes > Self.peak, !Built.isSanitized {
      tally.note(.wrong, "\(vitals.peakKilobytes) KiB at the worst")
    }
    try vitals.check(&tally, style: "dark", growth: Self.growth, lines: 0)
    tally.remark = """
      an honest one waits \(Self.milliseconds(times[times.count / 2])) ms, at most \
      \(Self.milliseconds(times[times.count - 1])); \(vitals.peakKilobytes) KiB at most
      """
    return tally
  }

  private static func milliseconds(_ time: Duration) -> Double {
    (time / .milliseconds(1) * 10).rounded() / 10
  }

  private static func call(_ number: Int) -> RawMessage {
    var call = RawMessage(path: Caller.object.text, destination: Caller.night.text)
    switch number % 10 {
    case 0:
      call.interface = "org.freedesktop.DBus.Introspectable"
      call.member = "Introspect"
    case 1, 2, 3:
      // This call sets the current style, so the daemon replies without storing anything.
      call.interface = InterfaceName.control.text
      call.member = "Set"
      call.signature = "sa{sv}"
      call.body = Wire.body([.string("dark"), .options([])])
    default:
      call.interface = InterfaceName.style.text
      call.member = "Get"
    }
    return call
  }
}
