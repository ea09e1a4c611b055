import NightBus
import NightContract

/// The source `gsettings`: a program beside nightd that reads and follows GNOME's settings.
final class SettingsProgram {
  /// A run that lasted so long was none of those that end again and again.
  private static let steadyNanoseconds: UInt64 = 60_000_000_000

  private let script: String
  private let connection: Connection
  private let loop: Loop
  private let environment: [String: String]
  private let isOwnerUnit: Bool
  private let pace: DesktopPace
  private let log: Log
  private let onFlaw: (String) -> Void
  private let onRefusal: (Refusal) -> Void
  private let onChange: () -> Void

  private var run: ProgramRun?
  private var lines = LineSplitter()
  private var timer: Timer?
  private var startedAt: UInt64 = 0
  private var ends = 0
  private var facts = SourceFacts()
  private(set) var standing = SourceStanding.asked
  /// Keys that were told to have changed since the present reading was asked for.
  private var changed: Set<String> = []
  private var readings = 0

  init(
    _ script: String,
    on connection: Connection,
    _ loop: Loop,
    environment: [String: String],
    isOwnerUnit: Bool,
    pace: DesktopPace,
    log: Log,
    onFlaw: @escaping (String) -> Void,
    onRefusal: @escaping (Refusal) -> Void,
    onChange: @escaping () -> Void
  ) {
    self.script = script
    self.connection = connection
    self.loop = loop
    self.environment = environment
    self.isOwnerUnit = isOwnerUnit
    self.pace = pace
    self.log = log
    self.onFlaw = onFlaw
    self.onRefusal = onRefusal
    self.onChange = onChange
  }
}

// MARK: - Its life

extension SettingsProgram {
  /// Starts it; called once, and may tell at once that it cannot be started.
  func start() {
    readings = 0
    lines = LineSplitter()
    startedAt = Timer.now()
    let order = ProgramOrder(
      name: "desktop",
      purpose: "Tell nightd what GNOME's settings say",
      script: ShellScript(script),
      environment: environment,
      takesInput: true,
      isOwnerUnit: isOwnerUnit
    )
    do throws(BusError) {
      run = try ProgramRun(
        order,
        on: connection,
        loop,
        onOutput: { [unowned self] in take($0) },
        onEnd: { [unowned self] in ended($0) }
      )
      read()
      after(pace.patience) { [unowned self] in passOver() }
    } catch {
      ended(.notStarted(error))
    }
  }

  private func after(_ milliseconds: Int, _ handler: @escaping () -> Void) {
    timer = loop.timer(handler)
    timer?.set(milliseconds: milliseconds)
  }

  private func read() {
    changed = []
    run?.write(SettingsScript.read)
  }

  private func passOver() {
    guard standing == .asked else { return }
    standing = .silent
    onChange()
  }

  /// One that told something counts until it is clear that it does not come again.
  private func ended(_ end: ProgramEnd) {
    run = nil
    timer = nil
    if Timer.now() &- startedAt > Self.steadyNanoseconds { ends = 0 }
    // What a manager refuses now it refuses again.
    if isOwnerUnit, case .notStarted(.refused(let refusal)) = end {
      onRefusal(refusal)
      return fallSilent()
    }
    guard ends < pace.pauses.count else {
      log.warning(Messages.settingsProgramGivenUp(end))
      return fallSilent()
    }
    after(pace.pauses[ends]) { [unowned self] in start() }
    ends += 1
    passOver()
  }

  private func fallSilent() {
    standing = .silent
    onChange()
  }
}

// MARK: - What it says

extension SettingsProgram {
  private func take(_ bytes: [UInt8]) {
    // One of them may be its last.
    for line in lines.take(bytes) where run != nil { take(line) }
  }

  private func take(_ line: String) {
    guard line != SettingsScript.endOfReading else { return readingEnded() }
    guard line != SettingsScript.nothingHere else {
      run = nil
      timer = nil
      return fallSilent()
    }
    if line.hasPrefix(SettingsScript.schemaPrefix) {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      // What was told to have changed meanwhile is newer than what was read.
      guard words.count == 3, !changed.contains(words[1]) else { return }
      take(words[1], words[2])
    } else {
      let words = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard words.count == 2 else { return }
      changed.insert(words[0])
      take(words[0], String(words[1].drop { $0 == " " }))
      if case .telling = standing { tell() }
    }
  }

  private func take(_ key: String, _ text: String) {
    if !facts.take(key, printed: text) { onFlaw(key) }
  }

  private func readingEnded() {
    readings += 1
    if readings == 1 {
      after(pace.secondReading) { [unowned self] in read() }
    } else {
      timer = nil
    }
    tell()
  }

  private func tell() {
    standing = facts.isStyleTold ? .telling(facts) : .silent
    onChange()
  }
}
