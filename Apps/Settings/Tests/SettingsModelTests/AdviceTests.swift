import Testing

@testable import SettingsModel

struct AdviceTests {
  @Test(
    "Advice to type a command is left out, and the rest of the sentence stays",
    arguments: [
      (
        "Change ~/a first: it sets colors; remove them, then run nightctl programs on alacritty",
        "Change ~/a first: it sets colors; remove them"
      ),
      (
        "~/a lacks nightd's line (include x); to add it, run nightctl programs on foot",
        "~/a lacks nightd's line (include x)"
      ),
      (
        "there is no theme “a”; to list all themes, run nightctl theme list; see nightctl set --help",
        "there is no theme “a”"
      ),
      (
        "tmux changes the same file ~/a in another way; first run: nightctl programs off tmux",
        "tmux changes the same file ~/a in another way"
      ),
      ("This is a hold; to end it at once, run nightctl resume.", "This is a hold."),
      (
        "Keeps ~/a, because a line uses it. Remove the line, then run nightctl programs off foot.",
        "Keeps ~/a, because a line uses it. Remove the line."
      ),
      ("All stays. To switch it on, run: nightctl prefs delete programs-off && x", "All stays."),
      ("It failed.\nRun it; then use nightctl set dark", "It failed.\nRun it"),
      (
        "You chose it with nightctl set dark; it stays.",
        "You chose it with nightctl set dark; it stays."
      ),
      ("Nobody chose: choose with nightctl set dark or light.", "Nobody chose."),
      ("To see it, run nightctl apps. it stays.", "It stays."),
      ("nightctl printed more than 16 MB", "nightctl printed more than 16 MB"),
      ("run nightctl doctor", "run nightctl doctor"),
      ("It is dark. The sun has set at 16:05.", "It is dark. The sun has set at 16:05."),
      ("", ""),
    ]
  )
  func advice(_ text: String, _ rest: String) { #expect(text.withoutAdvice == rest) }
}
