import NightCore
import NightStore

/// The result of each hook's last run, stored in `hooks.json` in the state folder.
struct HookLog {
  /// The maximum number of hooks whose results are kept.
  private static let mostHooks = 1_000
  private static let mostBytes = 16 << 20

  /// The last run of one hook.
  struct Entry: Equatable, Record {
    var path = ""
    var time: Instant
    var milliseconds: UInt64 = 0
    /// Whether the hook could not start, ended with a code other than 0, or was stopped.
    var isFailed = false
    /// How the hook ended, in words such as `done` or `ended with code 1`.
    var end = ""
    /// The last lines of the hook's output.
    var output = ""

    static let blank = Entry(time: Instant(microseconds: 0))

    mutating func visit(_ fields: inout Fields) {
      fields.required("time", &time)
      fields.field("milliseconds", &milliseconds)
      fields.field("failed", &isFailed)
      fields.required("end", &end)
      fields.field("output", &output)
    }
  }

  private let file: UserFile
  private(set) var entries: [Entry] = []
  /// Whether `hooks.json` could be read.
  ///
  /// If `hooks.json` could not be read, no result is stored, because the new file would lack the
  /// results of other hooks.
  private var isReadable = true

  init(in folder: String) {
    file = .own(folder + "/hooks.json")
    do throws(Failure) { _ = try file.bytes() } catch { isReadable = false }
    for member in file.json(most: Self.mostBytes)?.members ?? [] {
      let fields = JSONFields(member.node, textBytes: Self.mostBytes)
      guard var entry = Entry(reading: fields) else { continue }
      entry.path = member.name
      entries.append(entry)
    }
  }

  func entry(_ path: String) -> Entry? { entries.last { $0.path == path } }

  /// Adds a hook's result, which replaces the hook's earlier result.
  mutating func add(_ entry: Entry) {
    entries.removeAll { $0.path == entry.path }
    entries.append(entry)
    if entries.count > Self.mostHooks { entries.removeFirst(entries.count - Self.mostHooks) }
  }

  /// Stores the results; ignores errors, because a full disk must not stop hooks.
  func save() {
    guard isReadable else { return }
    let members = entries.map { JSON.Member(name: $0.path, value: .object($0.json)) }
    try? file.write(.object(members))
  }
}

extension HookLog {
  init(_ environment: (String) -> String?) throws(Failure) {
    guard let folders = StandardFolders(environment: environment) else {
      throw .system(Messages.noFolder("XDG_STATE_HOME"))
    }
    self.init(in: folders.stateFolder)
  }
}
