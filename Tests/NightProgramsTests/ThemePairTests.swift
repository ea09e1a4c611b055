import NightPrograms
import Testing

@Suite("Pairs of themes")
struct ThemePairTests {
  private static let installed: Set = [
    "Adwaita", "Adwaita-dark", "HighContrast", "HighContrastInverse", "Yaru-blue",
    "Yaru-blue-dark", "Mint-Y-Aqua", "Mint-Y-Dark-Aqua", "Papirus", "Papirus-Dark",
    "Papirus-Light", "Qogir-Light", "Qogir-Dark", "KvGnome", "KvGnomeDark", "BreezeLight",
    "BreezeDark", "breeze", "breeze-dark", "Dracula", "Materia-light-compact",
    "Materia-dark-compact", "Arc-Darker", "Arc-Dark", "Lone-dark", "Darkside",
  ]

  @Test(
    "A theme is paired with its installed dark or light variant",
    arguments: [
      ("Adwaita", "Adwaita", "Adwaita-dark"),
      ("Adwaita-dark", "Adwaita", "Adwaita-dark"),
      ("HighContrastInverse", "HighContrast", "HighContrastInverse"),
      ("Yaru-blue", "Yaru-blue", "Yaru-blue-dark"),
      ("Yaru-blue-dark", "Yaru-blue", "Yaru-blue-dark"),
      ("Mint-Y-Aqua", "Mint-Y-Aqua", "Mint-Y-Dark-Aqua"),
      ("Mint-Y-Dark-Aqua", "Mint-Y-Aqua", "Mint-Y-Dark-Aqua"),
      ("Papirus-Dark", "Papirus", "Papirus-Dark"),
      ("Papirus-Light", "Papirus-Light", "Papirus-Dark"),
      ("Qogir-Dark", "Qogir-Light", "Qogir-Dark"),
      ("KvGnomeDark", "KvGnome", "KvGnomeDark"),
      ("BreezeLight", "BreezeLight", "BreezeDark"),
      ("breeze", "breeze", "breeze-dark"),
      ("Materia-dark-compact", "Materia-light-compact", "Materia-dark-compact"),
      ("Arc-Darker", "Arc-Darker", "Arc-Dark"),
      ("Arc-Dark", "Arc-Darker", "Arc-Dark"),
    ]
  )
  func pair(name: String, light: String, dark: String) {
    let pair = ThemePair.of(name, among: Self.installed)
    #expect(pair == ThemePair(light: light, dark: dark))
  }

  @Test(
    "If no other variant of a theme is installed, the theme has no counterpart",
    arguments: ["Dracula", "Lone-dark", "Darkside", "Nordic", "", "dark", "-dark"]
  )
  func none(name: String) {
    #expect(ThemePair.of(name, among: Self.installed) == nil)
  }

  @Test(
    "A theme is treated as dark if its name contains a word for dark",
    arguments: [
      ("Adwaita-dark", true), ("Lone-dark", true), ("HighContrastInverse", true),
      ("KvGnomeDark", true), ("Arc-Dark", true), ("Arc-Darker", false), ("Adwaita", false),
      ("HighContrast", false), ("Darkside", false), ("Dracula", false),
    ]
  )
  func isDark(name: String, isDark: Bool) { #expect(ThemePair.isDark(name) == isDark) }

  @Test("Arc-Dark is paired with Arc if both are installed")
  func arc() {
    let pair = ThemePair.of("Arc-Dark", among: Self.installed.union(["Arc"]))
    #expect(pair == ThemePair(light: "Arc", dark: "Arc-Dark"))
  }
}
