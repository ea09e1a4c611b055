import NightBus
import NightClient
import NightCore

/// The sentences about preferences.
extension Words {
  static func unset(_ name: String) -> String { "\(name) is not set" }

  static let applicationMissing = "an application's identifier is missing"

  static func unknownKey(_ name: String) -> String {
    forApplication(
      "\(Excerpt(name)) is not a preference of the desktop" + PreferenceTable.meant(name)
    )
  }

  static func forApplication(_ why: String) -> String {
    why + "; for an application's key add --app ID"
  }

  static func holdsKeys(_ name: String) -> String {
    let keys = PreferenceTable.keys().map(\.name).filter { $0.hasPrefix(name + ".") }
    return "\(Excerpt(name)) holds \(keys.joined(separator: ", ")); name one of them"
  }

  static func changedByCall(_ key: PreferenceKey) -> String {
    let option = key.isOfDesktop ? "" : " --app"
    return "\(key.name) is changed by nightctl set\(option)"
  }

  static func noDefault(_ key: PreferenceKey) -> String { "\(key.name) has no registered default" }

  static func isPrivate(_ name: String) -> String {
    "\(name) is private, in no signal, and cannot be watched"
  }

  static func watchesStyle(_ name: String) -> String {
    "\(name) says who decides the style; nightctl watch reports that"
  }

  static func watched(_ name: String, _ value: PreferenceValue?) -> String {
    value.map { "\(name) = \($0.line)" } ?? "\(name) is not set"
  }

  /// Two lines: what was set, and which programs act on it.
  static func set(_ choice: ApplicationChoice, for application: String) -> [String] {
    [
      "\(application): \(choice.rawValue)",
      "This reaches only programs that ask nightd for their own style (NightKit or Style.GetFor).",
    ]
  }

  /// Why there was no style to remove; `known` are the applications that have one from any layer.
  static func noOwnStyle(of application: String, _ known: [String]) -> String {
    guard !known.contains(application) else {
      return "\(Excerpt(application)) has its style from a file; \(nothingWasChanged); "
        + "nightctl prefs explain choice --app \(ShellWord.of(application)) names the file"
    }
    let hint = meant(application, known)
    return "\(Excerpt(application)) had no style of its own; \(nothingWasChanged)"
      + (hint.isEmpty ? "; nightctl apps lists those that have one" : hint)
  }

  /// `app org.example.Editor fade`, as a file of locks names it.
  static func named(_ key: PreferenceKey) -> String {
    key.isOfDesktop ? key.name : "app \(key.application) \(key.name)"
  }
}

// MARK: - Values

extension Words {
  static func valueMissing(_ key: PreferenceKey) -> String {
    let allowed = PreferenceTable.entry(key).map { ": " + $0.type.words } ?? ""
    return "\(key.name) needs a VALUE" + allowed
  }

  static func oneValue(_ key: PreferenceKey) -> String {
    "\(key.name) takes one VALUE; for several use -array or -dict"
  }

  static func expected(_ what: String, _ word: String) -> String {
    "\(Excerpt(word)) is not \(what)"
  }

  static func inValue(_ what: String) -> String { "in the value: \(what)" }

  static let pairs = "-dict takes pairs of a name and a text, or an object in JSON5"
  static let nameTwice = "-dict takes each name once"
  static let tagIsNoDictionary = "that object is a date or data, not a dictionary"
}

// MARK: - Layers

extension Words {
  static func layer(_ row: LayerRow, of key: PreferenceKey) -> String {
    let name =
      switch row.origin {
      case .set: "set through nightd"
      case .user: "the user's file"
      case .system: "the system's file"
      case .registered: "registered"
      }
    return key.isOfDesktop || !row.isOwn ? name : name + ", its own"
  }

  /// The value, why it serves or does not, and its place.
  static func says(_ row: LayerRow, isLocked: Bool) -> String {
    var words = row.value?.line ?? "says nothing"
    if let flaw = row.flaw {
      words = "does not count: \(flaw)"
    } else if row.wins {
      words +=
        isLocked
        ? "  in force: the first from the lock on" : "  in force: the first layer with a value"
    } else if row.isIgnored {
      words += "  ignored: locked by a lower layer"
    }
    if let lock = row.lock { words += "  locked by \(lock)" }
    return row.file == nil ? words : words + "  (\(row.place))"
  }
}

// MARK: - Refusals

extension Words {
  /// A light theme for dark, or the other way round.
  static func otherStyle(_ name: String, _ slot: ThemeSlot, _ meant: ThemeSlot) -> String {
    "\(Excerpt(name)) is a \(meant.style.rawValue) theme, and \(slot.key) takes a "
      + "\(slot.style.rawValue) one; did you mean \(meant.key)?"
  }

  static func notSet(_ key: PreferenceKey) -> String {
    "\(key.name) was not set; nothing was changed"
  }

  static func nothingSet(for application: String) -> String {
    "nothing was set for \(application); nothing was changed"
  }
}

// MARK: - Exports

extension Words {
  static let nothingToChange = "nothing to change"

  static func noFormat(_ word: String) -> String {
    let known = PreferenceFormat.allCases.map(\.rawValue)
    return "\(Excerpt(word)) is not \(listed(known))" + meant(word, known)
  }

  static func cannotRead(_ file: String, _ why: String) -> String {
    "cannot read \(Excerpt(path: file)): \(why)"
  }

  static func tooLarge(_ limit: Int) -> String { "it has more than \(limit >> 20) MiB" }

  static func flawed(_ file: String, _ place: String, _ why: String) -> String {
    "\(file)\(place): \(why); nothing was changed"
  }

  static func standing(_ file: String, _ place: String, _ why: String) -> String {
    "\(file)\(place): \(why); ignored, because it is set to this value already"
  }

  static func convert(_ form: ForeignForm) -> String {
    switch form {
    case .binaryPropertyList:
      "it is a binary property list; plutil -convert xml1 FILE turns it into one that can be read"
    case .utf16: "it is UTF-16 text; iconv -f UTF-16 -t UTF-8 FILE turns it into UTF-8"
    }
  }

  static func unchanged(_ why: String) -> String {
    why.hasSuffix(nothingWasChanged) ? why : why + "; " + nothingWasChanged
  }

  static func noPropertyList(_ place: String, _ why: String) -> String {
    "what is set cannot be a property list\(place): \(why)"
  }

  static func unreadableExport(_ why: String) -> String {
    "nightd's own answer cannot be read: \(why)"
  }

  /// One line for what an import does to a key.
  static func change(
    _ key: PreferenceKey,
    from old: PreferenceValue?,
    to new: PreferenceValue
  ) -> String {
    guard let old else { return "+ \(named(key)) = \(new.line)" }
    return "~ \(named(key)) = \(new.line), was \(old.line)"
  }
}

// MARK: - Findings

extension Words {
  static let allInOrder = "everything is in order"

  static func lines(_ findings: [PreferenceFinding]) -> String {
    findings.map { finding in
      let advice = finding.advice.map { "  \($0)\n" } ?? ""
      return "\(finding.place): \(finding.message)\n" + advice
    }.joined()
  }

  static func mistakes(_ count: Int) -> String {
    count == 1 ? "1 mistake found" : "\(count) mistakes found"
  }
}
