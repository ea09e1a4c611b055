import NightCore
import NightStore

/// The result of each hook's last run, in `hooks.json` of the state folder.
struct HookLog {
  /// The maximum number of hooks whose results are kept.
  private static let mostHooks = 1_000
  private static let mostBytes = 16 << 20

  /// The last run of one hook.
  struct Entry: Equatable {
    var path: String
    var time: Instant
    var milliseconds: Int64
    /// Whether the hook could not start, ended with a code other than 0, or was stopped.
    var isFailed: Bool
    /// How the hook ended, as words such as `done` or `ended with code 1`.
    var end: String
    /// The last lines of the output.
    var output: String
  }

  private let file: UserFile
  private(set) var entries: [Entry] = []
  /// Whether the file could be read.
  ///
  /// If not, nothing is stored, because that would lose the other results.
  private var isReadable = true

  init(in folder: String) {
    file = .own(folder + "/hooks.json")
    do throws(Failure) { _ = try file.bytes() } catch { isReadable = false }
    for member in file.json(most: Self.mostBytes)?.members ?? [] {
      let fields = JSONFields(member.node, textBytes: Self.mostBytes)
      guard let time = fields.string("time").flatMap(Instant.init(iso:)),
        let end = fields.string("end")
      else { continue }
      entries.append(
        Entry(
          path: member.name,
          time: time,
          milliseconds: Int64(clamping: fields.uint64("milliseconds") ?? 0),
          isFailed: fields.bool("failed") ?? false,
          end: end,
          output: fields.string("output") ?? ""
        )
      )
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
    let members = entries.map { entry in
      JSON.Member(
        name: entry.path,
        value: .object([
          .init(name: "time", value: .string(entry.time.iso)),
          .init(name: "milliseconds", value: .integer(entry.milliseconds)),
          .init(name: "failed", value: .bool(entry.isFailed)),
          .init(name: "end", value: .string(entry.end)),
          .init(name: "output", value: .string(entry.output)),
        ])
      )
    }
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
