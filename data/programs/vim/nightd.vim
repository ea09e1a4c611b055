" Written by nightd; nightctl programs off {{custom.name}} removes it.
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
  " Vim notices a signal only at the next key, but notices a job's output at once.
  if has('job') && has('timers') && !exists('g:nightd_job') && executable('tail')
    let s:options = {'mode': 'raw', 'callback': 'NightdNews', 'in_io': 'null'}
    let g:nightd_job = job_start(['tail', '-n', '0', '-F', g:nightd_file], s:options)
  endif
  augroup nightd
    autocmd!
    autocmd VimEnter * call NightdFollow()
    if exists('##{{custom.event}}')
      autocmd {{custom.event}} {{custom.pattern}} call NightdFollow()
    endif
    autocmd FocusGained * if getftime(g:nightd_file) != g:nightd_time | call NightdFollow() | endif
  augroup END
  if v:vim_did_enter
    if !exists('g:nightd_own')
      let g:nightd_own = [get(g:, 'colors_name', ''), &background, &termguicolors]
    endif
    if get(g:, 'nightd_only_background')
      let &background = '{{style}}'
    else
      unlet! g:colors_name
      let &background = '{{style}}'
      highlight clear
      if exists('g:syntax_on') | syntax reset | endif
      if $COLORTERM =~# 'truecolor\|24bit' && (has('nvim') || &t_8f !=# '')
        set termguicolors
      endif
      let g:colors_name = 'nightd'
      highlight Normal guifg={{syntax.text.default.hex}} guibg={{syntax.background.default.hex}} gui=NONE ctermfg=NONE ctermbg=NONE cterm=NONE
      highlight Cursor guifg={{syntax.background.default.hex}} guibg={{terminal.cursor.default.hex}} gui=NONE ctermfg=NONE ctermbg=NONE cterm=NONE
      highlight CursorLine guifg=NONE guibg={{syntax.line.default.hex}} gui=NONE ctermfg=NONE ctermbg=0 cterm=NONE
      highlight CursorColumn guifg=NONE guibg={{syntax.line.default.hex}} gui=NONE ctermfg=NONE ctermbg=0 cterm=NONE
      highlight ColorColumn guifg=NONE guibg={{syntax.line.default.hex}} gui=NONE ctermfg=NONE ctermbg=0 cterm=NONE
      highlight CursorLineNr guifg={{syntax.text.default.hex}} guibg=NONE gui=bold ctermfg=15 ctermbg=NONE cterm=bold
      highlight VertSplit guifg={{syntax.faint.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight MatchParen guifg={{syntax.function.default.hex}} guibg=NONE gui=bold,underline ctermfg=4 ctermbg=NONE cterm=bold,underline
      highlight LineNr guifg={{syntax.comment.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight SignColumn guifg={{syntax.comment.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight FoldColumn guifg={{syntax.comment.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight Conceal guifg={{syntax.comment.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight NonText guifg={{syntax.comment.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight SpecialKey guifg={{syntax.comment.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight Visual guifg={{terminal.selection_foreground.default.hex}} guibg={{terminal.selection_background.default.hex}} gui=NONE ctermfg=15 ctermbg=8 cterm=NONE
      highlight Search guifg={{colors.onWarning.default.hex}} guibg={{colors.warning.default.hex}} gui=NONE ctermfg=0 ctermbg=3 cterm=NONE
      highlight IncSearch guifg={{colors.onPrimary.default.hex}} guibg={{colors.primary.default.hex}} gui=NONE ctermfg=0 ctermbg=4 cterm=NONE
      highlight CurSearch guifg={{colors.onPrimary.default.hex}} guibg={{colors.primary.default.hex}} gui=NONE ctermfg=0 ctermbg=4 cterm=NONE
      highlight PmenuSel guifg={{colors.onPrimary.default.hex}} guibg={{colors.primary.default.hex}} gui=NONE ctermfg=0 ctermbg=4 cterm=NONE
      highlight WildMenu guifg={{colors.onPrimary.default.hex}} guibg={{colors.primary.default.hex}} gui=NONE ctermfg=0 ctermbg=4 cterm=NONE
      highlight TabLineSel guifg={{colors.onPrimary.default.hex}} guibg={{colors.primary.default.hex}} gui=NONE ctermfg=0 ctermbg=4 cterm=NONE
      highlight StatusLine guifg={{terminal.white.default.hex}} guibg={{terminal.black.default.hex}} gui=bold ctermfg=15 ctermbg=0 cterm=bold
      highlight StatusLineTerm guifg={{terminal.white.default.hex}} guibg={{terminal.black.default.hex}} gui=bold ctermfg=15 ctermbg=0 cterm=bold
      highlight StatusLineNC guifg={{terminal.white.default.hex}} guibg={{terminal.black.default.hex}} gui=NONE ctermfg=7 ctermbg=0 cterm=NONE
      highlight StatusLineTermNC guifg={{terminal.white.default.hex}} guibg={{terminal.black.default.hex}} gui=NONE ctermfg=7 ctermbg=0 cterm=NONE
      highlight TabLine guifg={{terminal.white.default.hex}} guibg={{terminal.black.default.hex}} gui=NONE ctermfg=7 ctermbg=0 cterm=NONE
      highlight TabLineFill guifg={{terminal.white.default.hex}} guibg={{terminal.black.default.hex}} gui=NONE ctermfg=7 ctermbg=0 cterm=NONE
      highlight Folded guifg={{terminal.white.default.hex}} guibg={{terminal.black.default.hex}} gui=NONE ctermfg=7 ctermbg=0 cterm=NONE
      highlight Pmenu guifg={{colors.onSurface.default.hex}} guibg={{colors.surface.default.hex}} gui=NONE ctermfg=15 ctermbg=0 cterm=NONE
      highlight NormalFloat guifg={{colors.onSurface.default.hex}} guibg={{colors.surface.default.hex}} gui=NONE ctermfg=15 ctermbg=0 cterm=NONE
      highlight PmenuSbar guifg={{colors.onSurface.default.hex}} guibg={{colors.surface.default.hex}} gui=NONE ctermfg=15 ctermbg=0 cterm=NONE
      highlight Comment guifg={{syntax.comment.default.hex}} guibg=NONE gui=NONE ctermfg=8 ctermbg=NONE cterm=NONE
      highlight Constant guifg={{syntax.constant.default.hex}} guibg=NONE gui=NONE ctermfg=6 ctermbg=NONE cterm=NONE
      highlight Special guifg={{syntax.constant.default.hex}} guibg=NONE gui=NONE ctermfg=6 ctermbg=NONE cterm=NONE
      highlight String guifg={{syntax.string.default.hex}} guibg=NONE gui=NONE ctermfg=2 ctermbg=NONE cterm=NONE
      highlight MoreMsg guifg={{syntax.string.default.hex}} guibg=NONE gui=NONE ctermfg=2 ctermbg=NONE cterm=NONE
      highlight Question guifg={{syntax.string.default.hex}} guibg=NONE gui=NONE ctermfg=2 ctermbg=NONE cterm=NONE
      highlight Added guifg={{syntax.string.default.hex}} guibg=NONE gui=NONE ctermfg=2 ctermbg=NONE cterm=NONE
      highlight Identifier guifg={{syntax.text.default.hex}} guibg=NONE gui=NONE ctermfg=15 ctermbg=NONE cterm=NONE
      highlight Function guifg={{syntax.function.default.hex}} guibg=NONE gui=NONE ctermfg=4 ctermbg=NONE cterm=NONE
      highlight Directory guifg={{syntax.function.default.hex}} guibg=NONE gui=NONE ctermfg=4 ctermbg=NONE cterm=NONE
      highlight Changed guifg={{syntax.function.default.hex}} guibg=NONE gui=NONE ctermfg=4 ctermbg=NONE cterm=NONE
      highlight Statement guifg={{syntax.keyword.default.hex}} guibg=NONE gui=NONE ctermfg=5 ctermbg=NONE cterm=NONE
      highlight PreProc guifg={{syntax.keyword.default.hex}} guibg=NONE gui=NONE ctermfg=5 ctermbg=NONE cterm=NONE
      highlight Type guifg={{syntax.type.default.hex}} guibg=NONE gui=NONE ctermfg=3 ctermbg=NONE cterm=NONE
      highlight WarningMsg guifg={{syntax.type.default.hex}} guibg=NONE gui=NONE ctermfg=3 ctermbg=NONE cterm=NONE
      highlight Error guifg={{syntax.error.default.hex}} guibg=NONE gui=NONE ctermfg=1 ctermbg=NONE cterm=NONE
      highlight ErrorMsg guifg={{syntax.error.default.hex}} guibg=NONE gui=NONE ctermfg=1 ctermbg=NONE cterm=NONE
      highlight Removed guifg={{syntax.error.default.hex}} guibg=NONE gui=NONE ctermfg=1 ctermbg=NONE cterm=NONE
      highlight Title guifg={{syntax.type.default.hex}} guibg=NONE gui=bold ctermfg=3 ctermbg=NONE cterm=bold
      highlight Todo guifg={{syntax.type.default.hex}} guibg=NONE gui=bold ctermfg=3 ctermbg=NONE cterm=bold
      highlight Underlined guifg={{colors.link.default.hex}} guibg=NONE gui=underline ctermfg=4 ctermbg=NONE cterm=underline
      highlight DiffAdd guifg=NONE guibg={{ syntax.background | mix: syntax.string, 0.25 }} gui=NONE ctermfg=0 ctermbg=2 cterm=NONE
      highlight DiffChange guifg=NONE guibg={{ syntax.background | mix: syntax.function, 0.25 }} gui=NONE ctermfg=0 ctermbg=4 cterm=NONE
      highlight DiffDelete guifg=NONE guibg={{ syntax.background | mix: syntax.error, 0.25 }} gui=NONE ctermfg=0 ctermbg=1 cterm=NONE
      highlight DiffText guifg=NONE guibg={{ syntax.background | mix: syntax.type, 0.25 }} gui=NONE ctermfg=0 ctermbg=3 cterm=NONE
      highlight SpellBad guifg=NONE guibg=NONE gui=undercurl guisp={{syntax.error.default.hex}} ctermfg=1 ctermbg=NONE cterm=underline
      highlight SpellCap guifg=NONE guibg=NONE gui=undercurl guisp={{syntax.function.default.hex}} ctermfg=4 ctermbg=NONE cterm=underline
      highlight SpellRare guifg=NONE guibg=NONE gui=undercurl guisp={{syntax.keyword.default.hex}} ctermfg=5 ctermbg=NONE cterm=underline
      highlight SpellLocal guifg=NONE guibg=NONE gui=undercurl guisp={{syntax.constant.default.hex}} ctermfg=6 ctermbg=NONE cterm=underline
      highlight DiagnosticError guifg={{syntax.error.default.hex}} guibg=NONE gui=NONE ctermfg=1 ctermbg=NONE cterm=NONE
      highlight DiagnosticWarn guifg={{syntax.type.default.hex}} guibg=NONE gui=NONE ctermfg=3 ctermbg=NONE cterm=NONE
      highlight DiagnosticInfo guifg={{syntax.function.default.hex}} guibg=NONE gui=NONE ctermfg=4 ctermbg=NONE cterm=NONE
      highlight DiagnosticHint guifg={{syntax.constant.default.hex}} guibg=NONE gui=NONE ctermfg=6 ctermbg=NONE cterm=NONE
      let g:terminal_color_0 = '{{terminal.black.default.hex}}'
      let g:terminal_color_1 = '{{terminal.red.default.hex}}'
      let g:terminal_color_2 = '{{terminal.green.default.hex}}'
      let g:terminal_color_3 = '{{terminal.yellow.default.hex}}'
      let g:terminal_color_4 = '{{terminal.blue.default.hex}}'
      let g:terminal_color_5 = '{{terminal.magenta.default.hex}}'
      let g:terminal_color_6 = '{{terminal.cyan.default.hex}}'
      let g:terminal_color_7 = '{{terminal.white.default.hex}}'
      let g:terminal_color_8 = '{{terminal.bright_black.default.hex}}'
      let g:terminal_color_9 = '{{terminal.bright_red.default.hex}}'
      let g:terminal_color_10 = '{{terminal.bright_green.default.hex}}'
      let g:terminal_color_11 = '{{terminal.bright_yellow.default.hex}}'
      let g:terminal_color_12 = '{{terminal.bright_blue.default.hex}}'
      let g:terminal_color_13 = '{{terminal.bright_magenta.default.hex}}'
      let g:terminal_color_14 = '{{terminal.bright_cyan.default.hex}}'
      let g:terminal_color_15 = '{{terminal.bright_white.default.hex}}'
      let g:terminal_ansi_colors = ['{{terminal.black.default.hex}}', '{{terminal.red.default.hex}}', '{{terminal.green.default.hex}}', '{{terminal.yellow.default.hex}}', '{{terminal.blue.default.hex}}', '{{terminal.magenta.default.hex}}', '{{terminal.cyan.default.hex}}', '{{terminal.white.default.hex}}', '{{terminal.bright_black.default.hex}}', '{{terminal.bright_red.default.hex}}', '{{terminal.bright_green.default.hex}}', '{{terminal.bright_yellow.default.hex}}', '{{terminal.bright_blue.default.hex}}', '{{terminal.bright_magenta.default.hex}}', '{{terminal.bright_cyan.default.hex}}', '{{terminal.bright_white.default.hex}}']
      doautocmd <nomodeline> ColorScheme nightd
    endif
  endif
endif
