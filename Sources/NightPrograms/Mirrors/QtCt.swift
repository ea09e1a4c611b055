import NightCore
import NightValues

extension Mirrors {
  /// The mirrors for qt5ct and qt6ct, which give Qt programs a palette outside of Plasma.
  package static let qt = [QtCt.mirror("qt5ct"), QtCt.mirror("qt6ct"), kvantum]
}

/// The settings of qt5ct and qt6ct: a colour scheme of nightd's own, and the icon theme.
enum QtCt {
  static func mirror(_ program: String) -> Mirror {
    Mirror(
      program,
      "the colours and icons of \(program)",
      .tried("qt5ct 1.5 and qt6ct 0.7"),
      evidence: { ["\($0.config ?? "")/\(program)/\(program).conf", program] },
      isWanted: { isWanted(program, $0) },
      files: { [ColorFile(palette(program, $0), QtColors.text($0.base))] },
      settings: { settings(program, $0) }
    )
  }

  private static func path(_ program: String, _ context: MirrorContext) -> String {
    context.base.config("\(program)/\(program).conf")
  }

  /// The path of the palette, which has another name for other colours: running programs notice a
  /// changed path, but not a changed palette.
  private static func palette(_ program: String, _ context: MirrorContext) -> String {
    context.base.own("\(program)-\(Fingerprint.of(QtColors.text(context.base))).conf")
  }

  private static func isWanted(_ program: String, _ context: MirrorContext) -> Bool {
    if context.base.fileExists(path(program, context)) { return true }
    // qt6ct also answers to qt5ct's name, so that one variable serves both.
    let named = context.base.environment("QT_QPA_PLATFORMTHEME") ?? ""
    let names = program == "qt6ct" ? ["qt6ct", "qt5ct"] : [program]
    return context.isInstalled(program) && names.contains(named)
  }

  private static func settings(_ program: String, _ context: MirrorContext) -> [MirrorSetting] {
    let file = MirrorPlace.file(path: path(program, context), .ini)
    func key(_ name: String) -> MirrorPlace.Key { .init("Appearance", name) }
    var settings = [
      MirrorSetting(
        file,
        key("color_scheme_path"),
        QtSettingsValue.text(palette(program, context))
      ),
      MirrorSetting(file, key("custom_palette"), "true"),
    ]
    if let icons = context.name(
      "icon-theme",
      own: context.own(file, key("icon_theme")),
      among: context.iconThemes
    ) {
      settings.append(MirrorSetting(file, key("icon_theme"), icons))
    }
    return settings
  }
}
