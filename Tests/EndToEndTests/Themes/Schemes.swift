/// Published base16 palettes, written as scheme files.
enum Schemes {
  static let all: [(name: String, variant: String, colors: String)] = [
    (
      "default-dark", "dark",
      "181818 282828 383838 585858 b8b8b8 d8d8d8 e8e8e8 f8f8f8 "
        + "ab4642 dc9656 f7ca88 a1b56c 86c1b9 7cafc2 ba8baf a16946"
    ),
    (
      "default-light", "light",
      "f8f8f8 e8e8e8 d8d8d8 b8b8b8 585858 383838 282828 181818 "
        + "ab4642 dc9656 f7ca88 a1b56c 86c1b9 7cafc2 ba8baf a16946"
    ),
    (
      "solarized-dark", "dark",
      "002b36 073642 586e75 657b83 839496 93a1a1 eee8d5 fdf6e3 "
        + "dc322f cb4b16 b58900 859900 2aa198 268bd2 6c71c4 d33682"
    ),
    (
      "solarized-light", "light",
      "fdf6e3 eee8d5 93a1a1 839496 657b83 586e75 073642 002b36 "
        + "dc322f cb4b16 b58900 859900 2aa198 268bd2 6c71c4 d33682"
    ),
    (
      "gruvbox-dark-hard", "dark",
      "1d2021 3c3836 504945 665c54 bdae93 d5c4a1 ebdbb2 fbf1c7 "
        + "fb4934 fe8019 fabd2f b8bb26 8ec07c 83a598 d3869b d65d0e"
    ),
    (
      "gruvbox-light-hard", "light",
      "f9f5d7 ebdbb2 d5c4a1 bdae93 665c54 504945 3c3836 282828 "
        + "9d0006 af3a03 b57614 79740e 427b58 076678 8f3f71 d65d0e"
    ),
    (
      "nord", "dark",
      "2e3440 3b4252 434c5e 4c566a d8dee9 e5e9f0 eceff4 8fbcbb "
        + "bf616a d08770 ebcb8b a3be8c 88c0d0 81a1c1 b48ead 5e81ac"
    ),
    (
      "ocean", "dark",
      "2b303b 343d46 4f5b66 65737e a7adba c0c5ce dfe1e8 eff1f5 "
        + "bf616a d08770 ebcb8b a3be8c 96b5b4 8fa1b3 b48ead ab7967"
    ),
    (
      "tomorrow-night", "dark",
      "1d1f21 282a2e 373b41 969896 b4b7b4 c5c8c6 e0e0e0 ffffff "
        + "cc6666 de935f f0c674 b5bd68 8abeb7 81a2be b294bb a3685a"
    ),
    (
      "monokai", "dark",
      "272822 383830 49483e 75715e a59f85 f8f8f2 f5f4f1 f9f8f5 "
        + "f92672 fd971f f4bf75 a6e22e a1efe4 66d9ef ae81ff cc6633"
    ),
  ]

  /// The scheme as YAML: the old layout does not state the style, the new layout does.
  static func yaml(_ name: String, _ variant: String, _ colors: String, isOld: Bool) -> String {
    let digits = "0123456789ABCDEF"
    let lines = zip(digits, colors.split(separator: " ")).map { digit, color in
      isOld ? "base0\(digit): \"\(color)\"" : "  base0\(digit): \"#\(color)\" # a colour"
    }
    let facts =
      isOld
      ? ["scheme: \"\(name)\"", "author: 'A. Person'"]
      : [
        "system: base16", "name: \(name)", "author: A. Person", "variant: \(variant)", "palette:",
      ]
    return (facts + lines).joined(separator: "\n") + "\n"
  }
}
