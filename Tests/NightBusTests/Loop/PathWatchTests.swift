import Glibc
import NightBus
import TestSupport
import Testing

/// Tests that watch the path `c/n/f`; a shell script makes each change.
@Suite("Path watches")
struct PathWatchTests {
  struct Step: CustomTestStringConvertible, Sendable {
    let before: String
    let change: String
    init(_ before: String, _ change: String) {
      self.before = before
      self.change = change
    }
    var testDescription: String { "\(before) | \(change)" }
  }

  private static let file = "mkdir -p c/n && echo a >c/n/f"
  private static let fileLink = "mkdir -p c/n d && echo a >d/g && ln -s ../../d/g c/n/f"
  private static let folderLink = "mkdir -p c d/n e/n && echo a >d/n/f && ln -s $PWD/d/n c/n"
  private static let generations = """
    mkdir -p c pool 1/n 2/n && echo a >pool/a && echo b >pool/b && ln -s ../../pool/a 1/n/f \
    && ln -s ../../pool/b 2/n/f && ln -s 1 now && ln -s ../now/n c/n
    """

  @Test(
    "A path watch reports each kind of change to a watched file, and reports later changes, too",
    arguments: [
      Step(file, "echo b >c/n/f"),
      Step(file, "echo b >c/n/g && mv c/n/g c/n/f"),
      Step(file, "sed -i s/a/b/ c/n/f"),
      Step(file, "rm c/n/f"),
      Step(file, "mv c/n/f ."),
      Step(file, "chmod 400 c/n/f"),
      Step("mkdir -p c/n", "echo a >c/n/f"),
      Step("mkdir -p c/n; echo a >o", "ln o c/n/f"),
      Step("mkdir -p c/n", "mkdir c/n/f"),
      // In these cases, the second script replaces or creates the folders that contain the file.
      Step("mkdir c", "mkdir c/n && echo a >c/n/f"),
      Step("mkdir c && echo a >c/n", "rm c/n && mkdir c/n && echo a >c/n/f"),
      Step(":", "mkdir -p c/n && echo a >c/n/f"),
      Step("mkdir -p d/n && echo a >d/n/f", "mv d c"),
      Step(file, "mv c/n c/old"),
      Step(file, "mv c old"),
      Step(file, "rm -r c/n && mkdir c/n && echo b >c/n/f"),
      Step(file, "rm -r c && echo b >c"),
      Step(file + "; mkdir d; echo b >d/f", "mv c/n c/old && mv d c/n"),
      Step(file + "; mkdir -p d/n; echo b >d/n/f", "mv c old && mv d c"),
      // In these cases, the file is a symbolic link.
      Step(fileLink, "echo b >d/g"),
      Step(fileLink, "echo b >d/h && mv d/h d/g"),
      Step(fileLink, "rm d/g"),
      Step(fileLink, "mv d e"),
      Step(fileLink, "rm c/n/f"),
      Step(fileLink + "; echo b >d/h", "ln -sfn ../../d/h c/n/f"),
      Step(fileLink + "; echo b >d/h", "ln -s ../../d/h new && mv -T new c/n/f"),
      Step(fileLink, "cp --remove-destination d/g c/n/f"),
      Step(fileLink, "rm c/n/f && cp d/g c/n/f"),
      Step("mkdir -p c/n && ln -s ../../x/y/z c/n/f", "mkdir -p x/y && echo a >x/y/z"),
      Step("mkdir -p c/n && ln -s f c/n/f && echo a >o", "ln -sfn ../../o c/n/f"),
      // In these cases, a folder above the file is a symbolic link.
      Step(folderLink, "echo b >d/n/f"),
      Step(folderLink, "mv d old"),
      Step(folderLink, "echo b >e/n/f && ln -sfn $PWD/e/n c/n"),
      Step(folderLink, "rm c/n && mkdir c/n && echo b >c/n/f"),
      Step(generations, "ln -s 2 new && mv -T new now"),
      Step(generations, "ln -sfn ../../pool/b 1/n/f"),
      Step(generations, "echo b >pool/a"),
      Step(generations, "mv 1 old && mv 2 1"),
      Step("ln -s c1 c && ln -s c c1", "rm c c1 && mkdir -p c/n && echo a >c/n/f"),
    ]
  )
  func reported(step: Step) throws {
    let bench = try PathBench(before: step.before)
    try bench.run(step.change)
    #expect(try bench.awaitNews() == ["c/n/f"])
    for change in ["rm -rf c && mkdir -p c/n && echo x >c/n/f", "echo y >c/n/f", "rm c/n/f"] {
      try bench.run(change)
      #expect(try bench.awaitNews() == ["c/n/f"], "\(change)")
    }
  }

  @Test(
    "A path watch reports no changes to other files and folders",
    arguments: [
      Step(file, "echo b >c/n/g && mv c/n/g c/n/h && chmod 400 c/n/h && rm c/n/h; mkdir c/n/d"),
      Step(file, "touch c/o o && mkdir -p c/d d && mv c/d d && rm -r c/o o d"),
      Step(file, "cat c/n/f; cp c/n/f o; rm o"),
      Step("mkdir -p c/n", "echo a >c/n/g && rm c/n/g && touch c/o"),
      Step("mkdir c", "mkdir c/o && touch o"),
      Step(":", "mkdir -p d/n && touch d/n/f"),
      // The file exists neither before nor after the change.
      Step(":", "mkdir -p c/n"),
      Step("mkdir -p c/n", "rm -r c"),
      Step(fileLink, "echo b >d/o && mv d/o d/p && rm d/p && touch c/n/o"),
      Step(folderLink, "echo b >d/n/o && touch c/o d/o o && rm d/o"),
      Step(generations, "ln -sfn b pool/c && ln -sfn a 2/n/f && touch now2 1/o"),
    ]
  )
  func quiet(step: Step) throws {
    let bench = try PathBench(before: step.before)
    try bench.run(step.change)
    #expect(try bench.newsSoon() == [])
    try bench.run("rm -rf c && mkdir -p c/n && echo x >c/n/f")
    #expect(try bench.awaitNews() == ["c/n/f"])
  }

  @Test("A path with names that begin with combining marks is watched")
  func mark() throws {
    let bench = try PathBench(["c/\u{301}n/\u{301}f"], before: ":")
    for change in ["mkdir c", "mkdir c/\u{301}n", "echo a >c/\u{301}n/\u{301}f", "rm -r c"] {
      try bench.run(change)
      let isSeen = change.contains("echo") || change.contains("rm")
      #expect(try isSeen ? !bench.awaitNews().isEmpty : bench.newsSoon() == [], "\(change)")
    }
  }

  @Test("A path watch does not report a file while it is being written")
  func unfinished() throws {
    let bench = try PathBench(before: "mkdir -p c/n")
    let file = open(bench.folder.file("c/n/f"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    _ = write(file, "half", 4)
    #expect(try bench.newsSoon() == [])
    close(file)
    #expect(try bench.awaitNews() == ["c/n/f"])
  }

  @Test("A path watch reports only the changed paths, in one folder or in several")
  func many() throws {
    let paths = ["c/n/f", "c/n/g", "d/f", "missing/f"]
    let bench = try PathBench(paths, before: "mkdir -p c/n d; ln -s ../c/n/g d/f")
    for (change, reported) in [
      ("touch c/n/f", ["c/n/f"]), ("touch c/n/g", ["c/n/g", "d/f"]),
      ("touch c/n/f; mkdir missing; touch missing/f", ["c/n/f", "missing/f"]),
      ("rm -r c", ["c/n/f", "c/n/g", "d/f"]),
    ] {
      try bench.run(change)
      #expect(try bench.awaitNews() == Set(reported), "\(change)")
    }
  }

  @Test(
    "If a folder is replaced, the new one is watched, even if a process still has the old one open"
  )
  func folderInUse() throws {
    let bench = try PathBench(before: Self.file)
    let descriptor = open(bench.folder.file("c/n"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    try bench.run("rm c/n/f")
    #expect(try bench.awaitNews() == ["c/n/f"])
    try bench.run("rmdir c/n")
    #expect(try bench.newsSoon() == [])
    try bench.run("mkdir c/n && echo b >c/n/f")
    #expect(try bench.awaitNews() == ["c/n/f"])
  }

  @Test("If the kernel's queue overflows, all paths are reported and are still watched afterwards")
  func overflow() throws {
    let bench = try PathBench(["c/n/f", "c/o"], before: Self.file)
    let shown = try Program.run("cat", ["/proc/sys/fs/inotify/max_queued_events"], environment: [:])
    let limit = try #require(Int(shown.output.dropLast()))
    // Alternate between two names, because the kernel merges equal events in a row. Make clearly
    // more events than the limit, because a child of another test may keep a file open for a
    // moment.
    for number in 0...(limit + limit / 4) {
      close(open(bench.folder.file("c/n/\(number % 2)"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }
    #expect(try bench.awaitNews() == ["c/n/f", "c/o"])
    try bench.run("echo b >c/n/f")
    #expect(try bench.awaitNews() == ["c/n/f"])
  }

  @Test("The folders above a watched file are watched only for events that matter to this file")
  func needed() throws {
    let bench = try PathBench(before: Self.fileLink)
    let own: UInt32 = 0xc00
    for _ in 1...20 {
      try bench.run("echo b >d/h && mv d/h d/g && ln -s ../../d/g new && mv -T new c/n/f")
      _ = try bench.awaitNews()
    }
    var masks = try bench.watched()
    #expect(masks.removeValue(forKey: bench.number("d")) == own | 0x3cc)
    #expect(masks.removeValue(forKey: bench.number("c/n")) == own | 0x3c0)
    #expect(masks.removeValue(forKey: bench.number("c")) == own)
    #expect(masks.values.allSatisfy { $0 == own })
    #expect(masks.count < 8)

    try bench.run("rm -r c d")
    _ = try bench.awaitNews()
    masks = try bench.watched()
    #expect(masks[bench.number(".")] == own | 0x180)
  }

  @Test("Changes in busy folders above a watched file do not wake the loop")
  func busyAbove() throws {
    let bench = try PathBench(before: Self.file)
    let busy = try Program.start(
      "sh",
      ["-c", "for i in 1 2 3 4 5 6 7 8 9; do touch o c/o; rm o c/o; sleep 0.01; done"],
      folder: bench.folder.path
    )
    var news: Set<String> = []
    let cost = try ThreadCost.measure { news = try bench.newsSoon(milliseconds: 150) }
    _ = try busy.wait()
    #expect(news == [])
    #expect(cost.waits < 6)
  }

  @Test("If a folder cannot be read, the watch reports a failure with the folder's path")
  func unreadable() throws {
    let bench = try PathBench(
      before: "\(Self.file); chmod 300 c/n; \(UnprivilegedUser.takeFolder)",
      asNobody: true
    )
    #expect(bench.watch?.failures.map(\.folder) == [bench.folder.file("c/n")])
    try bench.run("chmod 700 c/n")
  }
}
