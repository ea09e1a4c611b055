@testable import NightCore

/// Properties of a hand-written `config.json5`.
enum Config {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let path = "/config.json5"
    let text = LayerTexts.File(path: path, content: .bytes(bytes))
    let places = TextPlaces(of: bytes)
    let file = ConfigFile(text)
    for finding in file.findings {
      try assure(finding.file == path && !finding.message.isEmpty, "\(finding)")
      guard let position = finding.position else { throw Finding("no place: \(finding)") }
      try places.check(position, finding.message)
    }
    try assure(ConfigFile(text, after: file) == file, "read again, it is not the same")
    try keys(of: file, places)
    if let node = try? JSONReader.read(bytes), let value = try? PreferenceValue(node) {
      try Forms.check(value)
    }
  }

  private static func keys(of file: ConfigFile, _ places: TextPlaces) throws(Finding) {
    let missing = LayerTexts.File(path: "/locks", content: .missing)
    let texts = LayerTexts(user: missing, systems: [])
    var intent = Intent()
    for key in file.keys {
      switch file.saying(key) {
      case nil: throw Finding("silent on \(key)")
      case .flaw(_, let position): try places.check(position, "the value of \(key)")
      case .value(let value, let position):
        try places.check(position, "the value of \(key)")
        try Forms.check(value)
        guard (try? key.judge(value)) == value else { throw Finding("\(key): \(value)") }
        let named = try? PreferenceKey(key.name, of: key.application)
        try assure(named == key, "\(key) is none")
        intent.preferences = intent.preferences.applying([PreferenceEdit(key, value)])
        let rows = Preferences(intent, Layers(texts)).rows(key)
        try assure(rows.count { $0.wins } == 1, "\(key) has no winner: \(rows)")
        try assure(rows.first?.value == value || key.name == "choice", "\(key): \(rows)")
      }
    }
    try stored(intent)
  }

  private static func stored(_ intent: Intent) throws(Finding) {
    let bytes = IntentFile.bytes(intent)
    let again: Intent
    do throws(Flaw) { again = try IntentFile.intent(bytes) } catch {
      throw Finding("what was stored cannot be read: \(error)")
    }
    try assure(again == intent, "stored as \(intent), read as \(again)")
    try assure(IntentFile.bytes(again) == bytes, "the second writing differs from the first")
  }
}
