import Glibc
import TestSupport

/// The disturbances of a storm, and what the program must show after them.
struct StormWeather {
  enum Trouble: CaseIterable {
    case killDaemon, stopDaemon, stopBus, restartBus, none
  }

  /// What each group of views follows; the program reports the groups in this order.
  static let sources = ["the desktop", "the application", "light", "dark", "the pinned theme"]

  let session: StormDesk
  private let application: String
  private var themes: StormThemes
  private var random: SplitMix64
  private var troubles: [Trouble: Int] = [:]
  private var commands: [Program] = []

  init(seed: UInt64, application: String) throws {
    session = try StormDesk()
    self.application = application
    random = SplitMix64(seed: seed)
    themes = try StormThemes(session.home)
    try session.desk.nightctl("theme", "use", "--light", "bay", "--dark", "reef")
  }

  var summary: String {
    let kills = troubles[.killDaemon, default: 0]
    return "\(kills) kills, \(troubles[.restartBus, default: 0]) new buses"
  }

  // MARK: - Raging

  /// Causes one to three disturbances; meanwhile, files are edited and commands run.
  mutating func rage(_ round: Int, _ tally: inout Tally, _ place: String) throws {
    // Each kind of disturbance occurs at least once in five rounds.
    let kinds = Trouble.allCases
    var made = [kinds[round % kinds.count]]
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      made.append(kinds[Int.random(in: 0..<kinds.count, using: &random)])
    }
    for trouble in made {
      troubles[trouble, default: 0] += 1
      try disturb()
      try make(trouble)
      try disturb()
    }
    // During a disturbance a command may fail, but it must end.
    for command in commands {
      do {
        _ = try command.wait(timeout: .seconds(60))
      } catch {
        tally.note(.hang, "\(place): \(error)")
      }
    }
    commands = []
  }

  private mutating func make(_ trouble: Trouble) throws {
    switch trouble {
    case .none: break
    case .killDaemon: session.signalDaemon(SIGKILL)
    case .stopDaemon:
      let daemon = session.signalDaemon(SIGSTOP)
      defer { if let daemon { kill(daemon, SIGCONT) } }
      try disturb()
      pause()
    case .stopBus:
      try session.desk.bus.pause()
      defer { session.desk.bus.resume() }
      try disturb()
      pause()
    case .restartBus: try session.restartBus()
    }
  }

  /// Waits for a moment while a disturbance lasts.
  private mutating func pause() { poll(nil, 0, Int32.random(in: 0...100, using: &random)) }

  /// Edits a theme file, and starts two commands without waiting for them to end.
  private mutating func disturb() throws {
    try themes.write(pick(StormThemes.all), pick(StormThemes.Way.allCases))
    for _ in 0..<2 {
      let words = deed()
      commands.append(
        try Program.start(Built.nightctl, words, environment: session.desk.environment)
      )
    }
  }

  private mutating func deed() -> [String] {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: ["set", pick(["light", "dark"])]
    case 1: ["toggle"]
    case 2: ["theme", "use", pick(StormThemes.all)]
    case 3: ["theme", "next"]
    case 4: ["set", "--app", application, pick(["light", "dark", "follow"])]
    default: ["accent", pick(["#123456", "#abcdef"])]
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  // MARK: - Resting

  /// Completes the files, and sets styles and themes once more; returns what each group of views
  /// must then show.
  mutating func rest(_ round: Int, _ tally: inout Tally, _ place: String) throws -> [String] {
    for name in StormThemes.all { try themes.write(name, pick([.inPlace, .renamed])) }
    let (light, dark) = (pick(StormThemes.light), pick(StormThemes.dark))
    let style = pick(["light", "dark"])
    let own = pick(["light", "dark", "follow"])
    let accent = "#" + String(0x200000 + round, radix: 16)
    for words in [
      ["theme", "use", "--light", light, "--dark", dark], ["set", style],
      ["set", "--app", application, own], ["accent", accent],
    ] {
      let done = try session.desk.nightctl(words)
      if done.exit != .exited(0) { tally.note(.wrong, "\(place): \(words): \(done)") }
    }
    let inUse = ["light": light, "dark": dark]
    func text(_ style: String, _ theme: String) -> String {
      "\(style) \(theme) \(themes.surfaces[theme] ?? "") \(accent)"
    }
    func text(_ style: String) -> String { text(style, inUse[style] ?? "") }
    return [
      text(style), text(own == "follow" ? style : own), text("light"), text("dark"),
      text(StormThemes.style(StormThemes.pinned), StormThemes.pinned),
    ]
  }

  /// Compares what the views show with what nightctl prints.
  func compare(_ expected: [String], _ tally: inout Tally, _ place: String) throws {
    for (words, text) in [([], expected[0]), (["--app", application], expected[1])] {
      let told = try session.desk.nightctl(["get", "--json", "--bus"] + words).output
      let members = text.split(separator: " ")
      let (style, theme) = ("\"style\":\"\(members[0])\"", "\"theme\":\"\(members[1])\"")
      if !told.contains(style) || !told.contains(theme) {
        tally.note(.wrong, "\(place): the views show \(text), but get \(words) printed \(told)")
      }
    }
    let told = try session.desk.nightctl("get").output
    if !expected[0].hasPrefix(told.prefix { $0 != "\n" } + " ") {
      tally.note(.wrong, "\(place): the views show \(expected[0]), but get printed \(told)")
    }
  }
}
