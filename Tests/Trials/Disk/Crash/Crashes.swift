import Glibc
import NightBus
import TestSupport

/// Records the disk calls of one Set call, and starts a daemon on each state in which a crash could
/// leave the disk.
package struct Crashes: Trial {
  package static let name = "every state that a crash could leave"
  package static let unit = "states"
  package static var skipReason: String? { Strace.skipReason }

  /// The state of the home before the Set call.
  package enum Ground: String, CaseIterable, Sendable {
    case freshHome, lightStored, flawedFile, writtenByTwin
    /// The store was written twice, so it already has a last good copy.
    case storedTwice
    /// Another program has just made the folders, without syncing them.
    case madeFolders

    var isFresh: Bool { self == .freshHome || self == .madeFolders }
  }

  private static let flawed = "{broken by hand"
  private static let above = [".local", ".local/state", Desk.storeFolder]
  private let grounds: [Ground]
  var sabotage: Sabotage?

  package init(grounds: [Ground] = Ground.allCases) { self.grounds = grounds }

  package func run() throws -> Tally {
    var tally = Tally()
    for ground in grounds {
      let record = try record(ground)
      let wholes = Set(record.files.values).subtracting([Array(Self.flawed.utf8)])
      let states = try record.all()
      guard states.contains(where: \.isTold) else {
        tally.note(.wrong, "\(ground): no answer was written down")
        continue
      }
      let desk = try Desk()
      for state in states {
        if let copy = state.files[Desk.store + ".last"], !wholes.contains(copy) {
          tally.note(.lost, "\(ground): the copy is not whole: \(Self.words(state))")
        }
        try check(state, ground, desk, &tally)
        tally.count += 1
      }
    }
    return tally
  }

  func record(_ ground: Ground) throws -> CrashStates {
    let desk = try Desk()
    let record = desk.home.file("record")
    let daemon: Program
    let strace: Program
    var files: [String: [UInt8]] = [:]
    var folders: Set<String> = [""]
    var before: [DiskAction] = []
    if ground.isFresh {
      if ground == .madeFolders {
        try desk.home.makeFolder(Desk.storeFolder)
        before = Self.above.map(DiskAction.makeFolder)
      }
      // Record the daemon from its start, because the daemon makes the folders at its start.
      strace = try Program.start(
        "strace",
        ["-f", "-qq", "-o", record] + DiskRecord.options + [Built.nightd],
        environment: Strace.environment(
          desk.environment.merging(sabotage?.environment ?? [:]) { $1 }
        )
      )
      while try !strace.nextErrorLine().hasPrefix("nightd: ready: ") {}
      _ = try Caller(desk).set("dark").get()
      try desk.endOwner()
      _ = try strace.wait()
    } else {
      try desk.home.write(Desk.intent("light"), to: Desk.store)
      daemon = try desk.startDaemon(adding: sabotage?.environment ?? [:])
      if ground == .storedTwice {
        for style in ["dark", "light"] { _ = try Caller(desk).set(style).get() }
      }
      if ground == .flawedFile {
        try desk.replaceStore(Self.flawed)
        while try !daemon.nextErrorLine().contains("stays in force") {}
      } else if ground == .writtenByTwin {
        try desk.replaceStore(Desk.intent("light", revision: 7))
      }
      for name in desk.home.list(Desk.storeFolder) {
        let path = "\(Desk.storeFolder)/\(name)"
        files[path] = desk.home.read(path)
      }
      folders.formUnion(Self.above)
      strace = try Strace.attach(["-o", record] + DiskRecord.options, to: daemon)
      _ = try Caller(desk).set("dark").get()
      try Strace.detach(strace)
    }
    let done = DiskRecord(
      desk.home.text("record") ?? "",
      home: desk.home.path,
      files: Set(files.keys)
    )
    return CrashStates(folders: folders, files: files, actions: before + done.actions)
  }

  private func check(
    _ state: CrashState,
    _ ground: Ground,
    _ desk: Desk,
    _ tally: inout Tally
  ) throws {
    _ = try Program.run("rm", ["-rf", desk.home.file(".local")])
    for folder in state.folders.sorted() where !folder.isEmpty { try desk.home.makeFolder(folder) }
    for (path, bytes) in state.files { try desk.home.write(bytes, to: path) }
    let place = "\(ground), \(state.isTold ? "told, " : "")\(Self.words(state))"
    let daemon = try desk.launchDaemon()
    var isFlawed = false
    while true {
      let line = try daemon.nextErrorLine()
      if line.contains("kept as") { isFlawed = true }
      if line.hasPrefix("nightd: ready: ") { break }
    }
    guard case .success(let values) = try Caller(desk).call(.style, "Get") else {
      return tally.note(.wrong, "\(place): no answer after the start")
    }
    daemon.send(signal: SIGKILL)
    _ = try daemon.wait()
    let isNew = values.first?.asString == "dark"
    if state.isTold, !isNew { tally.note(.lost, "\(place): dark was told") }
    if isFlawed, ground != .flawedFile { tally.note(.lost, "\(place): not whole") }
    let names = desk.home.list(Desk.storeFolder)
    if names.contains("intent.json.new") { tally.note(.wrong, "\(place): left behind: \(names)") }
    if ground == .flawedFile,
      !names.contains(where: { desk.home.text("\(Desk.storeFolder)/\($0)") == Self.flawed })
    {
      tally.note(.lost, "\(place): the flawed file is gone")
    }
    if !state.isTold, !state.files.keys.contains(Desk.store), !ground.isFresh {
      tally.note(.lost, "\(place): no store at all")
    }
  }

  private static func words(_ state: CrashState) -> String {
    state.files.sorted { $0.key < $1.key }
      .map { "\($0.key.split(separator: "/").last ?? ""): \($0.value.count) bytes" }
      .joined(separator: ", ")
  }
}
