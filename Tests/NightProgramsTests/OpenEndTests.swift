import NightCore
import NightPrograms
import Testing

@Suite("Files that end inside a block or a comment")
struct OpenEndTests {
  struct Case: CustomStringConvertible, Sendable {
    let syntax: FileSyntax
    let text: String
    let words: String?

    init(_ syntax: FileSyntax, _ text: String, _ words: String?) {
      self.syntax = syntax
      self.text = text
      self.words = words
    }

    var description: String { text }
  }

  private static let open = [
    Case(.continued, "a \\\n", "ends with \\"), Case(.continued, "a \\", "ends with \\"),
    Case(.continued, "a \\\r\n", "ends with \\"), Case(.css, "* {}\n/* a", "comment"),
    Case(.css, "* { a: \"b", "quotes"), Case(.css, "* { a: b;\n", "block"),
    Case(.css, "* {} /*/", "comment"), Case(.rasi, "/* // */ * {", "block"),
    Case(.kdl, "theme \"a\" \\\n", "ends with \\"), Case(.kdl, "keybinds {\n  a\n", "block"),
    Case(.kdl, "a \"b \\\" c\n", "quotes"), Case(.lisp, "(a \"b)\n", "quotes"),
    Case(.lua, "a({\n  b = 1,\n", "block"), Case(.lua, "x() -- it's\n--[[ a\n", "comment"),
    Case(.lua, "a = \"b\n", "quotes"),
    Case(.lisp, "(a (b)\n", "block"), Case(.lisp, "(a ?\\))\n(", "block"),
    Case(.blocks, "bar {\n  colors {\n  }\n", "block"),
    Case(.blocks, "if a {\n b\n} {\n c\n", "block"), Case(.blocks, "a {\n # }\n", "block"),
  ]

  private static let closed = [
    Case(.lines, "a \\\n/*", nil), Case(.continued, "a \\\nb\n", nil),
    Case(.continued, "a \\\n\n", nil), Case(.continued, "", nil), Case(.continued, "\n", nil),
    Case(.css, "/* { \" */ * { a: '}\"{' }\n", nil), Case(.css, "a { b: \"\\\"\" }", nil),
    Case(.css, "* {}\n/**/", nil), Case(.rasi, "// it's {\n* { }\n", nil),
    Case(.kdl, "// {\na { b \"}\"; }\n", nil),
    Case(.lua, "-- it's {\n--[[ { ]]\na({ b = \"}\" })\n", nil),
    Case(.lisp, "; it's (\n(a \"(;\" ?\" ?\\( ?\\\")\n", nil),
    Case(.lisp, "(a \\( b)\n", nil), Case(.blocks, "mode \"a {b\" {\n  c\n}\n", nil),
    Case(.blocks, "if '#{a}' { b }\nif a {\n b\n} {\n c }\n", nil),
    Case(.blocks, "# a {\n\t# b {\na b # c {\nset d \"#{e}\"\nf {\r\n}\r\n", nil),
  ]

  @Test(
    "A file that ends inside a block or a comment is refused: nightd's line would be part of it",
    arguments: open
  )
  func refused(_ it: Case) throws {
    let why = try #require(it.syntax.openEnd(of: it.text))
    #expect(try why.contains(#require(it.words)), "\(why)")
  }

  @Test(
    "nightd's line is accepted in a file whose blocks and comments are all closed",
    arguments: closed
  )
  func taken(_ it: Case) { #expect(it.syntax.openEnd(of: it.text) == nil) }

  @Test("For each program whose line goes to the file's end, an open block above the line is found")
  func known() throws {
    let ends: KeyValuePairs = [
      "sway": "mode \"a\" {\n", "i3": "bar {\n", "tmux": "bind a {\n b\n",
      "hyprland": "general {\n",
      "sway": "a \\\n", "i3": "a \\\n", "hyprland": "a \\\n", "tmux": "a \\\n", "waybar": "/*",
      "swaync": "/*", "wofi": "/*", "rofi": "/*", "emacs": "(", "zellij": "a {",
      "niri": "layout {\n", "delta": "a \\\n",
      "fzf": "a \\\n",
    ]
    let variables = ["HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/1"]
    let context = ProgramContext(
      ColorScheme(style: .dark, theme: "own", roles: [:]),
      BaseFolders { variables[$0] },
      exists: { !$0.hasSuffix(".lua") }
    )
    for (name, end) in ends {
      let include = try ShippedPrograms.program(name).wanted(context).include
      #expect(include?.refusal(end) != nil, "\(name)")
    }
  }
}
