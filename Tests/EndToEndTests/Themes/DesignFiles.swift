import TestSupport

/// Files in the formats of older theming designs; the values are our own.
enum DesignFiles {
  /// DKNightVersion's colour table: each column is a theme, and the key comes last.
  static let table = """
    NORMAL   NIGHT    RED
    #fdfdfb  #2d3036  #f6e9e9  BG
    #33363b  #e4e6ea  #5a1a1a  TEXT

    """

  /// AppTheme's Themes.json, with its trailing commas.
  static let themes = """
    [
      {
        "themeName": "base",
        "colors": [
          { "name": "colorPrimary", "hex": "#2456A8" },
          { "name": "colorOnPrimary", "hex": "#FFFFFF" },
          { "name": "separatorColor", "hex": "#8A8F98", "alpha": 0.4, },
        ],
      },
      {
        "themeName": "light",
        "parent": "base",
        "colors": [
          { "name": "colorSurface", "hex": "#202020" },
          { "name": "textColorPrimary", "hex": "#1B1D22" },
        ],
      },
      {
        "themeName": "dark",
        "parent": "base",
        "colors": [
          { "name": "colorSurface", "hex": "#E0E0E0" },
          { "name": "textColorPrimary", "hex": "#E6E8EC" },
        ],
      },
      { "themeName": "ocean", "parent": "dark", "colors": [], },
    ]
    """

  /// AppTheme's style files.
  static let labels = """
    [
      { "styleName": "title", "textColor": "textColorPrimary", "fontName": "Avenir-Heavy",
        "fontSize": 21, "numberOfLines": 0, },
      { "styleName": "badge", "textColor": "colorOnPrimary", "backgroundColor": "clear",
        "uppercased": true, },
    ]
    """

  static let buttons = """
    [
      { "styleName": "primary", "backgroundColor": "colorPrimary", "labelStyle": "badge",
        "cornerRadius": 8, "horizontalAlignment": "LEFT", },
    ]
    """

  static let views = """
    [ { "styleName": "card", "borderColor": "separatorColor", "borderWidth": 1, }, ]
    """

  /// simpleTheme's property list for a style.
  static func propertyList(page: String, buttons: String = "<dict/>") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>textSize</key>
    \t<dict/>
    \t<key>textColor</key>
    \t<dict>
    \t\t<key>pageBackColor</key>
    \t\t<dict>
    \t\t\t<key>color</key>
    \t\t\t<string>\(page)</string>
    \t\t\t<key>desc</key>
    \t\t\t<string>behind every page</string>
    \t\t</dict>
    \t</dict>
    \t<key>buttonImage</key>
    \t\(buttons)
    </dict>
    </plist>

    """
  }

  /// Images of a button; the project's own folder lacks some of these images.
  static let login = """
    <dict>
    \t<key>login</key>
    \t<dict>
    \t\t<key>normal_img</key><string>login_night</string>
    \t\t<key>press_img</key><string>login_press_night</string>
    \t\t<key>des</key><string>log in</string>
    \t</dict>
    \t<key>star</key>
    \t<dict><key>normal_img</key><string>star_night</string></dict>
    </dict>
    """

  /// A base16 scheme in the old layout; the values are our own.
  static let scheme =
    "scheme: \"Deep Sea\"\nauthor: \"A. Person\"\n"
    + (0..<16).map { number in
      let digit = String(number, radix: 16, uppercase: true)
      return "base0\(digit): \"\(digit)0\(digit)2\(digit)4\"\n"
    }.joined()

  static func write(to folder: TemporaryFolder) throws {
    try folder.write(table, to: "DKColorTable.txt")
    try folder.write(themes, to: "acme/Themes.json")
    try folder.write(labels, to: "acme/AppStyle-LabelStyle.json")
    try folder.write(buttons, to: "acme/AppStyle-ButtonStyle.json")
    try folder.write(views, to: "acme/AppStyle-ViewStyle.json")
    let day = propertyList(page: "0xf2f4f6"), night = propertyList(page: "0x1d1f21", buttons: login)
    try folder.write(day, to: "theme/theme_day/day_theme_config.plist")
    try folder.write(night, to: "theme/theme_night/night_theme_config.plist")
    for name in [
      "theme_day/tab@2x.png", "theme_night/tab@2x.png", "theme_night/login_night@2x.png",
      "theme_night/login_night@3x.png", "theme_night/login_press_night.png",
    ] {
      try folder.write(name, to: "theme/\(name)")
    }
    try folder.write(scheme, to: "some-file.yaml")
  }
}
