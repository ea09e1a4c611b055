import Glibc
import NightContract
import NightCore

/// The appearance that was last passed to the hooks of this session.
///
/// Hooks run again only if the appearance is different. The appearance is stored in the runtime
/// folder, so hooks run once at the start of each session.
struct GivenAppearance {
  private static let mostBytes = 4_096
  private static let complete = "complete"

  let snapshot: Snapshot
  /// Whether all hooks have run with this appearance; false during a run and after an interrupted
  /// run.
  var isComplete = false

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  var style: Style { snapshot.appearance.style }

  /// Reads the stored appearance; nil if hooks have not yet run in this session.
  init?(in folder: String) {
    guard let root = Self.file(in: folder).json(most: Self.mostBytes) else { return nil }
    let fields = JSONFields(root, textBytes: Self.mostBytes)
    var appearance = Appearance.blank
    guard let style = fields.string("style").flatMap(Style.init), appearance.read(fields) else {
      return nil
    }
    appearance.style = style
    snapshot = Snapshot(serial: 0, appearance: appearance)
    isComplete = fields.bool(Self.complete) ?? false
  }

  /// Whether another appearance looks the same as this one; if so, hooks need not run again.
  func looksLike(_ other: GivenAppearance) -> Bool {
    Paint(snapshot.appearance).looksLike(Paint(other.snapshot.appearance))
  }

  /// Stores the appearance if nightd's runtime folder exists; ignores errors.
  func save(in folder: String) {
    guard access(folder, W_OK) == 0 else { return }
    let complete = JSON.Member(name: Self.complete, value: .bool(isComplete))
    try? Self.file(in: folder).write(snapshot.json([complete]))
  }

  private static func file(in folder: String) -> UserFile {
    .own(folder + "/hooks.given")
  }
}
