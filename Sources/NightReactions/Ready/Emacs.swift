import NightThemes
import NightValues

/// The ready reaction for Emacs: a theme, and a handler for SIGUSR1.
extension ReadyReactions {
  static let emacs = ReadyReaction(
    "emacs",
    .editors,
    programs: ["emacs"],
    .tried("28.2"),
    files: { context in
      [ColorFile(context.own("emacs.el"), EmacsTheme(context).text)]
    },
    include: { context in
      let file = emacsFile(context)
      let isCompiled = file.hasSuffix(".el") && context.fileExists(file + "c")
      return IncludeLine(
        in: [file],
        "(load \"\(lispText(context.short(context.own("emacs.el"))))\" t t)",
        at: .bottom,
        syntax: .lisp
      ) { _ in
        guard isCompiled else { return nil }
        return .addYourself(
          "Emacs loads the compiled \(file)c instead; compile it again when you have the line"
        )
      }
    },
    announcements: { context in
      let load = "(load \"\(lispText(context.own("emacs.el")))\" t t)"
      let own = "(progn (unless (fboundp 'nightd-follow) \(load)) t)"
      return [
        .signal(.usr1, programs: emacsNames),
        .runEach(pattern: context.runtime("emacs/*"), ["sh", "-c", emacsCommand, "sh", "{}", own]),
      ]
    },
    restorations: { _ in [.signal(.usr1, programs: emacsNames)] }
  )

  private static let emacsNames = [
    "emacs", "emacs-gtk", "emacs-lucid", "emacs-nox", "emacs-pgtk", "emacs-x",
  ]

  /// Evaluates an expression in the Emacs of a socket.
  ///
  /// A stopped Emacs evaluates it when it continues.
  private static let emacsCommand = """
    output=$(timeout 2 emacsclient -s "$1" --eval "$2" 2>&1)
    case $output in *'*ERROR*'*) printf '%s\\n' "$output"; exit 1;; esac
    """

  /// The first file that Emacs reads, in the order in which it looks.
  ///
  /// Doom has a file of its own, and loads its theme after the usual one.
  private static func emacsFile(_ context: ReactionContext) -> String {
    let known = [
      context.config("doom/config.el"), context.home(".doom.d/config.el"),
      context.home(".emacs.el"), context.home(".emacs"), context.home(".emacs.d/init.el"),
    ]
    if let file = known.first(where: context.fileExists) { return file }
    let isInConfig =
      !context.fileExists(context.home(".emacs.d")) && context.fileExists(context.config("emacs"))
    return isInConfig ? context.config("emacs/init.el") : context.home(".emacs.d/init.el")
  }

  private static func lispText(_ text: String) -> String {
    text.reduce(into: "") { $0 += ($1 == "\\" || $1 == "\"" ? "\\" : "") + String($1) }
  }
}

/// The theme as a file of Emacs Lisp.
struct EmacsTheme {
  private let context: ReactionContext
  private let colors: SyntaxColors

  init(_ context: ReactionContext) {
    self.context = context
    colors = SyntaxColors(context.scheme)
  }

  var text: String {
    """
    ;; -*- lexical-binding: t -*- Written by nightd; nightctl reactions off emacs removes it.
    (defvar nightd-file (expand-file-name (or load-file-name buffer-file-name)))
    (defun nightd-enable () (enable-theme 'nightd))
    (defun nightd-follow ()
      "Get the colours that nightd has in use, or your own if nightd has none for Emacs."
      (interactive)
      (if (file-readable-p nightd-file)
          (load nightd-file t t)
        (remove-hook 'emacs-startup-hook #'nightd-enable)
        (disable-theme 'nightd)))
    (deftheme nightd "The colours that nightd has in use.")
    (disable-theme 'nightd)
    (put 'nightd 'theme-settings nil)
    (custom-theme-set-variables
     'nightd '(frame-background-mode '\(context.style == .dark ? "dark" : "light")))
    (apply
     #'custom-theme-set-faces 'nightd
     (mapcar
      (lambda (face) `(,(car face) ((((class color) (min-colors 89)) ,@(cdr face)))))
      '(
    \(faces.map { "    (\($0))" }.joined(separator: "\n"))
       )))
    (provide-theme 'nightd)
    (when (memq (lookup-key special-event-map [sigusr1]) '(nil ignore))
      (define-key special-event-map [sigusr1] #'nightd-follow))
    (nightd-enable)
    (unless after-init-time (add-hook 'emacs-startup-hook #'nightd-enable t))

    """
  }

  private var faces: [String] { screenFaces + syntaxFaces + terminalFaces }

  private func front(_ color: Color) -> String { " :foreground \"\(color.text)\"" }

  private func back(_ color: Color) -> String { " :background \"\(color.text)\"" }

  private var screenFaces: [String] {
    let bar = front(colors["onSurfaceVariant"]) + back(colors["surfaceVariant"])
    return [
      "default" + front(colors.text) + back(colors.background),
      "cursor" + back(colors.terminal.cursor),
      "region" + front(colors["onSelection"]) + back(colors["selection"]),
      "fringe" + front(colors.comment) + back(colors.background),
      "hl-line" + back(colors.line),
      "highlight" + front(colors["onSelection"]) + back(colors["selection"]),
      "line-number" + front(colors.comment),
      "line-number-current-line" + front(colors.text) + " :weight bold",
      "vertical-border" + front(colors.faint),
      "mode-line" + bar + " :weight bold :box nil",
      "mode-line-inactive" + bar + " :weight normal :box nil",
      "header-line" + bar,
      "tab-bar" + bar,
      "tool-bar" + bar,
      "minibuffer-prompt" + front(colors.function) + " :weight bold",
      "isearch" + front(colors["onPrimary"]) + back(colors["primary"]),
      "lazy-highlight" + front(colors["onWarning"]) + back(colors["warning"]),
      "show-paren-match" + front(colors.function) + " :weight bold :underline t",
      "link" + front(colors["link"]) + " :underline t",
      "shadow" + front(colors.comment),
      "error" + front(colors.error) + " :weight bold",
      "warning" + front(colors.type) + " :weight bold",
      "success" + front(colors.string) + " :weight bold",
      "diff-added" + back(colors.tint(colors.string)) + " :extend t",
      "diff-removed" + back(colors.tint(colors.error)) + " :extend t",
    ]
  }

  private var syntaxFaces: [String] {
    let rows: [(String, Color)] = [
      ("comment", colors.comment), ("doc", colors.comment), ("string", colors.string),
      ("constant", colors.constant), ("builtin", colors.constant), ("keyword", colors.keyword),
      ("preprocessor", colors.keyword), ("function-name", colors.function),
      ("variable-name", colors.text), ("type", colors.type), ("warning", colors.error),
    ]
    return rows.map { "font-lock-\($0)-face" + front($1) }
  }

  private var terminalFaces: [String] {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return names.enumerated().flatMap { number, name in
      let color = colors.terminal.palette[number], bright = colors.terminal.palette[number + 8]
      return [
        "ansi-color-\(name)" + front(color) + back(color),
        "ansi-color-bright-\(name)" + front(bright) + back(bright),
        "term-color-\(name)" + front(color) + back(color),
      ]
    }
  }
}
