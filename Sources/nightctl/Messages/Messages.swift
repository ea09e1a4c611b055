import NightBus
import NightClient
import NightCore
import NightStore

/// The sentences of nightctl that several topics use.
///
/// Sentences of a single topic are in the folder of that topic.
enum Messages {
  /// Makes a name that comes from outside nightctl safe to print; adds no quotation marks.
  static func plain(_ name: String) -> String { String("\(Excerpt(name))".dropFirst().dropLast()) }

  /// A question that is added to a sentence, as in `; did you mean “dark”?`; empty if `text` is
  /// nil.
  static func meant(_ text: String?) -> String {
    text.map { "; did you mean \(Excerpt($0))?" } ?? ""
  }

  static func meant(_ word: String, _ known: [String]) -> String {
    let folded = word.lowercased()
    let alike = known.filter { $0.lowercased() == folded }
    guard alike.count < 2 else {
      return "; did you mean \(alike.map { "“\($0)”" }.joined(separator: " or "))?"
    }
    return NearestWord.to(word, among: known).map { "; did you mean “\($0)”?" } ?? ""
  }

  /// Lists the choices, as in `light, dark or follow`.
  static func listed(_ choices: [String], or word: String = "or") -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
    return choices.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// Joins names, as in `a, b and c`.
  ///
  /// If there are more than eight names, only the first eight are listed.
  static func joined(_ names: [String]) -> String {
    let shown = names.count > 8 ? names.prefix(8) + ["\(names.count - 8) more"] : names[...]
    return listed(Array(shown), or: "and")
  }

  // MARK: - Requests

  static func sentence(_ error: ClientError) -> String {
    switch error {
    case .noBus(let why): why
    // The bus's own message is left out, because it would not help people.
    case .noDaemon(_, isStartFailed: true):
      "nightd is not running, and its start failed; to see why, run nightctl doctor"
    case .noDaemon:
      "nightd is not running; start it with systemctl --user start nightd, or run nightd"
    case .ended: "nightd ended before it answered; to see the style in force, run nightctl get"
    case .forged(let why):
      "\(why), so nightctl ignored this answer; to see the style in force, run nightctl get"
    case .noAnswer:
      "nightd does not answer; to learn how to restart nightd, run nightctl doctor"
    case .silent(let process, let isRead):
      "nightd\(process.map { " (process \($0))" } ?? "") does not answer; "
        + (isRead ? "" : "the request may still be carried out; ")
        + "to learn how to restart nightd, run nightctl doctor"
    case .denied(let why):
      "the bus or a sandbox does not let nightctl do this (\(why)); run nightctl outside of the "
        + "sandbox, or let the sandbox talk to org.nightd.Night1"
    case .refused(_, let why), .garbled(let why): why
    }
  }

  static let busLost = "the connection to the bus was lost"

  static func withoutSudo(_ user: String) -> String {
    "; you are root, and nightd runs in the session of \(user): run nightctl without sudo"
  }

  static func otherUsersBus(_ owner: UInt32, _ user: UInt32) -> String {
    "; this bus belongs to user \(owner), and you are user \(user): run nightctl as user \(owner), "
      + "without su or sudo"
  }

  // MARK: - Themes

  static func noTheme(
    _ text: String,
    _ known: [String],
    _ strays: [ThemeFolders.Stray] = []
  ) -> String {
    let family = known.filter { !text.isEmpty && $0.hasPrefix(text.lowercased() + "-") }
    let hint =
      family.count > 1
      ? "; “\(family.joined(separator: "”, “"))” exist: choose one for each style with nightctl theme "
        + "use --light NAME --dark NAME"
      : meant(text, known)
    return "there is no theme \(Excerpt(text))"
      + (ignored(text, strays)
        ?? (hint.isEmpty ? "; to list all themes, run nightctl theme list" : hint))
  }

  /// The hint that a theme file of this name exists but is ignored; nil if no such file exists.
  static func ignored(_ text: String, _ strays: [ThemeFolders.Stray]) -> String? {
    strays.first { $0.name.lowercased() == text.lowercased() }
      .map { "; \($0.path) is ignored: \(ThemeFolders.howCalled)" }
  }

  /// The line that nightctl prints after the user has chosen a theme.
  static func inEffectWithTheme(
    _ appearance: Appearance,
    for length: HoldLength?,
    at now: LocalTime
  ) -> String {
    inEffect(appearance, for: length, at: now) + ", with the theme \(plain(appearance.theme))"
  }

  static func slot(_ slot: ThemeSlot) -> String {
    slot.style.rawValue + (slot.isHigh ? " with high contrast" : "")
  }

  static let themeName = "the name of a theme"

  static let reachesAskers =
    "This affects only programs that ask nightd for their own style (NightKit or Style.GetFor)."

  // MARK: - Values and folders

  static func noCount(_ word: String, of option: Option, _ range: ClosedRange<Int>) -> String {
    "\(option.name) takes a number from \(range.lowerBound) to \(range.upperBound), "
      + "not \(Excerpt(word))"
  }

  /// `notes` is the number of findings that are not mistakes, such as a locked value.
  static func mistakes(_ count: Int, notes: Int = 0) -> String {
    (count == 1 ? "1 mistake" : "\(count) mistakes")
      + (notes == 0 ? "" : notes == 1 ? " and 1 note" : " and \(notes) notes") + " found"
  }

  static func noPicture(_ key: String, _ path: String, _ code: Int32) -> String {
    "\(key): \(Output.plain(path)) cannot be read: \(SystemError.message(code)); "
      + "to choose another picture, run nightctl prefs write \(key) PATH"
  }

  static func relativePicture(_ key: String, _ path: String) -> String {
    "\(key): \(Output.plain(path)) is not an absolute path; "
      + "to choose another picture, run nightctl prefs write \(key) PATH"
  }

  /// `variable` is a variable such as XDG_STATE_HOME, which the user can set to the folder's path.
  static func noFolder(_ variable: String) -> String {
    "neither \(variable) nor HOME is set to a folder for your files"
  }
}
