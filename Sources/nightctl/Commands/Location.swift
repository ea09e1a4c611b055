import NightClient
import NightCore

extension Nightctl {
  func location(_ invocation: Invocation) throws(Failure) {
    let word = Self.place(in: invocation.operands) ?? "show"
    let lost = word == "show" ? nil : try setPlace(word, invocation)
    let report = try ask { (client) throws(ClientError) in
      try PlaceReport(client, zone: try client.scheduleFacts().zone)
    }
    guard !invocation.has(.json) else {
      return try output.json(.object(report.json + (report.layer?.json ?? [])))
    }
    try output.sentences(Words.place(report) + "\n")
    if let advice = Words.agentAdvice(report) { try output.sentences([advice]) }
    if word == "auto", let advice = Words.advice(report) { try output.sentences([advice]) }
    if let lost { try output.sentences([Words.takenBack(lost)]) }
  }

  /// Two coordinates with a blank between them, in one argument or two, become `LAT,LON`.
  private static func place(in arguments: [String]) -> String? {
    let given = arguments.joined(separator: " ")
    let parts = given.split { $0 == " " || $0 == "," }
    let hasBothNumbers = parts.count == 2 && parts.allSatisfy { Double($0) != nil }
    if hasBothNumbers, given.contains(" ") { return parts.joined(separator: ",") }
    return arguments.isEmpty ? nil : given
  }

  /// All in one, so that no one sees half of a place; answers the one that was set before, where
  /// this takes it back.
  private func setPlace(_ word: String, _ invocation: Invocation) throws(Failure) -> Place? {
    let place: Place?
    switch word {
    case "auto", "zone": place = nil
    default:
      do throws(Place.Flaw) { place = try Place(text: word) } catch {
        throw .usage(Words.flawedPlace(word, error), help: invocation.command)
      }
    }
    let latitude = try key(PreferenceTable.latitude, of: "", invocation)
    let longitude = try key(PreferenceTable.longitude, of: "", invocation)
    let isAuto = try key(PreferenceTable.isLocationAuto, of: "", invocation)
    var edits = [
      PreferenceEdit(latitude, place.map { .double($0.latitude) }),
      PreferenceEdit(longitude, place.map { .double($0.longitude) }),
    ]
    return try ask { (client) throws(ClientError) -> Place? in
      let before = word == "auto" ? try setPlace(latitude, longitude, client) : nil
      if word == "auto" {
        edits.append(PreferenceEdit(isAuto, .bool(true)))
      } else if try isSet(isAuto, client) {
        edits.append(PreferenceEdit(isAuto, nil))
      }
      _ = try client.write(edits)
      return before
    }
  }

  private func setPlace(
    _ latitude: PreferenceKey,
    _ longitude: PreferenceKey,
    _ client: Client
  ) throws(ClientError) -> Place? {
    func degrees(_ key: PreferenceKey) throws(ClientError) -> Double? {
      let row = try client.explain(key).first { $0.origin == .set && !$0.isIgnored }
      return row?.value?.degrees
    }
    guard let latitude = try degrees(latitude), let longitude = try degrees(longitude) else {
      return nil
    }
    return Place(latitude: latitude, longitude: longitude)
  }

  /// A machine that forbids GeoClue has the key locked, and nothing is to be taken back there.
  private func isSet(_ key: PreferenceKey, _ client: Client) throws(ClientError) -> Bool {
    do throws(ClientError) {
      return try client.explain(key).contains {
        $0.origin == .set && $0.value != nil && !$0.isIgnored
      }
    } catch .refused(.unknownKey, _) {
      return false
    }
  }
}

extension PreferenceValue {
  fileprivate var degrees: Double? {
    switch self {
    case .double(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
