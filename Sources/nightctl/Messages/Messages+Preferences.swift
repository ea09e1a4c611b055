import NightBus
import NightClient
import NightCore

/// Messages about keys of preferences.
extension Messages {
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
    return "\(Excerpt(name)) contains \(keys.joined(separator: ", ")); name one of them"
  }

  static func changedByCall(_ key: PreferenceKey) -> String {
    let option = key.isOfDesktop ? "" : " --app"
    return "\(key.name) is changed by nightctl set\(option)"
  }

  static func noDefault(_ key: PreferenceKey) -> String { "\(key.name) has no registered default" }

  static func isPrivate(_ name: String) -> String {
    "\(name) is private and cannot be watched"
  }

  static func watchesStyle(_ name: String) -> String {
    "\(name) says who decides the style; nightctl watch reports that"
  }

  static func watched(_ name: String, _ value: PreferenceValue?) -> String {
    value.map { "\(name) = \($0.line)" } ?? "\(name) is not set"
  }

  /// Two lines: the style that was set, and the programs that use it.
  static func set(_ choice: ApplicationChoice, for application: String) -> [String] {
    [
      "\(application): \(choice.rawValue)",
      reachesAskers,
    ]
  }

  static let reachesAskers =
    "This reaches only programs that ask nightd for their own style (NightKit or Style.GetFor)."

  /// Says why an application had no style that could be removed.
  ///
  /// `known` are the applications that have a style from any layer.
  static func noOwnStyle(of application: String, _ known: [String]) -> String {
    guard !known.contains(application) else {
      return "\(Excerpt(application)) has its style from a file; \(nothingWasChanged); "
        + "nightctl prefs explain choice --app \(ShellWord.of(application)) names the file"
    }
    let hint = meant(application, known)
    return "\(Excerpt(application)) had no style or theme of its own; \(nothingWasChanged)"
      + (hint.isEmpty ? "; nightctl apps lists those that have one" : hint)
  }

  /// The key as a file of locks names it, such as `app org.example.Editor fade`.
  static func named(_ key: PreferenceKey) -> String {
    key.isOfDesktop ? key.name : "app \(key.application) \(key.name)"
  }
}

// MARK: - Values

extension Messages {
  static func valueMissing(_ key: PreferenceKey) -> String {
    let allowed = PreferenceTable.entry(key).map { ": " + $0.type.words } ?? ""
    return "\(key.name) needs a VALUE" + allowed
  }

  static func oneValue(_ key: PreferenceKey) -> String {
    "\(key.name) takes one VALUE; for several use -array or -dict"
  }

  static func expected(_ what: String, _ text: String) -> String {
    "\(Excerpt(text)) is not \(what)"
  }

  static func inValue(_ what: String) -> String { "in the value: \(what)" }

  static let pairs = "-dict takes pairs of a name and a text, or an object in JSON5"
  static let nameTwice = "-dict takes each name once"
  static let tagIsNoDictionary = "that object is a date or data, not a dictionary"
}

// MARK: - Layers

extension Messages {
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

  /// The value, the reason why it is or is not in force, and its file position.
  static func says(_ row: LayerRow, isLocked: Bool) -> String {
    var text = row.value?.line ?? "no value"
    if let flaw = row.flaw {
      text = "ignored: \(flaw)"
    } else if row.wins {
      text +=
        isLocked
        ? "  in force: the first value from the lock downwards"
        : "  in force: the first layer with a value"
    } else if row.isIgnored {
      text += "  ignored: locked by a lower layer"
    }
    if let lock = row.lock { text += "  locked by \(lock)" }
    return row.file == nil ? text : text + "  (\(row.place))"
  }
}

// MARK: - Refusals

extension Messages {
  /// The message for a light theme in a key for dark, or the other way round.
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

extension Messages {
  static let nothingToChange = "nothing to change"

  static func noFormat(_ text: String) -> String {
    let known = PreferenceFormat.allCases.map(\.rawValue)
    return "\(Excerpt(text)) is not \(listed(known))" + meant(text, known)
  }

  static func cannotRead(_ file: String, _ why: String) -> String {
    "cannot read \(Excerpt(path: file)): \(why)"
  }

  static func tooLarge(_ limit: Int) -> String { "it is larger than \(limit >> 20) MiB" }

  static func flawed(_ file: String, _ place: String, _ why: String) -> String {
    "\(file)\(place): \(why); nothing was changed"
  }

  static func alreadySet(_ file: String, _ place: String, _ why: String) -> String {
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
    "nightd's reply cannot be read: \(why)"
  }

  /// The line for the change that an import makes to a key.
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

extension Messages {
  static let allInOrder = "everything is in order"

  static func lines(_ findings: [PreferenceFinding]) -> String {
    findings.map { finding in
      let advice = finding.advice.map { "  \($0)\n" } ?? ""
      return "\(finding.place): \(finding.message)\n" + advice
    }.joined()
  }

  /// `notes` are the lines that only say what has no effect, such as a locked value.
  static func mistakes(_ count: Int, notes: Int = 0) -> String {
    (count == 1 ? "1 mistake" : "\(count) mistakes")
      + (notes == 0 ? "" : notes == 1 ? " and 1 note" : " and \(notes) notes") + " found"
  }
}

// MARK: - Editing

/// Messages of `prefs edit`.
extension Messages {
  static let nothingWasChanged = "nothing was changed"
  static let noHome = "neither XDG_CONFIG_HOME nor HOME says where config.json5 is"

  static func edited(_ target: String) -> String { "\(target) was changed." }

  static func readsOther(_ file: String) -> String {
    "nightd reads \(file) instead, because its XDG_CONFIG_HOME is different"
  }

  static func cannotEdit(_ path: String, _ why: String) -> String {
    "cannot change \(Excerpt(path: path)): \(why)"
  }

  static func kept(_ target: String, _ why: String, _ copy: String) -> String {
    cannotEdit(target, why) + "; what you wrote is in \(copy)"
  }

  static func mayBeLost(_ target: String, _ why: String) -> String {
    "\(Excerpt(path: target)) was changed, but a power failure might undo this: \(why)"
  }

  /// Names the files that contain the text of unfinished edits, and the command that uses that
  /// text.
  static func unfinished(_ copies: [String], _ target: String) -> String {
    let isOne = copies.count == 1
    let edits =
      isOne ? "an earlier edit was not finished" : "\(copies.count) earlier edits were not finished"
    let files = joined(copies.map { "\(Excerpt(path: $0))" })
    let use =
      "mv \(ShellWord.of(copies.first ?? "")) \(ShellWord.of(target)) && nightctl prefs check"
    return "\(edits); what was written then is in \(files); to use \(isOne ? "it" : "the first"): "
      + "\(use); remove \(isOne ? "it if you do not need it" : "what you do not need")"
  }

  static let editorReturnedAtOnce =
    "if your editor opens a window and returns at once, give it its option to wait, such as "
    + "EDITOR='code --wait'"

  static let editorRemovedFile =
    "the editor removed the file that it was to edit; \(nothingWasChanged)"

  static func otherNames(_ target: String, _ count: Int) -> String {
    let links = count == 1 ? "another hard link" : "\(count) other hard links"
    let verb = count == 1 ? "keeps" : "keep"
    return "\(Excerpt(path: target)) had \(links), which \(verb) the old text"
  }

  static func writableByAll(_ target: String) -> String {
    "\(Excerpt(path: target)) is writable by everyone, so nightd does not read it; "
      + "chmod o-w removes this permission"
  }

  static func changedMeanwhile(_ target: String, _ copy: String) -> String {
    "\(Excerpt(path: target)) was changed by someone else meanwhile, and stays as it is; "
      + "what you wrote is in \(copy)"
  }

  static func notTaken(_ target: String, _ copy: String, isNew: Bool) -> String {
    "\(Excerpt(path: target)) \(isNew ? "was not made" : "stays as it was"); "
      + "what you wrote is in \(copy)"
  }

  /// `left` is a non-empty folder with which the editor replaced the file; otherwise nil.
  static func editorLeftNoFile(_ left: String?) -> String {
    "the editor left no file that can be read, and nothing was changed"
      + (left.map { "; remove \(ShellWord.of($0)) if you do not need it" } ?? "")
  }

  static func needsTerminal(_ editor: String, _ config: String) -> String {
    "\(editor) needs a terminal, and standard input is not one; edit \(config) itself, or set VISUAL "
      + "to an editor with a window"
  }

  static func editorFailed(_ copy: String?) -> String {
    "the editor failed, and nothing was changed"
      + (copy.map { "; what you wrote is in \($0)" } ?? "")
  }

  static func editAgain(mayAccept: Bool) -> String {
    mayAccept
      ? "Press Return to edit again, type t to keep the edit as it is, or anything else to leave the file "
        + "unchanged: "
      : "Press Return to edit again; type anything else to leave the file unchanged: "
  }
}
