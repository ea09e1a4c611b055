package import NightCore

/// The folders of hooks, in the order in which nightd searches them.
package struct HookFolders: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// nightd's own folder, `hooks.d`.
    case nightd
    /// darkman's folder for one style: `dark-mode.d` or `light-mode.d`.
    case darkmanStyle(Style)
    /// darkman's folder for both styles.
    case darkman

    package var isDarkman: Bool { self != .nightd }
  }

  package struct Folder: Equatable, Sendable {
    package let path: String
    package let kind: Kind
  }

  package let all: [Folder]
  /// The folder for the user's own hooks; nil if it is unknown.
  package let own: String?

  package init(_ base: BaseFolders) {
    own = base.config.map { $0 + "/nightd/hooks.d" }
    let data = (base.data.map { [$0] } ?? []) + base.systemData
    let nightd = (own.map { [$0] } ?? []) + data.map { $0 + "/nightd/hooks.d" }
    let darkman: [(String, Kind)] = [
      ("darkman", .darkman), ("dark-mode.d", .darkmanStyle(.dark)),
      ("light-mode.d", .darkmanStyle(.light)),
    ]
    let folders =
      nightd.map { Folder(path: $0, kind: .nightd) }
      + darkman.flatMap { name, kind in data.map { Folder(path: "\($0)/\(name)", kind: kind) } }
    var seen: Set<String> = []
    all = folders.filter { seen.insert($0.path).inserted }
  }
}

/// A file in one of the hook folders.
package struct HookFile: Equatable, Sendable {
  package let name: String
  package let folder: String
  package let kind: HookFolders.Kind

  package init(name: String, folder: String, kind: HookFolders.Kind) {
    self.name = name
    self.folder = folder
    self.kind = kind
  }

  package var path: String { folder + "/" + name }

  /// Whether the next hook may start before this one has ended.
  package var isParallel: Bool { kind == .nightd && name.hasSuffix(".parallel") }

  /// Whether the hook runs for a style; hooks in `dark-mode.d` and `light-mode.d` run for one style
  /// only.
  package func isFor(_ style: Style) -> Bool {
    if case .darkmanStyle(let own) = kind { own == style } else { true }
  }

  /// The arguments with which the hook is called.
  package func arguments(_ style: Style, previous: Style?) -> [String] {
    kind.isDarkman ? [style.rawValue] : [style.rawValue, previous?.rawValue ?? ""]
  }

  /// The name endings of files that are not run as hooks, such as backups.
  private static let ignoredEndings = [
    "~", ".bak", ".disabled", ".dpkg-dist", ".dpkg-new", ".dpkg-old", ".off", ".orig", ".pacnew",
    ".pacsave", ".rpmnew", ".rpmsave", ".swp",
  ]

  /// Why a file with this name is not a hook; nil if it may be one.
  package static func ignored(_ name: String) -> String? {
    if name.hasPrefix(".") || name.hasPrefix("#") { return String(name.prefix(1)) }
    return ignoredEndings.first { name.hasSuffix($0) }
  }
}

extension [HookFile] {
  /// The hooks in the order in which they run: nightd's own hooks, then darkman's, each by name.
  ///
  /// A file hides files of the same name in later folders of the same kind. So this list must
  /// already be in the order of the folders.
  package var ordered: [HookFile] {
    var seen: Set<String> = []
    let first = filter { file in
      seen.insert("\(file.kind) \(file.name)").inserted
    }
    return first.sorted { one, other in
      if one.kind.isDarkman != other.kind.isDarkman { return other.kind.isDarkman }
      return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }
}

/// The protocol between nightd and the nightctl that it starts.
package enum RunnerProtocol {
  /// The environment variable that tells nightctl which program started it.
  package static let variable = "NIGHTD_RUNNER"
  package static let daemon = "nightd"
  /// The first word of nightctl's last line on standard output; the exit code follows this word.
  ///
  /// If a hook leaves a process running in the background, systemd keeps the output of nightctl's
  /// unit open until that process ends. So nightd cannot wait for the end of this output to learn
  /// that nightctl has ended.
  package static let ended = "nightd-runner-ended"
  /// The line that nightd sends to nightctl if a newer run of the hooks is waiting; nightctl then
  /// stops after the current hook.
  package static let outdated = "outdated"
  /// The first word of the line with which `nightctl programs gnome` asks whether it may write.
  package static let question = "may-write"
  /// The word that follows a style in the question `may-write` if the user has chosen this style.
  package static let users = "users"
  /// The first word of a line that `nightctl programs apply` prints before it writes settings from
  /// which nightd can read the desktop's style.
  ///
  /// The second word is the style. nightd does not answer this line.
  package static let writesSource = "writes-source"
  /// The first word of the line that `nightctl programs mode` prints; a style, `none` or `unknown`
  /// follows.
  package static let mode = "mode"
  /// The word after `mode`: `none` if nightctl informs no running program of the style by a
  /// command, and `unknown` if no such program can tell which style it shows.
  package static let (none, unknown) = ("none", "unknown")
  /// The answers to the question `may-write`.
  package static let (yes, no) = ("yes", "no")
}
