import NightBus
import TestSupport

/// Lets three backends at random start, end, refuse, report invalid values, and change rapidly.
///
/// Whenever the backends stop changing for a while, the style must be that of the first backend, in
/// nightd's order, that reports a style.
package struct Desktops: Trial {
  package static let name = "the desktop's sources come, go, lie and flutter"
  package static let unit = "deeds"

  private static let order = ["kde", "gnome", "gtk"]
  private static let schemes: [(value: BusValue, word: String)] = [
    (.uint32(1), "dark"), (.uint32(2), "light"), (.uint32(0), "none"), (.uint32(7), "none"),
    (.string("dark"), "none"), (.variant(.uint32(1)), "dark"),
  ]
  private static let timeoutMilliseconds = 8_000

  private let deeds: Int
  private let seed: UInt64

  package init(deeds: Int, seed: UInt64 = 1) {
    self.deeds = deeds
    self.seed = seed
  }

  private final class Stage {
    var backends: [String: MadeUpBackend] = [:]
    /// The style that each backend reports; backends that refuse are left out.
    var words: [String: String] = [:]
  }

  package func run() throws -> Tally {
    let desk = try Desk()
    try desk.home.write(
      "{choice: 'system', system: {sources: ['kde', 'gnome', 'gtk']}}",
      to: ".config/nightd/config.json5"
    )
    let daemon = try desk.startDaemon()
    let loop = try Loop()
    let observer = try Observer(desk.bus.address, on: loop)
    let stage = Stage()
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    for deed in 0..<deeds {
      let said = try act(on: stage, desk, loop, &random)
      tally.count += 1
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let place = "seed \(seed), deed \(deed), \(said)"
      let source = Self.order.first { stage.words[$0] != nil } ?? ""
      let word = stage.words[source] ?? ""
      let expected = Observer.Facts(
        source: source,
        word: word,
        style: word == "dark" ? "dark" : "light"
      )
      let found = try observer.await(expected, milliseconds: Self.timeoutMilliseconds)
      if found != expected { tally.note(.wrong, "\(place): \(found), not \(expected)") }
      if let exit = daemon.exit { tally.note(.death, "\(place): it \(exit)") }
      guard tally.isClean else { break }
    }
    return tally
  }

  private func act(
    on stage: Stage,
    _ desk: Desk,
    _ loop: Loop,
    _ random: inout SplitMix64
  ) throws -> String {
    let name = Self.order[Int.random(in: 0..<Self.order.count, using: &random)]
    let scheme = Self.schemes[Int.random(in: 0..<Self.schemes.count, using: &random)]
    guard let backend = stage.backends[name] else {
      let isRefusing = Int.random(in: 0..<4, using: &random) == 0
      let behavior: MadeUpBackend.Behavior =
        isRefusing ? .refusing : .telling([("color-scheme", scheme.value)])
      let backend = try MadeUpBackend(desk.bus.address, on: loop, behavior)
      let owned = try BusName(checking: "org.freedesktop.impl.portal.desktop.\(name)")
      _ = try backend.connection?.request(owned, milliseconds: 10_000)
      stage.backends[name] = backend
      stage.words[name] = isRefusing ? nil : scheme.word
      return "\(name) comes with \(isRefusing ? "nothing" : scheme.word)"
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      backend.end()
      stage.backends[name] = nil
      stage.words[name] = nil
      return "\(name) goes"
    }
    let times = Int.random(in: 0..<8, using: &random) == 0 ? 200 : 1
    for turn in 0..<times {
      let value = turn == times - 1 ? scheme.value : .uint32(UInt32(turn % 3))
      backend.behavior = .telling([("color-scheme", value)])
      try backend.tell("color-scheme", value)
    }
    stage.words[name] = scheme.word
    return "\(name) tells \(scheme.word) after \(times - 1)"
  }
}
