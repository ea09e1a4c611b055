import Dispatch
import NightKit
import Testing

@Suite("Once a Night is let go of")
@MainActor
struct LettingGoTests {
  @Test("a handler on a queue that was busy meanwhile is not called any more")
  func queue() {
    let queue = DispatchQueue(label: "test")
    let lines = Lines()
    var preview: NightPreview? = NightPreview(.light)
    let subscription = preview?.night.observe(on: queue) { lines.add($0.style.rawValue) }
    queue.sync {}
    queue.suspend()
    preview?.show(.dark)
    preview = nil
    queue.resume()
    queue.sync {}
    #expect(lines.all == ["light"])
    _ = subscription
  }
}
