import Dispatch
import NightKit
import Observation
import Testing

@Suite("Observation")
@MainActor
struct ObservationTests {
  private let preview = NightPreview(.light)
  private let calls = HandlerCalls()

  /// Reads the value again after each announcement, as a view does.
  ///
  /// The closure traps if it is called outside the main actor.
  private func track<Value>(_ value: @escaping @MainActor @Sendable () -> Value) {
    let calls = calls
    withObservationTracking {
      calls.add("\(value())")
    } onChange: {
      MainActor.assumeIsolated { track(value) }
    }
  }

  @Test("If a reader is on the main actor, it is notified there once of each change")
  func once() {
    let night = preview.night
    track { night.style }
    preview.show(.dark)
    preview.show(.light)
    #expect(calls.all == ["light", "dark", "light"])
  }

  @Test("If several properties change together, their reader is notified only once")
  func several() {
    let night = preview.night
    track { "\(night.style) \(night.theme.name) \(night.source)" }
    preview.show(.dark)
    #expect(calls.all == ["light daylight preview", "dark midnight preview"])
  }

  @Test("A reader of preferences is notified once of each change")
  func preferences() async throws {
    let night = try NightPreview(.light, application: "org.example.Editor").night
    let width = PreferenceKey("tab-width", default: 4)
    track { night.preferences[width] }
    try await night.preferences.set(8, for: width)
    #expect(calls.all == ["4", "8"])
  }

  @Test("A reader of one preference is not notified when another preference changes")
  func unrelated() async throws {
    let night = try NightPreview(.light, application: "org.example.Editor").night
    let width = PreferenceKey("window.width", default: 4)
    track { night.preferences[width] }
    try await night.preferences.set(.bool(true), for: "wrap")
    try await night.preferences.set(.dictionary(["height": .integer(2)]), for: "window")
    #expect(calls.all == ["4"])
    try await night.preferences.set(
      .dictionary(["height": .integer(2), "width": .integer(9)]),
      for: "window"
    )
    #expect(calls.all == ["4", "9"])
  }

  @Test("A reader on another thread is notified on the thread that made the change")
  func elsewhere() async {
    let night = preview.night
    let styles = AsyncStream<Style>.makeStream()
    DispatchQueue(label: "reader").sync {
      withObservationTracking {
        _ = night.style
      } onChange: {
        styles.continuation.yield(night.style)
      }
    }
    preview.show(.dark)
    var reader = styles.stream.makeAsyncIterator()
    #expect(await reader.next() == .dark)
  }
}

extension OneBus {
  @Suite("Observation with a real daemon", .serialized)
  @MainActor
  struct ObservationWithDaemonTests {
    @Test("A reader on the main actor is notified there, exactly once, of each of many changes")
    func everyChange() async throws {
      let desktop = try Desktop()
      try desktop.start()
      let night = Night()
      let calls = HandlerCalls()
      @Sendable func track() {
        MainActor.assumeIsolated {
          withObservationTracking {
            calls.add(night.style.rawValue)
          } onChange: {
            track()
          }
        }
      }
      track()
      var expected = ["light"]
      for style in [Style.dark, .light, .dark, .light, .dark] {
        try await night.desktop.set(style)
        expected.append(style.rawValue)
        // The announcement may still be on its way to the main actor, so wait for it.
        while calls.all.count < expected.count { await Task.yield() }
      }
      #expect(calls.all == expected)
    }
  }
}
