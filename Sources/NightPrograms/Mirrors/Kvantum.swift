import NightCore
import NightValues

extension Mirrors {
  /// The mirror for Kvantum, a style for Qt that has its own themes.
  static let kvantum = Mirror(
    "kvantum",
    "the theme in kvantum.kvconfig",
    .notTried,
    evidence: { ["\($0.config ?? "")/Kvantum/kvantum.kvconfig"] },
    isWanted: { $0.base.fileExists($0.base.config("Kvantum/kvantum.kvconfig")) },
    settings: { context in
      let path = context.base.config("Kvantum/kvantum.kvconfig")
      let file = MirrorPlace.file(path: path, .ini)
      let key = MirrorPlace.Key("General", "theme")
      let folders =
        [context.base.config("Kvantum")]
        + context.base.folders.systemData.map { $0 + "/Kvantum" }
      let name = context.name(
        "kvantum-theme",
        own: context.own(file, key),
        among: Set(folders.flatMap(context.list))
      )
      return name.map { [MirrorSetting(file, key, $0)] } ?? []
    }
  )
}
