import NightBus
import NightCore

/// Messages about preferences.
enum PreferenceMessages {
  static func unknownKey(_ name: String) -> String {
    forApplication(
      "\(Excerpt(name)) is not a preference of the desktop" + PreferenceTable.meant(name)
    )
  }

  static func forApplication(_ why: String) -> String {
    why + "; for an application's key, add --app ID"
  }

  static func holdsKeys(_ name: String) -> String {
    let keys = PreferenceTable.keys().map(\.name).filter { $0.hasPrefix(name + ".") }
    return "\(Excerpt(name)) contains \(keys.joined(separator: ", ")); "
      + "give the name of one of these keys"
  }

  static func changedByCall(_ key: PreferenceKey) -> String {
    let option = key.isOfDesktop ? "" : " --app"
    return "to change \(key.name), use nightctl set\(option)"
  }

  static func isPrivate(_ name: String) -> String {
    "\(name) is private and cannot be watched"
  }

  static func watched(_ name: String, _ value: PreferenceValue?) -> String {
    value.map { "\(name) = \($0.line)" } ?? "\(name) is not set"
  }

  /// The key in the form that lock files use, such as `app org.example.Editor fade`.
  static func named(_ key: PreferenceKey) -> String {
    key.isOfDesktop ? key.name : "app \(key.application) \(key.name)"
  }

  static func valueMissing(_ key: PreferenceKey) -> String {
    let allowed = PreferenceTable.entry(key).map { ": " + $0.type.words } ?? ""
    return "\(key.name) needs a VALUE" + allowed
  }

  static func oneValue(_ key: PreferenceKey) -> String {
    "\(key.name) takes one VALUE; for several values, use -array or -dict"
  }

  static func inValue(_ what: String) -> String { "in the value: \(what)" }

  static let pairs = "-dict takes pairs of a name and a string, or an object in JSON5"
  static let tagIsNoDictionary =
    "nightctl reads this object as a date or as data, not as a dictionary"

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

  /// Text about a layer (one of the places that can set a preference): the layer's value, the
  /// value's place in a file, and why the value is in force or ignored.
  static func says(_ row: LayerRow, isLocked: Bool) -> String {
    var text = row.value?.line ?? "no value"
    if let flaw = row.flaw {
      text = "ignored: \(flaw)"
    } else if row.wins {
      text +=
        isLocked
        ? "  in force: the first value, if the search starts at the layer that has the lock"
        : "  in force: the first layer with a value"
    } else if row.isIgnored {
      text += "  ignored: locked by a lower layer"
    }
    if let lock = row.lock { text += "  locked by \(lock)" }
    return row.file == nil ? text : text + "  (\(row.place))"
  }

  /// The error message if the user sets a key for dark themes to a light theme, or a key for light
  /// themes to a dark theme.
  static func otherStyle(_ name: String, _ slot: ThemeSlot, _ meant: ThemeSlot) -> String {
    "\(Excerpt(name)) is a \(meant.style.rawValue) theme, and \(slot.key) takes a "
      + "\(slot.style.rawValue) one; did you mean \(meant.key)?"
  }

  static func notSet(_ key: PreferenceKey) -> String {
    "\(key.name) was not set; nothing was changed"
  }

  static let nothingToChange = "nothing to change"

  static func noFormat(_ text: String) -> String {
    let known = PreferenceFormat.allCases.map(\.rawValue)
    return "\(Excerpt(text)) is not \(Messages.listed(known))" + Messages.meant(text, known)
  }

  static func flawed(_ file: String, _ place: String, _ why: String) -> String {
    "\(file)\(place): \(why); nothing was changed"
  }

  static func alreadySet(_ file: String, _ place: String, _ why: String) -> String {
    "\(file)\(place): \(why); ignored, because the key has this value already"
  }

  static func convert(_ form: ForeignForm) -> String {
    switch form {
    case .binaryPropertyList:
      "it is a binary property list; to make it readable, run plutil -convert xml1 FILE"
    case .utf16: "it is UTF-16 text; to convert it, run iconv -f UTF-16 -t UTF-8 FILE"
    }
  }

  static func unchanged(_ why: String) -> String {
    why.hasSuffix(EditMessages.nothingWasChanged)
      ? why : why + "; " + EditMessages.nothingWasChanged
  }

  static func noPropertyList(_ place: String, _ why: String) -> String {
    "the preferences cannot be written as a property list\(place): \(why)"
  }

  static func unreadableExport(_ why: String) -> String {
    "nightd's reply cannot be read: \(why)"
  }

  /// The line that shows how an import changes a key.
  static func change(
    _ key: PreferenceKey,
    from old: PreferenceValue?,
    to new: PreferenceValue
  ) -> String {
    guard let old else { return "+ \(named(key)) = \(new.line)" }
    return "~ \(named(key)) = \(new.line), was \(old.line)"
  }

  static func lines(_ findings: [PreferenceFinding]) -> String {
    findings.map { finding in
      let advice = finding.advice.map { "  \($0)\n" } ?? ""
      return "\(finding.place): \(finding.message)\n" + advice
    }.joined()
  }

  static func halfPlace(_ name: String, _ missing: String) -> String {
    PreferenceTable.halfPlace(name, missing) + "; to set both, run nightctl location LAT,LON"
  }
}
