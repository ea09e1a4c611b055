import NightCore
import TestSupport
import Testing

@Suite("docs/doctor.md")
struct DoctorDocumentTests {
  @Test("it lists all that the doctor can find, in the doctor's order")
  func codes() throws {
    let lines = try TextFile(Built.sourceRoot + "/docs/doctor.md").lines
    let rows = lines.filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(rows == DoctorCode.allCases.map(\.rawValue))
  }
}
