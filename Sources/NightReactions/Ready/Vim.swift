import NightThemes
import NightValues

/// The ready reactions for Vim and Neovim: a plugin file, which both load by themselves.
///
/// A plugin file needs no line in the user's configuration. Making a `~/.vimrc` would even change
/// Vim: without one, Vim loads its `defaults.vim`.
extension ReadyReactions {
  static let neovim = ReadyReaction(
    "neovim",
    .editors,
    programs: ["nvim"],
    .tried("0.7.2"),
    files: { context in
      let script = VimScript(context, name: "neovim", signal: "Signal SIGUSR1")
      return [ColorFile(neovimFile(context), script.text)]
    },
    announcements: { context in
      let file = neovimFile(context)
      return [
        .signal(.usr1, programs: ["nvim"]),
        // For those that began before the file existed.
        .run(["sh", "-c", neovimCommand, "sh", VimScript.quoted(file)]),
      ]
    },
    restorations: { _ in [.signal(.usr1, programs: ["nvim"])] }
  )

  static let vim = ReadyReaction(
    "vim",
    .editors,
    programs: ["vim", "gvim", "vim.basic", "vim.gtk3"],
    .tried("9.0"),
    note: "A Vim that runs when you switch this on gets the colours at its next start.",
    files: { context in
      let script = VimScript(context, name: "vim", signal: "SigUSR1 *")
      // Vim 9.1 reads this folder only if it has the vimrc, and no older place has one.
      let hasOlder =
        ["_", "."].contains { context.fileExists(context.home($0 + "vimrc")) }
        || context.fileExists(context.home(".vim/vimrc"))
      let isInConfig = !hasOlder && context.fileExists(context.config("vim/vimrc"))
      let folder = isInConfig ? context.config("vim") : context.home(".vim")
      return [ColorFile(folder + "/plugin/nightd.vim", script.text)]
    },
    announcements: { _ in
      [.signal(.usr1, programs: ["vim", "gvim", "vim.basic", "vim.gtk3", "vim.nox", "vi"])]
    }
  )

  private static func neovimFile(_ context: ReactionContext) -> String {
    context.data("nvim/site/plugin/nightd.vim")
  }

  /// Loads the file in each Neovim that has a socket and has not loaded the file yet.
  ///
  /// Neovim 0.7 has its socket in the folder for temporary files. A stopped Neovim does not answer.
  private static let neovimCommand = """
    for socket in "$XDG_RUNTIME_DIR"/nvim.*.* "${TMPDIR:-/tmp}"/nvim*/0; do
      [ -S "$socket" ] && [ -O "$socket" ] || continue
      timeout 1 nvim --server "$socket" --remote-expr \
        "exists('#nightd') ? '' : execute('source '.fnameescape($1))" >/dev/null 2>&1 &
    done
    wait
    """
}

/// The plugin file for Vim and Neovim.
struct VimScript {
  private let context: ReactionContext
  private let name: String
  private let signal: String

  init(_ context: ReactionContext, name: String, signal: String) {
    self.context = context
    self.name = name
    self.signal = signal
  }

  /// A text as a literal of Vim's language.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  var text: String {
    let style = context.style == .dark ? "dark" : "light"
    // Vim without its language, such as vim.tiny, skips all between `if` and `endif`.
    return """
      " Written by nightd; nightctl reactions off \(name) removes it.
      if 1
        let g:nightd_file = expand('<sfile>:p')
        let g:nightd_time = getftime(g:nightd_file)
        if !exists('*NightdFollow')
          function NightdFollow() abort
            unlet! g:nightd_timer
            if filereadable(g:nightd_file)
              execute 'source' fnameescape(g:nightd_file)
            elseif exists('g:nightd_own')
              let [name, &background, &termguicolors] = g:nightd_own
              unlet! g:nightd_own g:colors_name
              highlight clear
              if exists('g:syntax_on') | syntax reset | endif
              if name !=# '' | execute 'silent! colorscheme' name | endif
              augroup nightd
                autocmd!
              augroup END
              augroup! nightd
              if exists('g:nightd_job')
                call job_stop(g:nightd_job)
                unlet g:nightd_job
              endif
            endif
            redraw!
          endfunction
          function NightdNews(...) abort
            if !exists('g:nightd_timer')
              let g:nightd_timer = timer_start(20, {-> NightdFollow()})
            endif
          endfunction
        endif
        " Vim sees a signal only at the next key, but it sees at once what a job prints.
        if has('job') && has('timers') && !exists('g:nightd_job') && executable('tail')
          let s:options = {'mode': 'raw', 'callback': 'NightdNews', 'in_io': 'null'}
          let g:nightd_job = job_start(['tail', '-n', '0', '-F', g:nightd_file], s:options)
        endif
        augroup nightd
          autocmd!
          autocmd VimEnter * call NightdFollow()
          if exists('##\(signal.prefix { $0 != " " })')
            autocmd \(signal) call NightdFollow()
          endif
          autocmd FocusGained * if getftime(g:nightd_file) != g:nightd_time | call NightdFollow() | endif
        augroup END
        if v:vim_did_enter
          if !exists('g:nightd_own')
            let g:nightd_own = [get(g:, 'colors_name', ''), &background, &termguicolors]
          endif
          if get(g:, 'nightd_only_background')
            let &background = '\(style)'
          else
            unlet! g:colors_name
            let &background = '\(style)'
            highlight clear
            if exists('g:syntax_on') | syntax reset | endif
            if $COLORTERM =~# 'truecolor\\|24bit' && (has('nvim') || &t_8f !=# '')
              set termguicolors
            endif
            let g:colors_name = 'nightd'
      \(highlights)
      \(terminal)
            doautocmd <nomodeline> ColorScheme nightd
          endif
        endif
      endif

      """
  }

  private var highlights: String {
    VimGroup.all(SyntaxColors(context.scheme)).map { "      " + $0.line }.joined(separator: "\n")
  }

  /// The colours of terminals inside the editor.
  private var terminal: String {
    let palette = context.terminal.palette.map { "'\($0.text)'" }
    let each = palette.enumerated().map { "      let g:terminal_color_\($0) = \($1)" }
    return (each + ["      let g:terminal_ansi_colors = [\(palette.joined(separator: ", "))]"])
      .joined(separator: "\n")
  }
}

/// One highlight group: its colours, and numbers of the terminal's colours if it has only 16.
private struct VimGroup {
  let name: String
  var front: Color?
  var back: Color?
  var number: (front: Int?, back: Int?) = (nil, nil)
  var style = "NONE"
  var special: Color?

  var line: String {
    func text(_ color: Color?) -> String { color?.text ?? "NONE" }
    func text(_ number: Int?) -> String { number.map(String.init) ?? "NONE" }
    let underline = special.map { " guisp=\($0.text)" } ?? ""
    return "highlight \(name) guifg=\(text(front)) guibg=\(text(back)) gui=\(style)\(underline)"
      + " ctermfg=\(text(number.front)) ctermbg=\(text(number.back))"
      + " cterm=\(style == "undercurl" ? "underline" : style)"
  }

  static func all(_ colors: SyntaxColors) -> [VimGroup] {
    screen(colors) + syntax(colors) + marks(colors)
  }

  private static func screen(_ colors: SyntaxColors) -> [VimGroup] {
    let bar = (colors["onSurfaceVariant"], colors["surfaceVariant"])
    let menu = (colors["onSurface"], colors["surface"])
    let primary = (colors["onPrimary"], colors["primary"])
    let selection = (colors["onSelection"], colors["selection"])
    let found = (colors["onWarning"], colors["warning"])
    let rows: [(names: [String], (Color, Color), (Int, Int), style: String)] = [
      (["Visual"], selection, (15, 8), "NONE"),
      (["Search"], found, (0, 3), "NONE"),
      (["IncSearch", "CurSearch", "PmenuSel", "WildMenu", "TabLineSel"], primary, (0, 4), "NONE"),
      (["StatusLine", "StatusLineTerm"], bar, (15, 0), "bold"),
      (
        ["StatusLineNC", "StatusLineTermNC", "TabLine", "TabLineFill", "Folded"], bar, (7, 0),
        "NONE"
      ),
      (["Pmenu", "NormalFloat", "PmenuSbar"], menu, (15, 0), "NONE"),
    ]
    let pairs = rows.flatMap { names, colors, numbers, style in
      names.map {
        VimGroup(
          name: $0,
          front: colors.0,
          back: colors.1,
          number: (numbers.0, numbers.1),
          style: style
        )
      }
    }
    let faint = ["LineNr", "SignColumn", "FoldColumn", "Conceal", "NonText", "SpecialKey"]
    return [
      VimGroup(name: "Normal", front: colors.text, back: colors.background),
      VimGroup(name: "Cursor", front: colors.background, back: colors.terminal.cursor),
      VimGroup(name: "CursorLine", back: colors.line, number: (nil, 0)),
      VimGroup(name: "CursorColumn", back: colors.line, number: (nil, 0)),
      VimGroup(name: "ColorColumn", back: colors.line, number: (nil, 0)),
      VimGroup(name: "CursorLineNr", front: colors.text, number: (15, nil), style: "bold"),
      VimGroup(name: "VertSplit", front: colors.faint, number: (8, nil)),
      VimGroup(
        name: "MatchParen",
        front: colors.function,
        number: (4, nil),
        style: "bold,underline"
      ),
    ] + faint.map { VimGroup(name: $0, front: colors.comment, number: (8, nil)) } + pairs
  }

  private static func syntax(_ colors: SyntaxColors) -> [VimGroup] {
    let rows: [(names: [String], Color, Int, style: String)] = [
      (["Comment"], colors.comment, 8, "NONE"),
      (["Constant", "Special"], colors.constant, 6, "NONE"),
      (["String", "MoreMsg", "Question", "Added"], colors.string, 2, "NONE"),
      (["Identifier"], colors.text, 15, "NONE"),
      (["Function", "Directory", "Changed"], colors.function, 4, "NONE"),
      (["Statement", "PreProc"], colors.keyword, 5, "NONE"),
      (["Type", "WarningMsg"], colors.type, 3, "NONE"),
      (["Error", "ErrorMsg", "Removed"], colors.error, 1, "NONE"),
      (["Title", "Todo"], colors.type, 3, "bold"),
      (["Underlined"], colors["link"], 4, "underline"),
    ]
    return rows.flatMap { names, color, number, style in
      names.map { VimGroup(name: $0, front: color, number: (number, nil), style: style) }
    }
  }

  private static func marks(_ colors: SyntaxColors) -> [VimGroup] {
    let diff = [("DiffAdd", colors.string, 2), ("DiffChange", colors.function, 4)]
    let rest = [("DiffDelete", colors.error, 1), ("DiffText", colors.type, 3)]
    let spell = [
      ("SpellBad", colors.error, 1), ("SpellCap", colors.function, 4),
      ("SpellRare", colors.keyword, 5), ("SpellLocal", colors.constant, 6),
    ]
    let found = [
      ("DiagnosticError", colors.error, 1), ("DiagnosticWarn", colors.type, 3),
      ("DiagnosticInfo", colors.function, 4), ("DiagnosticHint", colors.constant, 6),
    ]
    return (diff + rest).map { name, color, number in
      VimGroup(name: name, back: colors.tint(color), number: (0, number))
    }
      + spell.map { name, color, number in
        VimGroup(name: name, number: (number, nil), style: "undercurl", special: color)
      } + found.map { VimGroup(name: $0, front: $1, number: ($2, nil)) }
  }
}
