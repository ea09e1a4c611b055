import NightCore
import Testing

/// Makes random preferences for the walk, and checks them.
extension KeeperWalk {
  static let applications = ["X", "é", "e\u{301}"]
  static let choice = key("choice")

  private static func key(_ name: String, _ application: String = "") -> PreferenceKey {
    guard let key = try? PreferenceKey(name, of: application) else {
      preconditionFailure("\(name) is a key")
    }
    return key
  }

  private static let values: [(name: String, values: [PreferenceValue])] = [
    ("fade", [0, 300]), ("choice", ["dark", "light", "follow"]), ("a", [1, "é", "e\u{301}"]),
    ("d", [.dictionary([]), .dictionary([.init(name: "b", value: 1)])]), ("d.b", [1, 2]),
    ("d.c", [1]), ("theme.dark", ["sand", "sea"]), ("theme.light", ["dawn"]),
    ("theme", [.dictionary([]), .dictionary([.init(name: "dark", value: "sand")])]),
  ]

  private mutating func edit() -> PreferenceEdit {
    let isTaken = Int.random(in: 0..<3, using: &random) == 0
    let application = Self.applications.randomElement(using: &random) ?? "X"
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return PreferenceEdit(Self.choice, nil)
    case 1: return PreferenceEdit(forgetting: application)
    case 2: return PreferenceEdit(Self.key("theme.dark"), isTaken ? nil : "sand")
    case 3, 4: return PreferenceEdit(Self.key("fade"), isTaken ? nil : 40)
    default:
      let (name, values) = Self.values.randomElement(using: &random) ?? ("a", [1])
      return PreferenceEdit(
        Self.key(name, application),
        isTaken ? nil : values.randomElement(using: &random)
      )
    }
  }

  mutating func preference() -> Demand {
    guard Int.random(in: 0..<6, using: &random) > 0 else {
      let choice = ApplicationChoice.allCases.randomElement(using: &random) ?? .dark
      let isOfTheme = Int.random(in: 0..<4, using: &random) == 0
      return isOfTheme ? .noThemes(application: "X") : .choice(choice, application: "X")
    }
    let edits = (0..<Int.random(in: 1...5, using: &random)).map { _ in edit() }
    let revision = max(keeper.durable.revision - .random(in: 0...1, using: &random), 0)
    return .prefer(edits, ifRevision: Bool.random(using: &random) ? revision : nil)
  }

  mutating func somePreferences() -> StoredPreferences {
    keeper.durable.preferences.applying((0..<3).map { _ in edit() })
  }

  mutating func someLayers() -> Layers {
    let user: [String?] = [
      nil, "{choice: 'dark', fade: 7}", "{fade: 'x', app: {X: {choice: 'light', d: {b: 5}}}}",
      "{theme: {dark: 'sea'}, app: {'é': {fade: 9, a: 3}, 'e\u{301}': {a: 4}}}", "{",
      "{app: {X: {theme: {dark: 'sea', light: 'dawn'}}, 'é': {theme: {dark: 'sand'}}}}",
    ]
    let systems: [(config: String?, locks: String?)] = [
      (nil, nil), ("{choice: 'light', fade: 8}", "fade"), (nil, "choice"),
      ("{app: {X: {d: {b: 6}, fade: 3}}}", "app X d.b\napp X fade"), ("{choice: 'dark'}", "*"),
      ("{app: {X: {theme: {dark: 'sea'}}}}", "app X theme.dark"), ("{}", "theme.light"),
    ]
    let some = (0..<2).compactMap { _ in systems.randomElement(using: &random) }
    return .made(user: user.randomElement(using: &random) ?? nil, some, after: keeper.layers)
  }
}

/// Compares the announced preferences with the values before and after an event.
struct PreferenceTelling {
  private let before: Preferences
  private let after: Preferences
  private let told: [PreferenceChange]
  private let choices: [String]

  init(_ before: Preferences, _ after: Preferences, _ effects: [Effect]) {
    self.before = before
    self.after = after
    told = effects.flatMap { effect -> [PreferenceChange] in
      if case .preferencesChanged(let changes) = effect { changes } else { [] }
    }
    choices = effects.compactMap { effect in
      if case .applicationChanged(let application, _) = effect { application } else { nil }
    }
  }

  /// Checks the announcements, and returns their number.
  func hold(named edits: [IntentEdit], isAnyNews: Bool) -> Int {
    guard isAnyNews else {
      #expect(told.isEmpty && choices.isEmpty)
      return 0
    }
    #expect(Set(told.map(\.key)).count == told.count)
    for change in told {
      #expect(change.found == after.found(change.key))
      #expect(change.found?.value != before.value(change.key))
    }
    let all = ([""] + KeeperWalk.applications).flatMap { before.keys(of: $0) + after.keys(of: $0) }
    let outermost = Set(all.filter(isNews))
    #expect(Set(told.map(\.key)).subtracting(outermost).allSatisfy { $0.parts.count > 1 })
    #expect(outermost.isSubset(of: Set(told.map(\.key))))
    var applications: [[UInt8]] = []
    for key in told.map(\.key) where !key.isOfDesktop {
      let application = Array(key.application.utf8)
      guard key.name == "choice" || key.isThemeSlot, !applications.contains(application) else {
        continue
      }
      applications.append(application)
    }
    let told = choices.map { Array($0.utf8) }
    #expect(Array(told.prefix(applications.count)) == applications)
    // An application's own theme may be the same as the desktop's, in which case no value changes.
    let others = KeeperWalk.applications.filter { application in
      before.themes(of: application) != after.themes(of: application)
        && !applications.contains(Array(application.utf8))
    }
    #expect(told.count == applications.count + others.count)
    #expect(Set(told.dropFirst(applications.count)) == Set(others.map { Array($0.utf8) }))
    holdOrder(edits)
    return self.told.count
  }

  private func isNews(_ key: PreferenceKey) -> Bool {
    guard before.value(key) != after.value(key) else { return false }
    guard !key.isOfDesktop else { return key.name != "choice" }
    // If the application follows the desktop's value both before and after the event, its value is
    // not announced separately.
    guard key.name == "fade" || key.isThemeSlot, let all = try? PreferenceKey(key.name) else {
      return true
    }
    let isOwn = before.found(key)?.isOwn == true || after.found(key)?.isOwn == true
    return isOwn || before.value(key) != before.value(all) || after.value(key) != after.value(all)
  }

  /// The requested keys come first, in the order of the request.
  private func holdOrder(_ edits: [IntentEdit]) {
    var named: [PreferenceKey] = []
    for case .prefer(let changes, _) in edits {
      for change in changes {
        guard case .key(let key) = change.subject else { return }
        if !named.contains(key) { named.append(key) }
      }
    }
    let keys = told.map(\.key)
    let first = named.filter(keys.contains)
    #expect(Array(keys.prefix(first.count)) == first)
  }
}
