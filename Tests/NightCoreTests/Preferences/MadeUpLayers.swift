import NightCore

extension Layers {
  static let userPath = "/home/me/config.json5"

  /// Makes layers from the texts of files; nil stands for a missing file.
  static func made(
    user: String? = nil,
    _ systems: [(config: String?, locks: String?)] = [],
    after last: Layers = Layers()
  ) -> Layers {
    func file(_ path: String, _ text: String?) -> LayerTexts.File {
      .init(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .missing)
    }
    let folders = systems.enumerated().map { index, system in
      LayerTexts.Folder(
        config: file("/etc/\(index)/config.json5", system.config),
        locks: file("/etc/\(index)/locks", system.locks)
      )
    }
    return Layers(LayerTexts(user: file(userPath, user), systems: folders), after: last)
  }
}

extension Preferences {
  /// Makes layers from the texts of files, and from stored preferences in the form of the stored
  /// file.
  static func made(
    set: String = "{}",
    choice: Choice? = nil,
    user: String? = nil,
    _ systems: [(config: String?, locks: String?)] = []
  ) throws -> Preferences {
    Preferences(try .made(set: set, choice: choice), .made(user: user, systems))
  }

  func text(_ name: String, _ application: String = "") throws -> String {
    value(try PreferenceKey(name, of: application))?.json.text(pretty: false) ?? "nothing"
  }
}

extension Intent {
  static func made(set: String, choice: Choice? = nil, revision: Int64 = 1) throws -> Intent {
    var intent = Intent()
    intent.revision = revision
    intent.decision = choice.map { .init(choice: $0, since: .minute(0)) }
    intent.preferences = try StoredPreferences(text: set)
    return intent
  }
}

extension StoredPreferences {
  convenience init(text: String) throws {
    let root = try JSONReader.read(Array(text.utf8))
    self.init((root.members ?? []).map { .init(name: $0.name, value: $0.node.plain) })
  }

  var line: String { JSON.object(members).text(pretty: false) }
}

/// Makes edits from strings: `key = JSON`, or `ID:key = JSON` for an application.
///
/// A string that is only `key` or `ID:` means a deletion.
func edits(_ words: String...) throws -> [PreferenceEdit] {
  try words.map { word in
    let halves = word.split(separator: " = ", maxSplits: 1).map(String.init)
    let names = halves[0].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let application = names.count > 1 ? names[0] : ""
    guard let name = names.last, !name.isEmpty else { return .init(forgetting: application) }
    let value = try halves.dropFirst().first.map {
      try PreferenceValue(JSONReader.read(Array($0.utf8)))
    }
    return PreferenceEdit(try PreferenceKey(name, of: application), value)
  }
}
