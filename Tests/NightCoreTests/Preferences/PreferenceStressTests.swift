import NightCore
import Testing

@Suite("Preferences under stress")
struct PreferenceStressTests {
  /// Fails if the work takes too long; the limit is far above the usual time, but far below what
  /// quadratic growth would take.
  private func quickly(_ work: () -> Void) {
    let time = ProcessorTime.measure(work)
    #expect(time < .seconds(20), "\(time)")
  }

  @Test("If a file has 10,000 preferences, they are read and searched in a limited time")
  func wide() throws {
    let members = (0..<10_000).map { "k\($0): \($0)" }.joined(separator: ",")
    let text = "{app: {X: {\(members)}}}"
    quickly {
      let layers = Layers.made(user: text, [(nil, "app X *")])
      let preferences = Preferences(Intent(), layers)
      let keys = preferences.keys(of: "X")
      #expect(keys.count == 10_006)
      #expect(keys.count { preferences.value($0) == nil } == 10_000)
      #expect(preferences.findings.count == 101)
      #expect(preferences.news(since: Preferences(Intent(), Layers())).count == 101)
    }
  }

  @Test("1,024 locks, 1,024 keys and 1,024 edits are handled in a limited time")
  func many() throws {
    let members = "{" + (0..<1_024).map { "k\($0): 1" }.joined(separator: ",") + "}"
    let locks = (0..<1_024).map { "app Y k\($0).x" }.joined(separator: "\n")
    let intent = try Intent.made(set: "{app: {X: \(members)}}")
    let edits = try (0..<1_024).reversed().map {
      PreferenceEdit(try PreferenceKey("k\($0)", of: "X"), .integer(2))
    }
    quickly {
      let text = "{app: {X: \(members), Y: \(members)}}"
      let layers = Layers.made(user: text, [(text, locks), (text, locks)])
      var keeper = Keeper(intent, layers, at: .minute(0))
      #expect(keeper.preferences.keys(of: "X").allSatisfy { keeper.preferences.value($0) != nil })
      #expect(
        keeper.handle(.asked(.prefer(edits, ifRevision: nil), ReplyID(1)), at: .minute(1)).count
          == 1
      )
      let effects = keeper.succeed([.prefer(edits, ifRevision: nil)], at: .minute(2))
      guard case .preferencesChanged(let changes)? = effects.first else {
        Issue.record("nothing was told")
        return
      }
      #expect(changes.map(\.key.name) == (0..<1_024).reversed().map { "k\($0)" })
      #expect(keeper.handle(.layers(Layers()), at: .minute(3)).count == 1)
      #expect(keeper.preferences.findings(storedIn: "/s").isEmpty)
    }
  }

  @Test("The cost of an edit does not grow with the number of edits in a call")
  func names() throws {
    /// Use the shortest time of three runs, because other programs share the processor's caches.
    func cost(_ count: Int) throws -> Duration {
      let edits = try (0..<count).map {
        PreferenceEdit(try PreferenceKey("d.k\($0)", of: "X"), .integer(Int64($0)))
      }
      return try (0..<3).map { _ in
        var keeper = Keeper(Intent(), at: .minute(0))
        return try ProcessorTime.measure {
          let asked = Event.asked(.prefer(edits, ifRevision: nil), ReplyID(1))
          #expect(keeper.handle(asked, at: .minute(1)).count == 1)
          let effects = keeper.succeed([.prefer(edits, ifRevision: nil)], at: .minute(2))
          guard case .preferencesChanged(let changes)? = effects.first else {
            Issue.record("nothing was told")
            return
          }
          // There is one change for each name, and one for the dictionary.
          #expect(changes.count == count + 1)
          let last = try #require(changes.dropLast().last)
          #expect(last.found?.value == .integer(Int64(count - 1)))
        }
      }.min() ?? .zero
    }
    let few = try cost(1_024)
    let many = try cost(4_096)
    #expect(many / few < 8, "\(few) and \(many)")
  }

  @Test("If 1,024 applications each get a choice, this is handled in a limited time")
  func applications() throws {
    let edits = try (0..<1_024).map {
      PreferenceEdit(try PreferenceKey("choice", of: "app \($0)"), "dark")
    }
    quickly {
      var keeper = Keeper(Intent(), at: .minute(0))
      let asked = keeper.handle(.asked(.prefer(edits, ifRevision: nil), ReplyID(1)), at: .minute(1))
      #expect(asked.count == 1)
      let effects = keeper.succeed([.prefer(edits, ifRevision: nil)], at: .minute(2))
      #expect(effects.count == 1_026)
      #expect(keeper.preferences.applications.count == 1_024)
      // Without the applications' stored choices, the style of every application changes.
      #expect(keeper.handle(.found(Intent()), at: .minute(3)).count == 1_025)
    }
  }
}
