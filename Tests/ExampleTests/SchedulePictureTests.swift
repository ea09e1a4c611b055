import Glibc
import TestSupport
import Testing

@Suite("docs/schedule.svg")
struct SchedulePictureTests {
  /// With NIGHTD_WRITE_DOCS set it is written there.
  @Test("it is what nightctl draws")
  func picture() throws {
    let path = Built.sourceRoot + "/docs/schedule.svg"
    let file = getenv("NIGHTD_WRITE_DOCS") == nil ? "-" : path
    let finished = try Program.run(
      Built.nightctl,
      [
        "schedule", "plot", "--zone", "Europe/Berlin", "--at", "52.52,13.405", "--year", "2026",
        "--rules", "dark sunset; light sunrise", "--svg", file,
      ]
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    guard file == "-" else { return }
    let drawn = finished.output.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = try TextFile(path).lines
    #expect(drawn.count == lines.count)
    for (line, drawing) in zip(lines, drawn) where line != drawing {
      Issue.record("NIGHTD_WRITE_DOCS=1 swift test --filter \(Self.self): \(line.prefix(200))")
    }
  }
}
