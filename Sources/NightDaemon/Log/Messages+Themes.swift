import NightBus
import NightCore
import NightThemes

extension Messages {
  /// A folder of themes cannot be watched; `folder` is nil if no such folder can be watched.
  static func themesNotWatched(in folder: String?, _ error: BusError) -> String {
    "cannot watch \(folder ?? "the folders of themes") (\(error)); what is changed there is seen at "
      + "the next start, or when the theme is used anew"
  }

  /// A theme does not exist; `slot` is nil for a held theme.
  ///
  /// `paths` are the possible files of the theme, the user's own file first.
  static func missingTheme(_ name: String, for slot: ThemeSlot?, _ paths: [String]) -> String {
    let file = paths.first.map { "; nightd looks for \($0)" } ?? ""
    let what = "no theme has the name \(Excerpt(name))\(file)"
    guard let slot else { return "the hold: \(what); nightctl resume ends the hold" }
    return "\(slot.key): \(what); \(BuiltInThemes.defaultName(slot)) is shown instead; nightctl "
      + "theme use --\(slot.option) NAME chooses another"
  }
}

extension Refusal {
  static func unknownTheme(_ word: String, nearest: String?) -> Refusal {
    let meant = nearest.map { "; did you mean \($0)?" } ?? ""
    return Refusal(.unknownTheme, "there is no theme \(Excerpt(word))\(meant)")
  }

  /// The theme has mistakes; names only the first, since `nightctl theme check` shows all.
  static func brokenTheme(_ name: String, _ reading: ThemeReading) -> Refusal {
    let why = reading.mistakes.first?.description ?? "it cannot be used"
    return Refusal(.brokenTheme, "the theme \(Excerpt(name)) cannot be used: \(why)")
  }
}
