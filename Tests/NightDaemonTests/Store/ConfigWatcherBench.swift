import NightBus
import NightCore
import NightDaemon
import NightStore
import Synchronization
import TestSupport
import Testing

/// Hand-written files, with a `ConfigWatcher` on the test's own loop.
final class ConfigWatcherBench {
  struct TookTooLong: Error {}

  let home: TemporaryFolder
  let layering: ConfigWatcher
  let loop: Loop
  /// The reports about the files, in order.
  private(set) var news: [LayerTexts] = []
  /// The reports in `news`, as parsed layers.
  private(set) var learned: [Layers] = []
  private let lines: Lines

  var said: [String] { lines.all }

  /// The user's file is `c/nightd/config.json5`, the system's folders are `s1/nightd` and `s2`.
  init(graceMilliseconds: Int = 300, disk: Disk = .system, before: String = ":") throws {
    home = try TemporaryFolder()
    loop = try Loop()
    let environment = [
      "HOME": home.path, "XDG_CONFIG_HOME": home.file("c"), "XDG_CONFIG_DIRS": home.file("s1"),
    ]
    let places = try #require(
      StandardFolders(environment: { environment[$0] }, compiledIn: home.file("s2"))
    )
    let lines = Lines()
    self.lines = lines
    layering = ConfigWatcher(
      LayerFiles(places, disk: disk),
      on: loop,
      log: Log { _, line in lines.add(line) },
      graceMilliseconds: graceMilliseconds
    )
    try run(before)
    layering.onChange = { [unowned self] layers in
      news.append(layering.texts)
      learned.append(layers)
      loop.stop()
    }
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// Runs a shell script; `$f` is the user's file.
  func run(_ text: String) throws {
    let done = try Program.run("sh", ["-ec", Self.words + text], folder: home.path)
    try #require(done.exit == .exited(0), "\(done)")
  }

  /// Runs a shell script while the loop runs.
  func start(_ text: String) throws -> Program {
    try Program.start("sh", ["-ec", Self.words + text], folder: home.path)
  }

  private static let words = "mkdir -p c/nightd s1/nightd s2; f=c/nightd/config.json5\n"

  func load() -> LayerTexts {
    _ = layering.load()
    return layering.texts
  }

  /// Runs the loop until the next report comes.
  func awaitNews() throws {
    let count = news.count
    try serve(milliseconds: 20_000)
    if news.count == count { throw TookTooLong() }
  }

  /// Runs the loop until the next report, but at most for this time.
  func serve(milliseconds: Int) throws {
    let end = loop.timer { [unowned self] in loop.stop() }
    end.set(milliseconds: milliseconds)
    try loop.run()
    withExtendedLifetime(end) {}
  }

  func readNow() throws -> LayerTexts {
    var answer: LayerTexts?
    layering.readNow { [unowned self] in
      answer = layering.texts
      loop.stop()
    }
    while answer == nil { try serve(milliseconds: 20_000) }
    return try #require(answer)
  }
}

extension LayerTexts.File {
  /// The file's text without its last line end; `-` if the file is missing, and the flaw in
  /// brackets if the file has one.
  var text: String {
    switch content {
    case .missing: "-"
    case .bytes(let bytes):
      String(decoding: bytes.last == 10 ? bytes.dropLast() : bytes, as: UTF8.self)
    case .flawed(let why): "<\(why)>"
    }
  }
}
