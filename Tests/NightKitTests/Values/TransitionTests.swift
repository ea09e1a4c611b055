import NightKit
import Testing

@Suite("A transition from one appearance to another")
struct TransitionTests {
  private let transition = Transition(from: .light, to: .dark)

  @Test("takes as long as the change advises")
  func advised() {
    #expect(transition.duration == .milliseconds(300))
    #expect(Transition(from: .light, to: .dark, duration: .seconds(1)).duration == .seconds(1))
    #expect(Transition(from: .light, to: .dark, duration: .seconds(-1)).duration == .zero)
  }

  @Test("takes no time where nothing changes")
  func still() { #expect(Transition(from: .dark, to: .dark).duration == .zero) }

  @Test("takes no time where motion is reduced, whatever was asked for")
  func reduced() {
    let still = Appearance(.dark, isMotionReduced: true)
    let transition = Transition(from: .light, to: still, duration: .seconds(1))
    #expect(transition.duration == .zero)
    #expect(transition.isOver(after: .zero))
    #expect(transition.appearance(after: .zero) == still)
  }

  @Test(
    "begins and ends with what it goes between, exactly",
    arguments: [
      (-1.0, Appearance.light), (0, .light), (1, .dark), (2, .dark), (.infinity, .dark),
      (.nan, .dark),
    ]
  )
  func ends(progress: Double, expected: Appearance) {
    #expect(transition.appearance(at: progress) == expected)
  }

  @Test("has every colour between both, in OKLab, and every number")
  func between() throws {
    let from = Theme("a", .light, colors: ["x": .white], numbers: ["gap": 2])
    let to = Theme("b", .dark, colors: ["x": .black], numbers: ["gap": 6])
    let transition = Transition(
      from: Appearance(.light, theme: from, accent: .white),
      to: Appearance(.dark, theme: to, accent: .black)
    )
    let half = transition.appearance(at: 0.5)
    // The grey that is seen as half way, which in sRGB is darker than 128.
    #expect(half.theme.color("x")?.text == "#636363")
    #expect(half.theme.number("gap") == 4)
    #expect(half.accent?.text == "#636363")
    #expect(half.style == .dark)
    #expect(half.theme.name == "b")
    for (name, color) in half.theme.colors {
      let ends = [transition.from.theme.color(name), transition.to.theme.color(name)]
      #expect(ends.allSatisfy { $0 == ends.first } || !ends.contains(color), "\(name)")
    }
  }

  @Test("goes on without a step back, slow at both ends")
  func monotone() {
    let steps = (0...300).map { transition.progress(after: .milliseconds($0)) }
    #expect(steps.first == 0)
    #expect(steps.last == 1)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
    #expect(steps[10] < 0.01)
    #expect(steps[150] == 0.5)
  }

  @Test("what only one theme has is not lost on the way")
  func onlyOne() {
    let from = Theme("a", .light, colors: ["old": .white])
    let to = Theme("b", .light, colors: ["new": .black])
    let half = Transition(from: Appearance(.light, theme: from), to: Appearance(.light, theme: to))
      .appearance(at: 0.5)
    #expect(half.theme.color("new") == .black)
    #expect(half.theme.color("old") == .white)
  }
}
