import NightCore
import Testing

/// Checks the tables of docs/system.md row by row: what each event does under each choice.
///
/// It is noon, and the schedule is light from 07:00 to 19:30. Before the event, the desktop has
/// sent light.
@Suite("Keeper: tables of docs/system.md")
struct KeeperRuleTests {
  private static let noon = Instant.minute(720)

  /// The state before the event.
  private enum Before: String, CaseIterable {
    case nobody = "nobody has chosen"
    case system
    case light
    case dark
    case schedule
    case held = "system, dark held for 2 hours"
    case heldSchedule = "schedule, dark held until 19:30"
    case locked = "light, locked"
    case inhibited = "schedule, with an inhibitor"

    var keeper: Keeper {
      let surroundings = { Surroundings(zone: .utc) }
      var keeper: Keeper
      switch self {
      case .nobody: keeper = Keeper(Intent(), at: noon, surroundings: surroundings)
      case .system, .light, .dark, .schedule:
        let choice = Choice(rawValue: rawValue) ?? .system
        keeper = Keeper(.chosen(choice, since: noon), at: noon, surroundings: surroundings)
      case .held:
        let hold = Hold(style: .dark, since: noon, end: noon.adding(microseconds: 7_200_000_000))
        keeper = Keeper(.chosen(.system, since: noon, hold: hold), at: noon)
      case .heldSchedule:
        let hold = Hold(style: .dark, since: noon, end: .minute(1_170))
        let intent = Intent.chosen(.schedule, since: noon, hold: hold)
        keeper = Keeper(intent, at: noon, surroundings: surroundings)
      case .locked:
        let layers = Layers.made([(config: "{choice: 'light'}", locks: "choice")])
        keeper = Keeper(Intent(), layers, at: noon)
      case .inhibited:
        keeper = Keeper(.chosen(.schedule, since: noon), at: noon, surroundings: surroundings)
        _ = keeper.handle(.inhibited(true), at: noon)
      }
      _ = keeper.handle(.desktop(.init(source: "gtk", style: .light)), at: noon)
      return keeper
    }
  }

  private static let events: [(name: String, event: Event)] = [
    ("`set light`", .asked(.style(.light), ReplyID(1))),
    ("`set dark`", .asked(.style(.dark), ReplyID(1))),
    ("`toggle`", .asked(.toggle(), ReplyID(1))),
    ("`set dark --for 1h`", .asked(.style(.dark, until: .seconds(3_600)), ReplyID(1))),
    ("`set schedule`", .asked(.choose(.schedule), ReplyID(1))),
    ("`set system`", .asked(.choose(.system), ReplyID(1))),
    ("`resume`", .asked(.resume, ReplyID(1))),
    ("the desktop's switch turns to dark", .desktop(.init(source: "gtk", style: .dark))),
    ("the desktop's switch goes from light to no preference", .desktop(.init(source: "gtk"))),
    ("the desktop's source leaves the bus", .desktop(nil)),
    ("the clock reaches 19:30", .moment),
  ]

  /// The style after the event, and its reason.
  private static func outcome(_ before: Before, _ event: Event) -> String {
    var keeper = before.keeper
    var now = noon
    if case .moment = event { now = .minute(1_170) }
    var pending = keeper.handle(event, at: now)
    var refusal: String?
    while let effect = pending.first {
      pending.removeFirst()
      switch effect {
      case .commit(let edits): pending += keeper.succeed(edits, at: now)
      case .refuse(_, let code, _): refusal = code.rawValue
      default: break
      }
    }
    if let refusal { return "refused: \(refusal)" }
    let shown = keeper.snapshot.appearance
    let style = shown.style.rawValue
    switch shown.reason {
    case .choice: return "\(style), chosen"
    case .hold:
      let end = shown.holdUntil.map { Zone.utc.civil(at: $0) }
      let minute = (end?.minute ?? 0) < 10 ? "0\(end?.minute ?? 0)" : "\(end?.minute ?? 0)"
      return "\(style) until \(end?.hour ?? 0):\(minute), then \(shown.choice.rawValue)"
    case .inhibit: return "\(style) while inhibited, then \(shown.choice.rawValue)"
    case .system: return "\(style), by the desktop"
    case .schedule: return "\(style), by the schedule"
    case .fallback, .app: return "\(style), by default"
    }
  }

  private static var tables: String {
    let held: [Before] = [.held, .heldSchedule, .locked, .inhibited]
    return table(Before.allCases.filter { !held.contains($0) }) + "\n" + table(held)
  }

  private static func table(_ states: [Before]) -> String {
    let names = states.map { "before: \($0.rawValue)" }
    let rows = events.map { name, event in row([name] + states.map { outcome($0, event) }) }
    return ([row(["event"] + names), row(["---"] + names.map { _ in "---" })] + rows)
      .joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  @Test("The tables of docs/system.md match the Keeper's behaviour")
  func manual() throws {
    try Manual(page: "system.md", part: "rule").expect(Self.tables)
  }
}
