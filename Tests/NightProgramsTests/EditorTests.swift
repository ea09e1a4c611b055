import NightCore
import NightPrograms
import Testing

@Suite("Files for editors and for the command line") struct EditorTests {
  private static let folders = BaseFolders(environment: { ["HOME": "/home/ada"][$0] })

  private func context(_ style: Style = .dark, existing: Set<String> = []) -> ProgramContext {
    let roles = [
      "background": "#101112", "onBackground": "#f0f1f2", "primary": "#3366ff",
      "onPrimary": "#ffffff", "selection": "#223344", "onSelection": "#eeeeee",
      "terminalRed": "#ff0001", "terminalGreen": "#00ff02",
    ]
    let colors = roles.compactMapValues { try? Color(reading: $0) }
    return ProgramContext(
      ColorScheme(style: style, theme: "own", roles: colors),
      Self.folders,
      exists: { existing.contains($0) }
    )
  }

  private func wanted(
    _ name: String,
    existing: Set<String> = []
  ) throws -> WantedProgram {
    try ShippedPrograms.program(name).wanted(context(existing: existing))
  }

  @Test(
    "The files that nightd writes for a program have the theme's colours",
    arguments: [
      ("neovim", ".local/share/nvim/site/plugin/nightd.vim", "Normal guifg=#f0f1f2 guibg=#101112"),
      ("neovim", ".local/share/nvim/site/plugin/nightd.vim", "autocmd Signal SIGUSR1 call"),
      ("vim", ".vim/plugin/nightd.vim", "highlight ErrorMsg guifg=#ff0001"),
      ("vim", ".vim/plugin/nightd.vim", "autocmd SigUSR1 * call"),
      ("vim", ".vim/plugin/nightd.vim", "let &background = 'dark'"),
      (
        "emacs", ".local/state/nightd/programs/emacs.el",
        "(default :foreground \"#f0f1f2\" :background \"#101112\")"
      ),
      ("helix", ".config/helix/themes/nightd.toml", "\"string\" = \"#00ff02\""),
      (
        "kate", ".local/share/org.kde.syntax-highlighting/themes/nightd.theme",
        "\"BackgroundColor\": \"#101112\""
      ),
      ("btop", ".config/btop/themes/nightd.theme", "theme[main_bg]=\"#101112\""),
      ("delta", ".local/state/nightd/programs/delta.gitconfig", "\tdark = true\n\tlight = false"),
      ("fish", ".config/fish/conf.d/nightd.fish", "set -g fish_color_error red"),
      ("fzf", ".local/state/nightd/programs/fzf.sh", "--color=16,fg:-1,bg:-1"),
      ("k9s", ".config/k9s/skins/nightd.yaml", "body: {fgColor: \"#f0f1f2\", bgColor: \"#101112\""),
    ]
  )
  func filesHaveColors(name: String, path: String, part: String) throws {
    let file = try #require(
      wanted(name).files.first { $0.path == "/home/ada/" + path }
    )
    #expect(file.text.contains(part))
    #expect(file.text.hasSuffix("\n"))
  }

  @Test(
    "nightd's line goes into the file that the program reads",
    arguments: [
      ("emacs", [], ".emacs.d/init.el"),
      ("emacs", [".config/emacs"], ".config/emacs/init.el"),
      ("emacs", [".config/emacs", ".emacs.d"], ".emacs.d/init.el"),
      ("emacs", [".emacs", ".emacs.d/init.el"], ".emacs"),
      ("emacs", [".emacs", ".config/doom/config.el"], ".config/doom/config.el"),
      ("fzf", [".bashrc"], ".bashrc"), ("fzf", [".bashrc", ".zshrc"], ".zshrc"),
    ]
  )
  func lineIsInRightFile(name: String, existing: [String], expected: String) throws {
    let existing = Set(existing.map { "/home/ada/" + $0 })
    let include = try #require(wanted(name, existing: existing).include)
    #expect(include.path { existing.contains($0) } == "/home/ada/" + expected)
  }

  @Test(
    "The plugin for Vim is written beside the vimrc that Vim reads",
    arguments: [
      ([], ".vim"), ([".config/vim/vimrc"], ".config/vim"),
      ([".config/vim/vimrc", ".vimrc"], ".vim"),
    ]
  )
  func vimFolder(existing: [String], expected: String) throws {
    let context = context(existing: Set(existing.map { "/home/ada/" + $0 }))
    let paths = try ShippedPrograms.program("vim").wanted(context).files.map(\.path)
    #expect(paths == ["/home/ada/\(expected)/plugin/nightd.vim"])
  }

  @Test(
    "nightd's line is added only if it takes effect, and removing the line restores each byte",
    arguments: [
      ("helix", "[editor]\ncursorline = true\n", false), ("helix", "theme = \"onedark\"\n", true),
      ("helix", "  theme=\"onedark\"", true), ("helix", "[theme]\ndark = \"x\"", true),
      ("helix", "themes = 1\n", false),
      ("btop", "", false), ("btop", "color_theme = \"Default\"\n", true),
      ("emacs", "(half", true), ("emacs", "(whole)", false), ("delta", "[user]\n", false),
      ("bat", "--theme=x", false),
    ]
  )
  func refusals(name: String, text: String, isRefused: Bool) throws {
    let include = try #require(wanted(name).include)
    #expect((include.refusal(text) != nil) == isRefused)
    let bytes = Array(text.utf8)
    #expect(
      include.removed(from: include.added(to: bytes), wasOpen: IncludeLine.isOpen(bytes)) == bytes
    )
  }

  @Test("The line for Emacs is refused if a compiled init file would hide the edited file")
  func compiledFile() throws {
    let existing: Set = ["/home/ada/.emacs.d/init.el", "/home/ada/.emacs.d/init.elc"]
    let include = try #require(wanted("emacs", existing: existing).include)
    #expect(include.refusal("") != nil)
  }
}
