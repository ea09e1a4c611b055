/// A script that the shell reads from its standard input, and not from its arguments.
///
/// systemd 252 garbles quotes and dollar signs of a transient unit's arguments if it reloads its units
/// before the start. Nothing garbles what the program reads.
///
/// The text defines functions. The shell calls `main` with the arguments, and then runs each later line
/// of its input as a command until the input ends. Shells read their input in blocks, so a later line
/// may already be in the shell's memory: a script never reads its input itself, and `main` reads
/// nothing from there.
package struct ShellScript: Equatable, Sendable {
  /// How the shell is started.
  package static let words = ["/bin/sh", "-s"]

  package var text: String
  package var arguments: [String]

  package init(_ text: String, _ arguments: [String] = []) {
    self.text = text
    self.arguments = arguments
  }

  /// What the shell reads first.
  package var input: String {
    "\(text)\n" + (["main"] + arguments.map(Self.quoted) + ["</dev/null\n"]).joined(separator: " ")
  }

  /// By bytes, as the shell reads: a mark may join the quote before it to one character.
  private static func quoted(_ word: String) -> String {
    let quote = UInt8(ascii: "'")
    let bytes = word.utf8.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] }
    return String(decoding: [quote] + bytes + [quote], as: UTF8.self)
  }
}
