import NightCore
import Testing

@testable import nightctl

@Suite("Directives of YAML")
struct YamlDirectiveTests {
  @Test(
    "what no scheme has is refused in its line, for libyaml takes long over many of them",
    arguments: [
      ("%TAG !a! x\n---\na: 1\n", 1), ("# c\n\n%YAML 1.1\n%FOO\n---\na: 1\n", 4),
      ("a: 1\n...\n%TAG !a! x\n---\nb: 2", 3), ("\u{FEFF}%TAG !a! x\n---\na: 1\n", 1),
      ("# c\r%TAG !a! x\n---\na: 1\n", 2), ("# c\u{85}%TAG !a! x\n---\na: 1\n", 2),
      ("# c\u{2028}%TAG !a! x\n---\na: 1\n", 2),
    ]
  )
  func refused(yaml: String, line: Int) {
    let error = #expect(throws: YamlError.self) { _ = try YamlReader.read(Array(yaml.utf8)) }
    #expect(error?.position == Position(line: line, column: 1), "\(String(describing: error))")
    #expect(error?.message.contains("directive") == true, "\(String(describing: error))")
  }

  @Test("the version may be said, and a sign of percent stand anywhere else")
  func taken() throws {
    let node = try YamlReader.read(Array("%YAML 1.1\n---\na: '5 %'\nb: |\n %TAG\n".utf8))
    #expect(node["a"]?.value == .string("5 %"))
    #expect(node["b"]?.value == .string("%TAG\n"))
  }

  @Test("text of sixteen bits is refused, in which a directive could hide")
  func wide() {
    for bytes in [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]] {
      #expect(throws: YamlError.self) { _ = try YamlReader.read(bytes) }
    }
  }
}
