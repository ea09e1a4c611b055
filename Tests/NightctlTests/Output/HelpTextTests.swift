import TestSupport
import Testing

@testable import nightctl

/// The help of nightctl and of each command, compared with Tests/golden/help.txt.
@Suite("Golden texts of the help")
struct HelpTextTests {
  /// The names of the help texts: an empty name for nightctl itself, then the groups, then the
  /// commands outside of groups.
  private static let names: [String] = {
    let groups = CommandTable.groups.map(\.name)
    return [""] + groups + CommandTable.commands.map(\.name).filter { !groups.contains($0) }
  }()

  private static func help(_ words: [String]) throws -> String {
    let finished = try Program.run(Built.nightctl, words)
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "")
    return finished.output
  }

  private static func words(_ name: String) -> [String] {
    name.split(separator: " ").map(String.init)
  }

  @Test("The help of each command equals its golden text")
  func golden() throws {
    var text = ""
    for name in Self.names {
      text += "==== nightctl \(name)\n" + (try Self.help(Self.words(name) + ["--help"]))
    }
    #expect(try GoldenText.inFile("Tests/golden/help.txt", found: text) == text, "make texts")
  }

  @Test("-h, --help and help print the same text for each command", arguments: names)
  func ways(name: String) throws {
    let words = Self.words(name)
    let help = try Self.help(words + ["--help"])
    for way in [words + ["-h"], ["help"] + words, ["--help"] + words] {
      #expect(try Self.help(way) == help, "\(way)")
    }
  }

  @Test("The help of a group lists each of its commands")
  func groups() throws {
    for group in CommandTable.groups {
      let help = try Self.help([group.name, "--help"])
      for command in CommandTable.within(group.name) {
        #expect(help.contains("\n  \(command.name)"))
      }
    }
  }
}
