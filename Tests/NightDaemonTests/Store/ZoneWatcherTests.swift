import Glibc
import NightBus
import NightCore
import NightDaemon
import NightStore
import Synchronization
import TestSupport
import Testing

@Suite("Following the zone")
struct ZoneWatcherTests {
  private static let berlin = "Europe/Berlin 1 somewhere"
  private static let london = "Europe/London 0 somewhere"

  @Test(
    "If the system's zone is switched, the new zone is reported once and only when it is complete",
    arguments: [
      // In these steps timedatectl switches the zone.
      "ln -s ../$z/London new && mv -T new $l",
      "rm $l && sleep 0.02 && ln -s ../$z/London $l",
      "ln -sfn ../$z/London $l",
      "rm $l && sleep 0.02 && cp $z/London $l && echo Europe/London >e/timezone",
      "echo Europe/London >e/timezone && cp $z/London new && mv -T new $l",
      "mv e old && sleep 0.02 && cp -r u n && mkdir e && ln -s ../n/zoneinfo/Europe/London $l",
    ]
  )
  func switched(edit: String) throws {
    // A slow machine may pause between two steps.
    let bench = try ZoneWatcherBench(graceMilliseconds: 20_000)
    #expect(bench.zoning.load().text == Self.berlin)
    let editor = try bench.start(edit)
    try bench.awaitNews()
    #expect(try editor.wait() == .exited(0), "\(editor.errorsSoFar)")
    // If etc/timezone changes after the zone, the name is reported as well.
    if bench.news.last?.text != Self.london { try bench.awaitNews() }
    #expect(bench.news.last?.text == Self.london)
    #expect(
      bench.news.allSatisfy {
        $0.flaw == nil && $0.zone.offset(at: Instant(microseconds: 0)) == 3_600
      }
    )
    try bench.run("ln -s ../$z/Athens new && mv -T new $l")
    try bench.awaitNews()
    #expect(bench.news.last?.text == "Europe/Athens 2 somewhere")
  }

  @Test(
    "If an update of the zone database replaces a zone's file, the file is read again",
    arguments: [
      "cp $z/London new && mv new $z/Berlin", "cat $z/London >$z/Berlin",
      "rm $z/Berlin && sleep 0.02 && cp $z/London $z/Berlin",
      "cp -r u n && cp n/zoneinfo/Europe/London n/zoneinfo/Europe/Berlin && mv u old && mv n u",
    ]
  )
  func replaced(edit: String) throws {
    let bench = try ZoneWatcherBench(graceMilliseconds: 20_000)
    _ = bench.zoning.load()
    let editor = try bench.start(edit)
    try bench.awaitNews()
    #expect(try editor.wait() == .exited(0), "\(editor.errorsSoFar)")
    #expect(bench.news.map(\.text) == ["Europe/Berlin 0 somewhere"])
  }

  @Test("If the table of places changes, the table is read again")
  func table() throws {
    let bench = try ZoneWatcherBench(graceMilliseconds: 30)
    _ = bench.zoning.load()
    try bench.run(
      "sed s/Europe.Berlin/Europe.Elsewhere/ u/zoneinfo/zone.tab >t; mv t u/zoneinfo/zone.tab"
    )
    try bench.awaitNews()
    #expect(bench.news.map(\.text) == ["Europe/Berlin 1 nowhere"])
    try bench.run("grep -v London /usr/share/zoneinfo/zone.tab >u/zoneinfo/zone.tab")
    try bench.awaitNews()
    #expect(bench.news.map(\.text) == ["Europe/Berlin 1 nowhere", Self.berlin])
  }

  @Test(
    "While a zone's file is broken, the last good zone stays in force, with an error",
    arguments: [
      ("head -c 300 $z/London >$z/Berlin", "is not a time zone: byte 300: expected"),
      (": >$z/Berlin", "is not a time zone: byte 0: expected “TZif” at the start of a zone"),
      ("rm $z/Berlin", "is a link to a file that does not exist"),
      ("mv u old", "is a link to a file that does not exist"),
      ("ln -sfn ../$z/Gone $l", "is a link to a file that does not exist"),
      ("rm $l; mkdir $l", "is a folder"), ("rm $l; mkfifo $l", "is not a regular file"),
    ]
  )
  func flawed(edit: String, half: String) throws {
    let bench = try ZoneWatcherBench(graceMilliseconds: 30)
    _ = bench.zoning.load()
    try bench.run(edit)
    try bench.awaitNews()
    let flaw = try #require(bench.news.last?.flaw)
    #expect(flaw.file == bench.home.file("e/localtime"))
    #expect(flaw.message.hasPrefix(half))
    #expect(flaw.message.hasSuffix("; nightd uses Europe/Berlin until this is corrected"))
    #expect(bench.news.last?.text.hasPrefix(Self.berlin) == true)
    try bench.run(
      """
      mkdir -p u/zoneinfo/Europe; cp -L /usr/share/zoneinfo/zone.tab u/zoneinfo
      cp -L /usr/share/zoneinfo/Europe/London $z/London
      rm -rf $l; ln -s ../$z/London new; mv -T new $l
      """
    )
    while bench.news.last?.flaw != nil { try bench.awaitNews() }
    if bench.news.last?.zonePlace == nil { try bench.awaitNews() }
    #expect(bench.news.last?.text == Self.london)
  }

  @Test(
    "If the zone's file is broken at the start, UTC is used",
    arguments: [
      ("head -c 300 $z/London >$z/Berlin", nil), (":", "Europe/Gone"), ("rm -r u", "Europe/Berlin"),
    ]
  )
  func flawedAtStart(before: String, wish: String?) throws {
    let bench = try ZoneWatcherBench(wish: wish, before: before)
    let surroundings = bench.zoning.load()
    #expect(surroundings.zone == .utc)
    #expect(surroundings.zonePlace == nil)
    let flaw = try #require(surroundings.flaw)
    #expect(flaw.message.hasSuffix("; nightd uses UTC until this is corrected"))
    #expect(flaw.file == (wish == nil ? bench.home.file("e/localtime") : "TZ"))
  }

  @Test("If the zone is removed, UTC is used after the grace period")
  func gone() throws {
    let bench = try ZoneWatcherBench(graceMilliseconds: 30)
    _ = bench.zoning.load()
    try bench.run("rm $l")
    try bench.awaitNews()
    #expect(bench.news.map(\.text) == ["UTC 0 nowhere"])
  }

  @Test("The zone named in TZ is reported as soon as the zone's file appears")
  func comes() throws {
    let bench = try ZoneWatcherBench(wish: "Europe/Paris")
    #expect(bench.zoning.load().flaw?.message.contains("“Europe/Paris”") == true)
    try bench.run("cp -L /usr/share/zoneinfo/Europe/Paris $z/Paris")
    try bench.awaitNews()
    #expect(bench.news.map(\.text) == ["Europe/Paris 1 somewhere"])
  }

  @Test("Nothing is reported if the same zone is written again or another file is written")
  func same() throws {
    let bench = try ZoneWatcherBench()
    _ = bench.zoning.load()
    try bench.run("touch $z/Berlin; cp $z/Berlin new; mv new $z/Berlin; rm $z/London; touch e/x")
    try bench.run("ln -s ../$z/Berlin new; mv -T new $l")
    try bench.serve(milliseconds: 20)
    bench.zoning.readAgain()
    try bench.serve(milliseconds: 20)
    #expect(bench.news == [])
  }

  @Test("`readAgain` finds a change that no watch has reported")
  func look() throws {
    // The file is changed under another name, as a mount would do, so no watch reports the change.
    let bench = try ZoneWatcherBench(before: "cp $z/Berlin o; ln -f o $z/Berlin")
    _ = bench.zoning.load()
    try bench.run("cat $z/London >o")
    try bench.serve(milliseconds: 20)
    #expect(bench.news == [])
    bench.zoning.readAgain()
    try bench.awaitNews()
    #expect(bench.news.map(\.text) == ["Europe/Berlin 0 somewhere"])
  }

  @Test("A change between the start of the watch and the first read is not lost")
  func noGap() throws {
    let change = Mutex<[String]>([])
    var disk = Disk.system
    disk.openThroughLinks = { path throws(Disk.Refusal) in
      let file = try Disk.system.openThroughLinks(path)
      // The old file is already open when another file replaces it.
      let paths = change.withLock { paths in
        defer { paths = [] }
        return paths
      }
      if paths.count == 2 { try Disk.system.rename(paths[0], paths[1]) }
      return file
    }
    let bench = try ZoneWatcherBench(disk: disk, before: "cp $z/London new")
    change.withLock { $0 = ["new", "u/zoneinfo/Europe/Berlin"].map(bench.home.file) }
    #expect(bench.zoning.load().text == Self.berlin)
    try bench.awaitNews()
    #expect(bench.news.map(\.text) == ["Europe/Berlin 0 somewhere"])
  }

  @Test("After the start, nightd's loop does not read the zone's files; another thread reads them")
  func offTheLoop() throws {
    let threads = Mutex<[pthread_t]>([])
    var disk = Disk.system
    disk.lookThroughLinks = { path throws(Disk.Refusal) in
      threads.withLock { $0.append(pthread_self()) }
      return try Disk.system.lookThroughLinks(path)
    }
    let bench = try ZoneWatcherBench(disk: disk)
    _ = bench.zoning.load()
    let atStart = threads.withLock(\.count)
    try bench.run("ln -sfn ../$z/London $l")
    try bench.awaitNews()
    let later = threads.withLock { $0.dropFirst(atStart) }
    #expect(!later.isEmpty)
    #expect(later.allSatisfy { $0 != pthread_self() })
  }
}
