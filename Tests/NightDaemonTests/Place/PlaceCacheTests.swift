import Glibc
import NightBus
import NightCore
import NightDaemon
import NightStore
import TestSupport
import Testing

@Suite("The stored last place")
struct PlaceCacheTests {
  private static let kept = """
    {
      "format": 1,
      "latitude": 52.52,
      "longitude": 13.41,
      "when": "2026-11-21T19:20:00Z"
    }

    """

  @Test(
    "A stored place is rounded to about a kilometre, has a timestamp, and is private to the user"
  )
  func written() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.5243 13.4105 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    try bench.settleDisk()
    #expect(bench.home.text("place.json") == Self.kept)
    #expect(bench.home.list() == ["place.json"])
    var facts = stat()
    #expect(lstat(bench.home.file("place.json"), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
    withExtendedLifetime(geoClue) {}
  }

  @Test(
    "The stored place is used until GeoClue reports a place, and a nearby place does not replace it"
  )
  func read() throws {
    let bench = try PlaceFinderBench(kept: Self.kept)
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    let geoClue = try bench.startGeoClue("tell 52.5 13.38 1000")
    try bench.serve(news: 2)
    try geoClue.write("tell 40.4 -3.7 1000\n")
    try bench.serve(news: 3)
    #expect(bench.news.map(\.text) == ["52.52,13.41 before", "52.52,13.41", "40.4,-3.7"])
    try bench.settleDisk()
    #expect(bench.home.text("place.json")?.contains("40.4") == true)
  }

  @Test(
    "An unusable place file is logged once without its contents, and the next place replaces it",
    arguments: [
      ("printf '' >$f", "is empty"),
      ("printf 52.52 >$f", "is broken at 1:1: expected an object with a"),
      ("echo '{\"format\":1,\"latitude\":52.52' >$f", "this is not JSON"),
      (
        "echo '{\"format\":1,\"latitude\":152.52,\"longitude\":1}' >$f", "this place does not exist"
      ),
      ("echo '{\"format\":1,\"latitude\":1,\"longitude\":\"52\"}' >$f", "expected a number"),
      ("echo '{\"format\":2,\"place\":52.52}' >$f", "was written by a newer nightd in format 2"),
      ("head -c 5000 /dev/zero >$f", "is larger than 4 KiB"), ("mkdir $f", "is not a regular file"),
      ("mkfifo $f", "is not a regular file"), ("echo '\(kept)' >o; ln -s o $f", "not a regular"),
    ]
  )
  func flawed(edit: String, message: String) throws { try check(edit, message) }

  @Test(
    "If another user owns the place file, this is logged once, and the file is replaced later",
    .enabled(if: geteuid() == 0, "only root can give a file away")
  )
  func foreign() throws {
    try check("echo '\(Self.kept)' >$f; chown 65534 $f", "belongs to another user")
  }

  private func check(_ edit: String, _ message: String) throws {
    let bench = try PlaceFinderBench()
    let done = try Program.run("sh", ["-ec", "f=place.json\n" + edit], folder: bench.home.path)
    try #require(done.exit == .exited(0), "\(done)")
    bench.locating.isAllowed = true
    try bench.serve(until: bench.log.contains { $0.contains("place.json") })
    let line = try #require(bench.log.first { $0.contains("place.json") })
    #expect(line.hasPrefix("warning: \(bench.home.file("place.json")) "))
    #expect(line.contains(message) && !line.contains("52.5"), "\(line)")
    #expect(line.hasSuffix("; the last known place is lost"))
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    try bench.serve(news: 1)
    try bench.settleDisk()
    #expect(bench.news.map(\.text) == ["52.52,13.41"])
    let isFolder = edit.hasPrefix("mkdir")
    #expect(bench.home.text("place.json") == (isFolder ? nil : Self.kept))
    #expect(bench.home.text("o").map { $0 == Self.kept + "\n" } ?? true)
    #expect(!bench.home.list().contains("place.json.new"))
    bench.locating.isAllowed = false
    try bench.serve(news: 2)
    try bench.settleDisk()
    #expect(bench.home.list().contains("place.json") == isFolder)
    withExtendedLifetime(geoClue) {}
  }

  @Test(
    "If a place cannot be written to disk, one warning is logged, and the place is still reported"
  )
  func full() throws {
    var disk = Disk.system
    disk.write = { _, _ throws(Disk.Refusal) in throw Disk.Refusal("write", "", code: ENOSPC) }
    let bench = try PlaceFinderBench(disk: disk)
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    try geoClue.write("tell 40.4 -3.7 1000\n")
    try bench.serve(news: 2)
    try bench.settleDisk()
    #expect(
      bench.log.filter { $0.hasPrefix("warning") } == [
        "warning: the place could not be saved for nightd's next start: write "
          + "\(bench.home.file("place.json")): No space left on device"
      ]
    )
    #expect(bench.home.list() == [])
  }

  @Test("A daemon that may not store a place removes the place that an earlier daemon stored")
  func left() throws {
    let bench = try PlaceFinderBench(kept: Self.kept)
    try bench.home.write("half", to: "place.json.new")
    bench.locating.removeLeftover()
    #expect(bench.home.list() == [])
    bench.locating.removeLeftover()
    #expect(bench.log == [])
  }
}
