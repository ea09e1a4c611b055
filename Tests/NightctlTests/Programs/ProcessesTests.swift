import Glibc
@testable import nightctl
import TestSupport
import Testing

@Suite("The user's processes")
struct ProcessesTests {
  private static let daemon = "xsettingsd"

  private func found(
    _ environment: String?,
    state: String = "S",
    orNone: Bool = false,
    before read: (TemporaryFolder) throws -> Void = { _ in }
  ) throws -> [pid_t] {
    let folder = try TemporaryFolder()
    try folder.write(Self.daemon + "\n", to: "42/comm")
    let numbers = String(repeating: " 1", count: 30)
    try folder.write("42 (\(Self.daemon)) \(state)\(numbers)\n", to: "42/stat")
    if let environment { try folder.write(environment, to: "42/environ") }
    let processes = Processes(in: folder.path)
    try read(folder)
    return processes.running([Self.daemon], on: ":1", orNone: orNone)
  }

  @Test(
    "A process is treated as on a display if its environment contains the display or is unreadable",
    arguments: [
      ("DISPLAY=:1\0A=b\0", true), ("DISPLAY=:2\0", false), ("A=b\0", false), ("", false),
      (nil, true),
    ]
  )
  func display(environment: String?, runs: Bool) throws {
    #expect(try found(environment) == (runs ? [42] : []))
  }

  @Test("A zombie is not reported as running, whether or not its environment can be read")
  func zombie() throws {
    #expect(try found("", state: "Z") == [])
    #expect(try found(nil, state: "Z") == [])
    #expect(try found(nil, state: "Z", orNone: true) == [])
  }

  @Test("A process without a display is listed only if the caller asks for such processes")
  func none() throws {
    #expect(try found("A=b\0", orNone: true) == [42])
  }

  @Test(
    "A process that has ended since the list was made is not reported as running",
    arguments: [false, true]
  )
  func ended(orNone: Bool) throws {
    let processes = try found("DISPLAY=:1\0", orNone: orNone) { folder in
      #expect(rename(folder.file("42"), folder.file("ended")) == 0)
    }
    #expect(processes == [])
  }
}
