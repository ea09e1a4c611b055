import NightCore

/// The settings in a user's files that override nightd's colours.
package struct Rivals: Equatable, Sendable {
  /// The configuration keys that nightd's files also set, such as `background`.
  let keys: Set<String>
  /// The commands that set a key, such as `set`; if empty, lines begin with the key itself.
  let commands: Set<String>
  /// Words that show that a command does not affect the colours.
  let exceptions: Set<String>
  /// Beginnings of other lines that set colours, such as `fish_config theme`.
  let phrases: [String]
  /// The words that begin a line which includes other files.
  let includes: [String]
  /// Other files that the program reads after nightd's file.
  private(set) var paths: [String]

  init(
    _ keys: [String],
    after commands: [String] = [],
    unless exceptions: [String] = [],
    phrases: [String] = [],
    includes: [String] = [],
    in paths: [String] = []
  ) {
    self.keys = Set(keys)
    self.commands = Set(commands)
    self.exceptions = Set(exceptions)
    self.phrases = phrases
    self.includes = includes
    self.paths = paths
  }

  /// Returns these settings, with full paths in place of paths that begin with `~`.
  func expanded(_ context: ProgramContext) -> Rivals {
    var rivals = self
    rivals.paths = paths.map(context.expanded)
    return rivals
  }

  /// The key that both nightd's file and a line with these words set; nil if the line sets no such
  /// key.
  fileprivate func key(_ words: [String]) -> String? {
    guard let first = words.first else { return nil }
    let line = words.joined(separator: " ")
    if let phrase = phrases.first(where: line.hasPrefix) { return phrase }
    guard !commands.isEmpty else { return keys.contains(first) ? first : nil }
    guard commands.contains(first), exceptions.isDisjoint(with: words) else { return nil }
    return words.first(where: keys.contains)
  }
}

/// Whether a program that is switched on really shows nightd's colours, judged by the user's files.
package enum ProgramEffect: Equatable, Sendable {
  case works
  /// The user's file lacks nightd's line.
  case noLine(path: String, IncludeLine)
  /// The user's file lacks nightd's line, and nightctl must not add the line.
  case refused(path: String, IncludeLine, IncludeLine.Refusal)
  /// The user's file has nightd's line, but other text in the file makes the line useless, so the
  /// user must change that text first.
  case changeFirst(path: String, why: String)
  /// A line that the program reads after nightd's line sets a key that nightd's file also sets.
  case overridden(path: String, line: Int, key: String)
  /// The program cannot use nightd's colours on this machine; the string says why.
  case impossible(String)
}

extension WantedProgram {
  /// Decides from the user's files whether the program shows nightd's colours.
  ///
  /// `refusal` returns why nightctl does not write the file with this path; nil if it may write.
  package func effect(
    _ context: ProgramContext,
    refusal: (_ path: String) -> String?
  ) -> ProgramEffect {
    if let blocker { return .impossible(blocker) }
    let path = include?.path(context.fileExists)
    var walk = Walk(context, self)
    // If the user's file needs no line that includes nightd's file, the program reads nightd's file
    // first, so any file in `rivals.paths` may override nightd's file.
    walk.hasLine = include == nil
    for path in path.map({ [$0] }) ?? walk.rivals.paths { walk.read(path) }
    if let rival = walk.rival { return rival }
    guard let include, let path else { return .works }
    let why = include.refusal(context.text(path) ?? "", file: refusal(path))
    if walk.hasLine {
      guard case .changeFirst(let why)? = why else { return .works }
      return .changeFirst(path: path, why: why)
    }
    return why.map { .refused(path: path, include, $0) } ?? .noLine(path: path, include)
  }
}

/// Reads files line by line, including the files that they include, as the program would.
private struct Walk {
  private static let mostDepth = 4

  let rivals: Rivals
  var hasLine = false
  /// The first setting after nightd's line that sets one of nightd's keys again.
  private(set) var rival: ProgramEffect?
  private let context: ProgramContext
  private let isOwn: (Substring) -> Bool
  private let line: String?
  private var depth = 0

  init(
    _ context: ProgramContext,
    _ wanted: WantedProgram
  ) {
    self.context = context
    rivals = wanted.rivals
    line = wanted.include?.line
    // nightd's line may lack its comma, because the last setting of a JSON file has no comma after
    // it.
    let line = wanted.include?.line ?? ""
    let lines = [line, line.hasSuffix(",") ? String(line.dropLast()) : line]
    isOwn = RemainingLines.matcher(naming: wanted.files, or: lines)
  }

  mutating func read(_ path: String) {
    guard depth < Self.mostDepth, let text = context.text(path) else { return }
    depth += 1
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      // Look for nightd's line before comments are skipped, because the line may look like a
      // comment.
      if isOwn(line) || RemainingLines.trimmed(line) == self.line {
        hasLine = true
        rival = nil
        continue
      }
      let words = Self.words(line)
      if hasLine, rival == nil, let key = rivals.key(words) {
        rival = .overridden(path: path, line: number + 1, key: key)
      } else if let first = words.first, rivals.includes.contains(first) {
        for word in words.dropFirst() where !word.hasPrefix("-") {
          for file in context.matches(long(word, from: path)) { read(file) }
        }
      }
    }
    depth -= 1
  }

  private func long(_ path: String, from file: String) -> String {
    var path = context.long(path)
    for home in ["$HOME/", "${HOME}/"] where path.hasPrefix(home) {
      path = context.home(String(path.dropFirst(home.count)))
    }
    return path.hasPrefix("/") ? path : file.parentFolder + "/" + path
  }

  /// The words of a line, without quotation marks or separators such as `=`.
  private static func words(_ line: Substring) -> [String] {
    line.split { " \t=".contains($0) }.map { word in
      word.filter { !"\"'".contains($0) }
    }
  }
}
