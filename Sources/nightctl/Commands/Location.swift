import NightClient
import NightCore

extension Nightctl {
  func location(_ invocation: Invocation) throws(Failure) {
    let word = invocation.operand ?? "show"
    if word != "show" { try write(try place(word, invocation), invocation) }
    let report = try ask { (client) throws(ClientError) in
      try PlaceReport(client, zone: try client.scheduleFacts().zone)
    }
    guard !invocation.has(.json) else {
      return try output.json(.object(report.json + (report.layer?.json ?? [])))
    }
    try output.line(Words.place(report))
  }

  /// Nil takes back what was set.
  private func place(_ word: String, _ invocation: Invocation) throws(Failure) -> Place? {
    guard word != "zone" else { return nil }
    do throws(Place.Flaw) { return try Place(words: word) } catch {
      throw .usage(Words.flawedPlace(word, error), help: invocation.command)
    }
  }

  /// Both coordinates or neither, so that no one sees half of a place.
  private func write(_ place: Place?, _ invocation: Invocation) throws(Failure) {
    let latitude = try key(PreferenceTable.latitude, of: "", invocation)
    let longitude = try key(PreferenceTable.longitude, of: "", invocation)
    let edits = [
      PreferenceEdit(latitude, place.map { .double($0.latitude) }),
      PreferenceEdit(longitude, place.map { .double($0.longitude) }),
    ]
    try ask { (client) throws(ClientError) in _ = try client.write(edits) }
  }
}
