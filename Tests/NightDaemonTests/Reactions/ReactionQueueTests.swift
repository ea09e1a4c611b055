import NightDaemon
import Testing

@Suite("The order of reactions")
struct ReactionQueueTests {
  private static func order(_ lane: String, _ word: String = "/bin/true") -> ReactionOrder {
    ReactionOrder(lane: lane, purpose: "A reaction of the tests", arguments: [word])
  }

  /// A lane is a queue of reactions.
  ///
  /// Each step is either a new order for a lane (`lane:name`), or a lane whose reaction has ended.
  /// Each start is written as `lane:name`.
  @Test(
    "Programs that nightd runs in one lane run one after the other, and different lanes take turns",
    arguments: [
      (["a:1"], ["a:1"]),
      (["a:1", "a:2"], ["a:1"]),
      (["a:1", "a:2", "a:3", "a"], ["a:1", "a:3"]),
      (["a:1", "a:2", "a", "a:3", "a"], ["a:1", "a:2", "a:3"]),
      (["a:1", "a", "a:1"], ["a:1", "a:1"]),
      (["a:1", "b:1", "c:1", "d:1", "e:1"], ["a:1", "b:1", "c:1", "d:1"]),
      (
        ["a:1", "b:1", "c:1", "d:1", "f:1", "e:1", "f:2", "c"], ["a:1", "b:1", "c:1", "d:1", "f:2"]
      ),
      // An order that waits for its own lane does not delay other lanes.
      (["a:1", "a:2", "b:1"], ["a:1", "b:1"]),
      (
        ["a:1", "b:1", "c:1", "d:1", "a:2", "e:1", "b", "a"],
        ["a:1", "b:1", "c:1", "d:1", "e:1", "a:2"]
      ),
      // A withdrawn order does not run, but a later one does.
      (["a:1", "a:2", "-a", "a", "a:3"], ["a:1", "a:3"]),
    ] as [([String], [String])]
  )
  func lanes(steps: [String], started: [String]) {
    var queue = ReactionQueue()
    var told: [String] = []
    for step in steps {
      let parts = step.split(separator: ":").map(String.init)
      if parts.count == 2 {
        told += queue.ask(Self.order(parts[0], parts[1])).map { "\($0.lane):\($0.arguments[0])" }
      } else if step.hasPrefix("-") {
        queue.withdraw(String(step.dropFirst()))
      } else {
        told += queue.ended(step).map { "\($0.lane):\($0.arguments[0])" }
      }
    }
    #expect(told == started)
  }

  @Test("If one lane gets many requests, only the first and the last of them run")
  func flurry() {
    var queue = ReactionQueue()
    var started: [String] = []
    for number in 1...200 { started += queue.ask(Self.order("a", "\(number)")).map(\.arguments[0]) }
    #expect(queue.isRunning("a"))
    started += queue.ended("a").map(\.arguments[0])
    started += queue.ended("a").map(\.arguments[0])
    #expect(started == ["1", "200"])
    #expect(queue.skipped("a") == 198)
    #expect(!queue.isRunning("a"))
  }
}
