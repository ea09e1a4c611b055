import Glibc
import NightBus
import TestSupport

/// Kills the daemon while eight clients change preferences in a full store.
package struct PreferenceKills: Trial {
  package static let name = "kill -9 among eight writers of preferences"
  package static let unit = "kills"

  /// The highest number of keys that an application may have.
  static let keys = 4096
  private static let life = 200

  private let rounds: Int
  private let seed: UInt64

  package init(rounds: Int, seed: UInt64 = 1) {
    self.rounds = rounds
    self.seed = seed
  }

  package func run() throws -> Tally {
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let desk = try Desk()
    var held = try fill(desk, &tally)
    var answers = 0
    for round in 1...rounds {
      let daemon = try desk.startDaemon()
      let writers = try PreferenceWriters(desk, held)
      // The time until the kill is random, so that kills come at different moments of a commit.
      let life = Self.life + Int.random(in: -20...20, using: &random)
      try writers.write(milliseconds: life) { daemon.send(signal: SIGKILL) }
      guard try daemon.wait() == .signalled(SIGKILL) else {
        tally.note(.death, "round \(round): the daemon ended by itself: \(daemon.errorsSoFar)")
        continue
      }
      tally.count += 1
      answers += writers.answers
      held = check(desk, writers, held, &tally, "seed \(seed), round \(round)")
    }
    tally.remark = "\(answers) answered writes among \(Self.keys) keys"
    if answers == 0 { tally.note(.wrong, "nothing was ever written") }
    try checkStart(desk, held, &tally)
    return tally
  }

  /// Writes all keys in a single call.
  private func fill(_ desk: Desk, _ tally: inout Tally) throws -> [Int64] {
    let daemon = try desk.startDaemon()
    let held = (0..<Self.keys).map(Int64.init)
    let edits = held.indices.map { PreferenceWriters.edit($0, held[$0]) }
    let answer = try Caller(desk).call(
      .control,
      "Write",
      [.array(PreferenceWriters.editType, edits), .options([])]
    )
    if case .failure(let refusal) = answer { tally.note(.wrong, "not filled: \(refusal)") }
    daemon.send(signal: SIGTERM)
    if try daemon.wait() != .exited(0) { tally.note(.death, daemon.errorsSoFar) }
    return held
  }

  /// Checks that the file has, for each key, the value of the last reply or a later one.
  private func check(
    _ desk: Desk,
    _ writers: PreferenceWriters,
    _ held: [Int64],
    _ tally: inout Tally,
    _ place: String
  ) -> [Int64] {
    let stored = Self.stored(desk)
    guard stored.count == Self.keys else {
      tally.note(.lost, "\(place): \(stored.count) keys are left of \(Self.keys)")
      return held
    }
    for index in held.indices {
      let allowed = writers.answered[index]...writers.asked[index]
      guard let value = stored[index], allowed.contains(value) else {
        tally.note(
          .lost,
          "\(place): \(allowed) was written to key \(index), \(stored[index] ?? -1) is there"
        )
        continue
      }
    }
    return held.indices.map { stored[$0] ?? held[$0] }
  }

  /// The values of the keys in the file, by the numbers of the keys.
  private static func stored(_ desk: Desk) -> [Int: Int64] {
    var stored: [Int: Int64] = [:]
    for line in (desk.home.text(Desk.store) ?? "").split(separator: "\n") {
      let words = line.split { " \",:".contains($0) }
      guard words.count == 2, words[0].hasPrefix("k"), let index = Int(words[0].dropFirst()),
        let value = Int64(words[1])
      else { continue }
      stored[index] = value
    }
    return stored
  }

  private func checkStart(_ desk: Desk, _ held: [Int64], _ tally: inout Tally) throws {
    let daemon = try desk.startDaemon()
    let answer = try Caller(desk).call(.preferences, "ReadAll", [.string(PreferenceWriters.app)])
    let values = (try? answer.get())?.first?.asOptions
    for index in held.indices {
      let value = values?[PreferenceWriters.name(index)]
      if value != .int64(held[index]) {
        tally.note(.lost, "after a start key \(index) is \(String(describing: value))")
      }
    }
    let known = ["intent.json", "intent.json.last", "intent.lock"]
    let names = desk.home.list(Desk.storeFolder).filter { !known.contains($0) }
    if !names.isEmpty { tally.note(.wrong, "left behind: \(names)") }
    daemon.send(signal: SIGTERM)
    if try daemon.wait() != .exited(0) { tally.note(.death, "told to end: \(daemon.errorsSoFar)") }
  }
}
