import NightCore
import TestSupport
import Testing

@Suite("Shell words")
struct ShellWordTests {
  @Test(
    "A shell reads quoted text as one word that equals the original text",
    arguments: [
      "plain-1.0/x_y", "", " ", "it's", "'", "''", "a b", "$HOME", "`id`", "\\", "\"", "*", "é",
      "a\nb", "'\u{301};id;'", "-n", "~",
    ]
  )
  func word(text: String) throws {
    let printed = try Program.run("/bin/sh", ["-c", "printf '%s|' \(ShellWord.of(text))"]).output
    #expect(printed.isSameText(as: text + "|"))
  }

  @Test("A word of safe characters needs no quotes in a shell, and any other text is quoted")
  func quotes() {
    #expect(ShellWord.of("org.example.Editor") == "org.example.Editor")
    #expect(ShellWord.of("/home/a da/it's") == #"'/home/a da/it'\''s'"#)
  }
}
