import Glibc
import NightBus
import NightCore
import NightDaemon
import NightStore
import Synchronization
import TestSupport
import Testing

@Suite("Following hand-written files")
struct ConfigWatcherTests {
  @Test("At the start, all hand-written files are read, each separately")
  func load() throws {
    let bench = try ConfigWatcherBench(
      before: "echo u >$f; echo 1 >s1/nightd/config.json5; mkdir s1/nightd/locks; echo l >s2/locks"
    )
    let texts = bench.load()
    #expect(texts.user.text == "u")
    #expect(texts.user.path == bench.home.file("c/nightd/config.json5"))
    #expect(texts.systems.map(\.config.text) == ["1", "-"])
    #expect(texts.systems.map(\.locks.text) == ["<is a folder>", "l"])
    #expect(
      texts.systems.map(\.locks.path) == ["s1/nightd/locks", "s2/locks"].map(bench.home.file)
    )
    #expect(bench.layering.texts == texts)
    #expect(bench.said == [])
  }

  @Test(
    "Each edit of a file is reported once and only when complete, however the file is written",
    arguments: [
      "echo b >$f", "sed -i s/a/b/ $f", "echo b >new && mv new $f",
      // In these steps vim writes a file, with and without a backup copy.
      "mv $f $f~ && sleep 0.02 && echo b >$f && rm $f~",
      "cp $f $f~ && : >$f && sleep 0.02 && echo b >$f && rm $f~",
      "rm $f && sleep 0.05 && echo b >$f",
      ": >$f && sleep 0.05 && printf b >$f && sleep 0.01",
      "echo b >b && ln -sfn ../../b $f",
      "rm $f && sleep 0.02 && echo b >b && ln -s ../../b $f",
      "cp -r c/nightd n && echo b >n/config.json5 && mv c/nightd old && sleep 0.02 && mv n c/nightd",
      "mv c old && sleep 0.02 && cp -r old new && echo b >new/nightd/config.json5 && mv new c",
    ]
  )
  func edited(edit: String) throws {
    // A slow machine may pause between two steps of an editor.
    let bench = try ConfigWatcherBench(graceMilliseconds: 20_000, before: "echo a >$f")
    #expect(bench.load().user.text == "a")
    let editor = try bench.start(edit)
    try bench.awaitNews()
    #expect(try editor.wait() == .exited(0), "\(editor.errorsSoFar)")
    _ = try bench.readNow()
    #expect(bench.news.map(\.user.text) == ["b"])
    try bench.run("echo c >$f")
    try bench.awaitNews()
    #expect(bench.news.map(\.user.text) == ["b", "c"])
  }

  @Test(
    "If a file is removed, emptied or made unusable, this is reported after the grace period",
    arguments: [
      ("rm $f", "-"), ("rm -r c", "-"), (": >$f", ""), ("rm $f; mkdir $f", "<is a folder>"),
      ("chmod 602 $f", "<is writable by everyone>"),
      ("ln -sfn config.json5 $f", "<is a link that leads back to itself>"),
      ("truncate -s 5M $f", "<is larger than 4 MiB>"),
    ]
  )
  func gone(edit: String, text: String) throws {
    let bench = try ConfigWatcherBench(graceMilliseconds: 30, before: "echo a >$f")
    _ = bench.layering.load()
    try bench.run(edit)
    try bench.awaitNews()
    #expect(bench.news.map(\.user.text) == [text])
    try bench.run("rm -rf c; mkdir -p c/nightd; echo b >$f")
    try bench.awaitNews()
    #expect(bench.news.map(\.user.text) == [text, "b"])
  }

  @Test("If one config file may be half-written, a change of another config file is still reported")
  func others() throws {
    let bench = try ConfigWatcherBench(
      graceMilliseconds: 60_000,
      before: "echo a >$f; echo l >s2/locks"
    )
    _ = bench.layering.load()
    try bench.run("rm $f s2/locks; echo s >s1/nightd/config.json5")
    try bench.awaitNews()
    #expect(bench.news.map(\.systems[0].config.text) == ["s"])
    #expect(bench.news.map(\.user.text) == ["a"])
    #expect(bench.news.map(\.systems[1].locks.text) == ["l"])
  }

  @Test("Changes are reported as parsed layers, and a broken file keeps its previous values")
  func parsed() throws {
    let bench = try ConfigWatcherBench(before: "echo '{fade: 1}' >$f")
    let fade = try PreferenceKey("fade")
    #expect(Preferences(Intent(), bench.layering.load()).value(fade) == .integer(1))
    try bench.run("echo '{fade: 2}' >$f")
    try bench.awaitNews()
    try bench.run("echo '{fade: 3' >$f")
    try bench.awaitNews()
    let learned = bench.learned.map { Preferences(Intent(), $0) }
    #expect(learned.map { $0.value(fade) } == [.integer(2), .integer(2)])
    #expect(learned.last?.findings.map(\.kind) == [.broken])
  }

  @Test("If the same text is written to a file again, nothing is reported")
  func same() throws {
    let bench = try ConfigWatcherBench(before: "echo a >$f")
    _ = bench.layering.load()
    try bench.run("echo a >$f; touch $f; sed -i s/a/a/ $f; echo a >b; ln -sfn ../../b $f")
    try bench.serve(milliseconds: 20)
    _ = try bench.readNow()
    #expect(bench.news == [])
  }

  @Test("`readNow` finds a change that no watch has reported")
  func unseen() throws {
    // The change is made through another name of the file, so no watch sees it.
    let bench = try ConfigWatcherBench(before: "echo a >o; ln o $f")
    _ = bench.layering.load()
    try bench.run("echo b >o")
    try bench.serve(milliseconds: 20)
    #expect(bench.news == [])
    #expect(try bench.readNow().user.text == "b")
    #expect(bench.news.map(\.user.text) == ["b"])
    #expect(try bench.readNow().user.text == "b")
  }

  @Test("If a file may be half-written, `readNow` calls back only after the grace period")
  func inDoubt() throws {
    let bench = try ConfigWatcherBench(graceMilliseconds: 30, before: "echo a >$f")
    _ = bench.layering.load()
    try bench.run("rm $f")
    #expect(try bench.readNow().user.text == "-")
    #expect(bench.news.map(\.user.text) == ["-"])
  }

  @Test("If a file cannot be read for lack of a resource, the read is repeated")
  func refusedOnce() throws {
    let count = Mutex(0)
    var disk = Disk.system
    disk.openThroughLinks = { path throws(Disk.Refusal) in
      let isSecond = count.withLock { count in
        count += 1
        return count == 2
      }
      if isSecond { throw Disk.Refusal("open", path, code: EMFILE) }
      return try Disk.system.openThroughLinks(path)
    }
    let bench = try ConfigWatcherBench(graceMilliseconds: 10, disk: disk, before: "echo a >$f")
    _ = bench.layering.load()
    try bench.run("echo b >$f")
    try bench.awaitNews()
    #expect(bench.news.map(\.user.text) == ["b"])
  }

  @Test("After the start, nightd's loop does not read the files; another thread reads them")
  func offTheLoop() throws {
    let threads = Mutex<[pthread_t]>([])
    var disk = Disk.system
    disk.lookThroughLinks = { path throws(Disk.Refusal) in
      threads.withLock { $0.append(pthread_self()) }
      return try Disk.system.lookThroughLinks(path)
    }
    let bench = try ConfigWatcherBench(disk: disk)
    _ = bench.layering.load()
    let atStart = threads.withLock(\.count)
    try bench.run("echo a >$f")
    try bench.awaitNews()
    let later = threads.withLock { $0.dropFirst(atStart) }
    #expect(!later.isEmpty)
    #expect(later.allSatisfy { $0 != pthread_self() })
  }

  @Test("If a config folder cannot be watched, this is logged once")
  func unwatched() throws {
    let bench = try ConfigWatcherBench(
      before: "echo a >$f; chmod 300 c/nightd; \(UnprivilegedUser.takeFolder)"
    )
    #expect(try UnprivilegedUser.perform { bench.load() }.user.text == "a")
    #expect(bench.said.count == 1)
    #expect(bench.said.allSatisfy { $0.contains(bench.home.file("c/nightd")) }, "\(bench.said)")
    try bench.run("chmod 700 c/nightd")
  }
}
