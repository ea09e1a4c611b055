import NightBus
import NightCore
import NightStore

/// Messages about themes and their files.
enum ThemeMessages {
  static let asAnother = "--as gives the theme another name"

  static let asSeveral = "--as NAME begins each theme's name with NAME-"

  /// Advice for the user if a theme cannot be imported because its name is already taken.
  ///
  /// `naming` explains how `--as` gives the themes other names.
  static func remedy(_ conflict: ThemeInstaller.Refusal, naming: String) -> String {
    switch conflict {
    case .exists: "--replace replaces it, " + naming
    case .otherKind(let name, _):
      "remove it with nightctl theme remove \(name), "
        + (naming == asAnother ? "or use --as to give this theme another name" : naming)
    default: naming
    }
  }

  /// The message for a file or folder from which no themes could be read.
  static func notRead(_ refusal: ThemeInstaller.Refusal) -> String {
    switch refusal {
    case .unreadable(let refusal): Messages.cannotRead(refusal.path, refusal.why)
    case .noFormat(let file):
      "the format of \(file) is unknown; give the format with --format "
        + Messages.listed(ThemeFormat.read.map(\.rawValue))
    default: refusal.message
    }
  }

  /// Says that a name is too long for a theme's file; `most` is the maximum, in bytes.
  static func tooLong(_ name: String, _ most: Int) -> String {
    "\(Excerpt(name)) is too long: it has \(name.utf8.count) bytes, but at most \(most) are possible, "
      + "because the theme's file has the same name"
  }

  static func hides(_ name: String, _ file: String) -> String {
    "your theme \(Excerpt(name)) hides the system-wide theme of this name, \(file); to undo this, "
      + "run nightctl theme remove \(ShellWord.of(name))"
  }

  /// Says that imported themes are not in use, and which command puts them into use.
  static func notInUse(_ themes: [ThemeFile]) -> String {
    let pair = themes.count == 1 ? [] : ImportThemes.pair(of: themes)
    let names =
      pair.isEmpty
      ? themes.prefix(1).map { ShellWord.of($0.name) }
      : pair.map { "--\($0.slot.option) \(ShellWord.of($0.name))" }
    return "the themes are installed, but not in use yet; to use them, run nightctl theme use "
      + names.joined(separator: " ")
  }

  static func hardToRead(_ name: String, _ pairs: Int) -> String {
    let (these, them) =
      pairs == 1
      ? ("one pair of colours that is", "it")
      : ("\(pairs) pairs of colours that are", "them")
    return
      "\(Excerpt(name)) has \(these) hard to read; to see \(them), run nightctl theme check \(name)"
  }

  static func giveNoRoles(_ themes: [ThemeFile], _ roles: [String]) -> String {
    let (define, these, it) =
      themes.count == 1 ? ("defines", "this theme", "it") : ("define", "these themes", "them")
    var seen: [String] = []
    for theme in themes {
      let root = theme.style.builtInTheme
      if !seen.contains(root) { seen.append(root) }
    }
    let names = Messages.joined(themes.map { "\(Excerpt($0.name))" })
    return "\(names) \(define) none of the roles that programs "
      + "use (\(roles.prefix(3).joined(separator: ", ")), …), so only programs that ask for "
      + "the keys of \(these) show \(it); all other programs show \(Messages.joined(seen))"
  }

  static func finding(_ finding: ThemeFinding) -> String {
    let kind: String =
      switch finding.severity {
      case .error: "error: "
      case .warning: "warning: "
      case .note: "note: "
      }
    return "\(finding.place): \(kind)\(finding.message)"
  }

  static func made(_ theme: ThemeFile, _ path: String) -> String {
    let count = theme.entries.count
    return "\(theme.name): a \(theme.style.rawValue) theme of "
      + "\(count == 1 ? "one value" : "\(count) values"), in \(path)"
  }

  static func nothingImported(_ errors: Int) -> String {
    "nothing was imported: \(errors == 1 ? "there is one error" : "there are \(errors) errors")"
  }

  static func notPut(_ name: String, _ why: String, _ made: [String]) -> String {
    let rest = made.isEmpty ? "" : "; already imported: \(made.joined(separator: ", "))"
    return "cannot import \(Excerpt(name)): \(why)\(rest)"
  }

  static func noThemeFormat(_ word: String, _ known: [String]) -> String {
    "\(Excerpt(word)) is not \(Messages.listed(known))" + Messages.meant(word, known)
  }

  static func noDecoder(of format: String, _ path: String) -> String {
    "the program that reads \(format) is missing: \(path); install nightd again"
  }

  static let isUnknownArchive =
    "nightctl unpacks tar, tar.gz, tar.xz, tar.zst and zip, but not this kind of archive; unpack it, "
    + "and import the folder"

  static func decoderStopped(_ problem: String) -> String {
    "it is damaged, or needs too much memory or time (\(problem))"
  }

  /// The end of a message about a user's theme that is named like a theme made from the wallpaper.
  static let madeFromWallpaper =
    "; nightctl does not replace your theme with the one from the wallpaper: rename or remove yours"

  static func isFromWallpaper(_ name: String) -> String {
    "The theme \(name) has the colours of the wallpaper now."
  }

  static let noGallery =
    "share/nightd/gallery.html, the page of the gallery, is missing; install nightd again"

  static let galleryRuns = "This page shows your themes until you press Ctrl-C."

  static let isTransparent = "none of its pixels is opaque"

  static func noStyle(_ word: String) -> String {
    "\(Excerpt(word)) is not light or dark" + Messages.meant(word, Style.allCases.map(\.rawValue))
  }

  static func imagesStay(_ names: [String], _ folder: String) -> String {
    "the files of \(names.count == 1 ? "the image" : "the images") \(Messages.joined(names)) stay in "
      + "\(folder); to include them, import this folder with nightctl theme import"
  }

  static func lost(_ sentence: String) -> String { "warning: " + sentence }

  /// The lines that `theme show` prints above a theme's values.
  static func head(_ theme: Theme) -> [String] {
    var lines = ["\(theme.name): a \(theme.style.rawValue) theme, \(origin(theme.origin))"]
    if let description = theme.description { lines.append(description) }
    if let author = theme.author { lines.append("by \(author)") }
    if !theme.ancestors.isEmpty {
      lines.append(
        "values that this theme does not set come from \(theme.ancestors.joined(separator: ", "))"
      )
    }
    return lines
  }

  static func origin(_ origin: ThemeText.Origin) -> String {
    switch origin {
    case .user: "yours"
    case .system: "the machine's"
    case .builtIn: "built in"
    }
  }

  /// The contrast of a pair of colours, as in `14.52 on surface`.
  static func contrast(_ pair: ThemeCheck.Pair) -> String {
    let isLow = pair.contrast < ThemeCheck.leastContrast
    return "\(ThemeCheck.ratio(pair.contrast)) on \(pair.role)" + (isLow ? ", hard to read" : "")
  }

  /// The contrast of a pair of colours in short form; `!` marks a low contrast, as in `1.44!`.
  static func shortContrast(_ pair: ThemeCheck.Pair) -> String {
    let isLow = pair.contrast < ThemeCheck.leastContrast
    return ThemeCheck.ratio(pair.contrast) + (isLow ? "!" : "")
  }

  static func value(_ value: ThemeValue) -> String {
    switch value {
    case .color(let color): color.text
    case .image(let image):
      image.pictures.map { picture in
        let scale = picture.scale == 1 ? "" : " at \(picture.scale)x"
        return "\(picture.state)\(scale): \(picture.file)"
      }.joined(separator: ", ")
    case .font(let font):
      [font.family, font.size.map { number($0) }].compactMap(\.self).joined(separator: ", ")
    case .number(let number): self.number(number)
    case .string(let text): text
    case .bool(let bool): "\(bool)"
    case .sheet(let sheet):
      sheet.fields.map { "\($0.name) \(self.value($0.value))" }.joined(separator: ", ")
    }
  }

  private static func value(_ value: ThemeSheet.Value) -> String {
    switch value {
    case .reference(let name), .word(let name): name
    case .number(let number): self.number(number)
    case .bool(let bool): "\(bool)"
    }
  }

  /// The number as text; a whole number has no decimal point.
  private static func number(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? JSON.double(number).text(pretty: false)
  }

  /// A line for each theme that was set; `application` is empty for the desktop.
  static func chosen(
    _ names: [(slot: ThemeSlot, name: String?)],
    for application: String
  ) -> [String] {
    let owner = application.isEmpty ? "" : " of \(application)"
    return names.map { slot, name in
      "The theme\(owner) for \(Messages.slot(slot)) is \(name.map(Messages.plain) ?? "the desktop's")."
    }
  }

  /// The lines to print after an application's themes were set; `appearance` is nil if its themes
  /// were removed.
  static func themed(_ application: String, _ appearance: Appearance?) -> [String] {
    guard let appearance else { return ["\(application): the desktop's themes"] }
    return [
      "\(application): \(appearance.style.rawValue), with the theme \(Messages.plain(appearance.theme))",
      Messages.reachesAskers,
    ]
  }

  static func brokenTheme(_ name: String, _ flaw: String) -> String {
    "the theme \(Excerpt(name)) cannot be used: \(flaw)"
  }

  static func isOnlyOne(_ name: String) -> String {
    "\(Excerpt(name)) is the only theme of its style that can be used"
  }

  static func otherStyle(_ name: String, _ slot: ThemeSlot, _ option: String) -> String {
    "\(Excerpt(name)) is a \(slot.style.opposite.rawValue) theme, and \(option) takes one that is "
      + slot.style.rawValue
  }

  static func isNoFile(_ path: String) -> String { "there is no file \(Excerpt(path: path))" }

  static func isNoTheme(_ path: String) -> String {
    "\(Excerpt(path: path)) exists but is not a theme: \(ThemeFolders.howCalled); "
      + "to import other files, use nightctl theme import"
  }

  static func isNoThemeFolder(_ path: String) -> String {
    "\(Excerpt(path: path)) is a folder without a \(ThemeFolders.folderFile), so it is not a theme"
  }

  static func onlyBuiltIn(_ name: String) -> String {
    "\(name) is built in and has no file; to print it as a file, run nightctl theme export \(name)"
  }

  static let noOwnThemes = "your themes have no folder: set XDG_DATA_HOME or HOME"

  /// The message for a theme that was removed although some of its files are left.
  static func notAllRemoved(_ name: String, _ trouble: Disk.Refusal) -> String {
    "\(Excerpt(name)) is removed, but \(trouble.path) could not be deleted: "
      + SystemError.message(trouble.code)
  }

  /// Says which theme is used now if the removed theme was in effect for a limited time.
  static func held(_ name: String, _ slot: ThemeSlot, by heir: ThemeText?) -> String {
    let serves = heir.map { "nightd now uses the system-wide theme \(name): \($0.file)" }
    return "the removed theme was in use for a limited time (a hold); "
      + (serves ?? "until the hold ends, nightd uses the theme \(BuiltInThemes.defaultName(slot))")
  }

  static func orphaned(_ names: [String]) -> String {
    Messages.joined(names) + " can no longer be used, because "
      + (names.count == 1 ? "its" : "their") + " parent was removed"
  }

  /// Says which theme is used now if the removed theme was the theme of a slot (style and
  /// contrast).
  static func replaced(_ name: String, _ slot: ThemeSlot, by heir: ThemeText?) -> String {
    guard let heir else {
      return
        "the removed theme was your theme for \(Messages.slot(slot)); until you choose another, "
        + "nightd uses the theme \(BuiltInThemes.defaultName(slot))"
    }
    return "the removed theme was your theme for \(Messages.slot(slot)); nightd now uses the "
      + "system-wide theme \(name): \(heir.file)"
  }
}
