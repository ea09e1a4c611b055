import NightBus
import TestSupport

/// Makes many random calls at the same time, and checks that each reply is allowed.
final class FuzzRound {
  private static let timeout = Duration.seconds(10)
  private static let spaces = ["org.nightd.Night1.Error.", "org.freedesktop.DBus.Error."]

  private let client: RawClient
  private let seed: UInt64
  private let members: Members
  /// The number of each call that still waits for a reply; the key is the call's serial.
  private var waiting: [UInt32: Int] = [:]
  private var lastSerial: UInt64 = 0
  private(set) var refused = 0
  var tally = Tally()

  init(_ client: RawClient, seed: UInt64, _ members: Members) {
    self.client = client
    self.seed = seed
    self.members = members
  }

  var unanswered: [Int] { waiting.values.sorted() }

  /// Returns when each call that wants a reply has got one, or after a fatal fault.
  func call(_ numbers: Range<Int>, window: Int) throws {
    var next = numbers.lowerBound
    var deadline = ContinuousClock.now + Self.timeout
    while next < numbers.upperBound || !waiting.isEmpty || client.hasUnsent {
      while next < numbers.upperBound, waiting.count < window {
        send(next)
        next += 1
      }
      let replies = client.pump(milliseconds: 1_000)
      for reply in replies { check(reply) }
      if !replies.isEmpty { deadline = .now + Self.timeout }
      let place = "seed \(seed), the first of calls \(unanswered.prefix(20))"
      guard !client.isCutOff else { return tally.note(.wrong, "\(place): the bus hung up") }
      guard tally.count(of: .death) == 0 else { return }
      guard ContinuousClock.now < deadline else { return tally.note(.hang, place) }
    }
    // When the reply to this call arrives, the daemon has handled all earlier calls.
    let last = client.send(
      RawMessage(
        path: "/",
        interface: "org.freedesktop.DBus.Peer",
        member: "Ping",
        destination: Caller.night.text
      )
    )
    waiting[last] = -1
    deadline = .now + Self.timeout
    while waiting[last] != nil, !client.isCutOff {
      guard ContinuousClock.now < deadline else { return tally.note(.hang, "seed \(seed): no end") }
      for reply in client.pump(milliseconds: 1_000) { check(reply) }
    }
    tally.count += numbers.count
  }

  private func send(_ number: Int) {
    let call = WildCall(seed: seed, number: number, members, destination: Caller.night.text)
    let descriptors = [Int32](repeating: 0, count: call.descriptors)
    let serial = client.send(call.message, descriptors: descriptors)
    if call.wantsAnswer { waiting[serial] = number }
  }

  private func check(_ reply: RawReply) {
    guard let serial = reply.replySerial else { return }
    guard let number = waiting.removeValue(forKey: serial) else {
      return tally.note(.wrong, "seed \(seed): an answer to \(serial), which wants none")
    }
    let place = "seed \(seed), call \(number)"
    guard let name = reply.errorName else { return checkAnswer(reply, place) }
    refused += 1
    if name == "org.freedesktop.DBus.Error.NoReply" {
      waiting[serial] = number
      return tally.note(.death, "\(place): nobody left to answer")
    }
    let isNamed = Self.spaces.contains { name.hasPrefix($0) }
    if !isNamed || reply.text?.isEmpty ?? true || reply.body.count > 20_000 {
      tally.note(.wrong, "\(place): refused with \(name): \(reply.text?.prefix(200) ?? "nothing")")
    }
  }

  /// A style in a reply must be valid, and its serial must not be lower than that of an earlier
  /// reply.
  private func checkAnswer(_ reply: RawReply, _ place: String) {
    guard reply.kind == .answer else { return tally.note(.wrong, "\(place): no answer") }
    guard reply.signature == "sta{sv}", let style = reply.text else { return }
    let serial = reply.number64(at: (style.utf8.count + 12) / 8 * 8)
    if !["light", "dark"].contains(style) || serial < lastSerial {
      tally.note(.wrong, "\(place): \(style) \(serial) after \(lastSerial)")
    }
    lastSerial = max(lastSerial, serial)
  }
}
