import TestSupport
import Testing

/// The themes that nightctl offers as completions.
@Suite("Completion of themes")
struct ThemeCompletionTests {
  @Test(
    "`theme use --dark` completes only dark themes; `theme check` completes themes and files",
    arguments: [
      (["use", "--light", ""], ["daylight", "daylight-high", "sand"]),
      (["use", "--dark-high", ""], ["midnight", "midnight-high", "night-vision", "sea", "stone"]),
      (["use", "--dark=s"], ["--dark=sea", "--dark=stone"]),
      (["remove", ""], ["sand", "sea", "torn"]), (["path", ""], ["sand", "sea", "stone", "torn"]),
      (["show", "sea", "s"], ["sand", "stone"]), (["export", "sea", "sand", "s"], ["stone"]),
      (["check", "sea", "s"], ["sand", "stone", ":file"]), (["use", "t"], ["torn"]),
    ]
  )
  func offered(words: [String], offered: [String]) throws {
    let home = try ThemeHome()
    try home.put("{style: 'dark'}", "sea.json5")
    try home.put("{style: 'light'}", "sand.json5")
    try home.put("{style: 'da", "torn.json5")
    try home.home.write("{style: 'dark'}", to: "system/nightd/themes/stone.json5")
    let finished = try home.nightctl(["complete", "theme"] + words)
    #expect(finished.output == offered.map { $0 + "\n" }.joined())
  }

  @Test("A key that is already among the arguments is not completed again")
  func keys() throws {
    let home = try ThemeHome()
    let finished = try home.nightctl(["complete", "prefs", "watch", "theme.dark", "theme.d"])
    #expect(finished.output == "theme.dark-high\n")
  }

  @Test(
    "bash completes files as well as themes",
    .enabled(if: Tool.path("bash") != nil, "there is no bash on this machine")
  )
  func bash() throws {
    let home = try ThemeHome()
    try home.put("{style: 'dark'}", "sea.json5")
    try home.home.write("", to: "here/sea cove.json5")
    try home.home.write("", to: "here/seaside/x")
    let script = """
      cd here
      . '\(Built.sourceRoot)/data/completions/nightctl.bash'
      COMP_WORDS=("$0" "$@")
      COMP_CWORD=$#
      compopt() { echo "compopt $*"; }
      _nightctl "$0"
      for word in "${COMPREPLY[@]}"; do echo "$word"; done
      """
    let finished = try Program.run(
      "bash",
      ["-c", script, Built.nightctl, "theme", "check", "sea"],
      environment: ["HOME": home.home.path],
      folder: home.home.path
    )
    #expect(finished.errors == "")
    #expect(finished.output == "compopt -o filenames\nsea\nsea cove.json5\nseaside\n")
  }
}
