import NightCore

/// An intent with revision 7, the given preferences in the layer “set”, and the given choice.
func intent(_ set: String = "{}", choice: Choice? = nil) throws -> Intent {
  try .made(set: set, choice: choice, revision: 7)
}

/// A request of the first caller for these edits.
func prefer(_ words: String..., ifRevision revision: Int64? = nil) throws -> Event {
  let edits = try words.flatMap { try NightCoreTests.edits($0) }
  return .asked(.prefer(edits, ifRevision: revision), ReplyID(1))
}

/// The event of a successful commit whose edits were applied to an intent found in the store.
func committed(_ effects: [Effect], onto found: Intent) -> Event {
  var intent = found
  for case .commit(let edits) in effects { intent = intent.applying(edits) }
  intent.revision = found.revision + 1
  return .committed(intent)
}

/// A short string for each effect.
func summary(_ effects: [Effect]) -> [String] {
  effects.flatMap { effect -> [String] in
    switch effect {
    case .preferencesChanged(let changes):
      changes.map { change in
        let found = change.found
        let value = found?.value.map { $0.json.text(pretty: false) } ?? "-"
        return
          "\(change.key.application):\(change.key.name) \(value) \(found?.origin.rawValue ?? "-")"
      }
    case .applicationChanged(let application, let choice):
      ["app \(application) \(choice.rawValue)"]
    case .changed(let snapshot): ["style \(snapshot.appearance.style.rawValue)"]
    case .propertiesChanged(let names):
      ["properties \(names.map(\.rawValue).joined(separator: ","))"]
    case .answer(let replyID, _): ["answer \(replyID.number)"]
    case .refuse(let replyID, let code, _): ["refuse \(replyID.number) \(code.rawValue)"]
    case .scheduleChanged: ["schedule"]
    case .desktopChanged: ["desktop"]
    case .askPrograms: ["ask programs"]
    case .writeGnomeAgain: ["write again"]
    case .switchIgnored(let source): ["quarrel \(source)"]
    case .commit(let edits): ["commit \(edits.count)"]
    case .arm: ["arm"]
    // No client receives this effect.
    case .remember: []
    }
  }
}
