import Glibc
import NightReactions
import NightStore
import NightValues

/// How the hooks went the last time, and what this session's hooks were last given.
///
/// The results outlive the session, in `hooks.json` of the state folder. What was given is in the
/// runtime folder: at the start of a session, hooks run once.
struct HookLog {
  /// The most hooks whose results are kept.
  private static let mostHooks = 1_000
  private static let mostBytes = 16 << 20

  /// The last run of one hook.
  struct Entry: Equatable {
    var path: String
    var time: Instant
    var milliseconds: Int64
    /// Whether the hook could not start, ended with another code than 0, or was stopped.
    var isFailed: Bool
    /// How the hook ended, as words such as `done` or `ended with code 1`.
    var end: String
    /// The last lines of the output.
    var output: String
  }

  private let file: UserFile
  private(set) var entries: [Entry] = []

  init(in folder: String) {
    file = UserFile(path: folder + "/hooks.json")
    let limits = JSONLimits(bytes: Self.mostBytes, depth: 6, values: 16_384)
    guard let bytes = (try? file.bytes()) ?? nil, bytes.count <= Self.mostBytes,
      let root = try? JSONReader.read(bytes, limits: limits)
    else { return }
    for member in root.members ?? [] {
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

  /// Adds a result, in place of the hook's earlier one.
  mutating func add(_ entry: Entry) {
    entries.removeAll { $0.path == entry.path }
    entries.append(entry)
    if entries.count > Self.mostHooks { entries.removeFirst(entries.count - Self.mostHooks) }
  }

  /// Stores the results; best effort, because a full disk must not stop hooks.
  func save() {
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
    _ = try? file.write(Array((JSON.object(members).text(pretty: true) + "\n").utf8))
  }
}

/// What this session's hooks were last given; hooks run again only for something else.
struct GivenAppearance: Equatable {
  var style: Style
  var theme: String
  var themeDigest: String
  var isHighContrast: Bool
  var accent: String
  var isMotionReduced: Bool
  /// Whether all hooks have run with it; false while they run, and if a run was ended.
  var isComplete = false

  private static let mostBytes = 4_096

  init(
    style: Style,
    theme: String,
    themeDigest: String,
    isHighContrast: Bool,
    accent: String,
    isMotionReduced: Bool
  ) {
    self.style = style
    self.theme = theme
    self.themeDigest = themeDigest
    self.isHighContrast = isHighContrast
    self.accent = accent
    self.isMotionReduced = isMotionReduced
  }

  /// Reads what was given; nil if nothing was given in this session, or if the folder is missing.
  init?(in folder: String) {
    let file = UserFile(path: folder + "/hooks.given")
    guard let bytes = (try? file.bytes()) ?? nil, bytes.count <= Self.mostBytes,
      let root = try? JSONReader.read(bytes)
    else { return nil }
    let fields = JSONFields(root, textBytes: Self.mostBytes)
    guard let style = fields.string("style").flatMap(Style.init),
      let theme = fields.string("theme")
    else { return nil }
    self.init(
      style: style,
      theme: theme,
      themeDigest: fields.string("digest") ?? "",
      isHighContrast: fields.bool("contrast") ?? false,
      accent: fields.string("accent") ?? "",
      isMotionReduced: fields.bool("motion") ?? false
    )
    isComplete = fields.bool("complete") ?? false
  }

  /// Stores what was given; best effort, and only if nightd's runtime folder exists.
  func save(in folder: String) {
    guard access(folder, W_OK) == 0 else { return }
    let members: [JSON.Member] = [
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "theme", value: .string(theme)),
      .init(name: "digest", value: .string(themeDigest)),
      .init(name: "contrast", value: .bool(isHighContrast)),
      .init(name: "accent", value: .string(accent)),
      .init(name: "motion", value: .bool(isMotionReduced)),
      .init(name: "complete", value: .bool(isComplete)),
    ]
    let file = UserFile(path: folder + "/hooks.given")
    _ = try? file.write(Array(JSON.object(members).text(pretty: false).utf8))
  }
}

/// Lets only one run of hooks at a time go on in a session; best effort.
struct HookLock {
  private let file: Int32

  /// Waits until no other run is under way.
  init(in folder: String) {
    file = open(folder + "/hooks.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
  }

  func release() {
    if file >= 0 { close(file) }
  }
}
