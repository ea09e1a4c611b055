import NightCore
import NightStore
import NightThemes
import NightValues

/// What someone means by a theme's name: that very one, or the only one that differs in the size of
/// its letters.
enum ThemeSearch: Sendable {
  case found(name: String, ThemeReading)
  case unknown(nearest: String?)

  init(_ word: String, in folders: ThemeFolders) {
    var name = word
    if folders.find(word) == nil {
      let names = folders.list().map(\.name)
      guard let meant = ThemeName.meant(by: word, among: names) else {
        self = .unknown(nearest: NearestWord.to(word, among: names))
        return
      }
      name = meant
    }
    self = .found(name: name, ThemeReading(name, find: folders.find))
  }
}
