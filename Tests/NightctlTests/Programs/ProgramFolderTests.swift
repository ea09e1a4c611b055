import Glibc
import NightCore
import NightPrograms
import TestSupport
import Testing

@testable import nightctl

@Suite("Folders that nightctl makes for programs")
struct ProgramFolderTests {
  private let home: TemporaryFolder
  /// Each of these folders is inside the one before it.
  private static let folders = [".config/x", ".config/x/y", ".config/x/y/z"]
  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  init() throws { home = try TemporaryFolder() }

  private var context: ProgramContext {
    let path = home.path
    let scheme = ColorScheme(
      style: .dark,
      theme: "midnight",
      isHighContrast: false,
      accent: nil,
      roles: [:]
    )
    return ProgramContext(scheme, BaseFolders { $0 == "HOME" ? path : nil })
  }

  /// A program with a file of colours; if `hasLine` is true, it also adds a line to a user's file.
  private func program(_ number: Int, hasLine: Bool) -> WantedProgram {
    var program = WantedProgram(Program(unreadable: "abc".map(String.init)[number]))
    let folder = home.file(Self.folders[number])
    program.files = [ColorFile(folder + "/colors", "# Written by nightd")]
    if hasLine {
      program.include = IncludeLine(in: [folder + "/config"], "include colors", at: .bottom)
    }
    return program
  }

  private func edit(_ body: (ProgramEditor) throws -> Void) throws {
    let output = Output(descriptor: open("/dev/null", O_WRONLY | O_CLOEXEC), complaints: -1)
    defer { close(output.descriptor) }
    try body(ProgramEditor(context, output, isDryRun: false))
  }

  @Test(
    "Nested folders that nightctl made are all removed, whatever the order of `on` and `off`",
    arguments: orders,
    orders
  )
  func nested(_ on: [Int], _ off: [Int]) throws {
    try home.makeFolder(".config")
    for hasLine in [false, true] {
      for number in on { try edit { try $0.switchOn(program(number, hasLine: hasLine)) } }
      for number in off { try edit { try $0.switchOff(program(number, hasLine: hasLine)) } }
      #expect(home.list(".config") == [])
      #expect(home.list(".local/state/nightd/programs") == [])
    }
  }
}
