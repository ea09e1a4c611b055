import NightCore
import NightValues

/// Finds the light and the dark name of a theme by the word that its dark name ends with.
enum StyleNames {
  /// The name for a style; nil if the twin is not among the installed names.
  ///
  /// A preference `mirror.PREFERENCE.light` or `.dark` overrides the rule.
  static func name(
    _ present: String?,
    preference: String,
    installed: [String],
    _ context: MirrorContext
  ) -> String? {
    let chosen = context.reaction.preferences["mirror.\(preference).\(context.style.rawValue)"]
    if let chosen, !chosen.isEmpty { return chosen }
    guard let present, let pair = pair(present, installed: installed) else { return nil }
    return context.style == .dark ? pair.dark : pair.light
  }

  /// The pair that a name belongs to; nil if the name has no installed twin.
  static func pair(
    _ name: String,
    installed: [String]
  ) -> (light: String, dark: String)? {
    let darkEnds = ["Dark", "-dark", "-Dark", "_dark"]
    let lightEnds = ["", "Light", "-light", "-Light", "_light"]
    let known = Set(installed)
    for dark in darkEnds where name.hasSuffix(dark) && name != dark {
      let stem = String(name.dropLast(dark.count))
      for light in lightEnds where known.contains(stem + light) { return (stem + light, name) }
    }
    // The longest end goes first: the empty one always fits.
    for light in lightEnds.reversed() where name.hasSuffix(light) {
      let stem = String(name.dropLast(light.count))
      for dark in darkEnds where known.contains(stem + dark) { return (name, stem + dark) }
    }
    return nil
  }

  /// The icon theme for the style; nil if the user's has no twin.
  static func icons(_ present: String?, _ context: MirrorContext) -> String? {
    let folders =
      [context.reaction.home(".icons"), context.reaction.data("icons")]
      + context.reaction.folders.systemData.map { $0 + "/icons" }
    return name(
      present,
      preference: "icon-theme",
      installed: folders.flatMap(context.list),
      context
    )
  }
}
