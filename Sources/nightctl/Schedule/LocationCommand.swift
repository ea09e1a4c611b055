import NightClient
import NightContract
import NightCore

/// The command `location`.
struct LocationCommand: Command {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "location",
    summary: "set or show the place for which sunrise and sunset are computed",
    operands: [
      Operand(name: "LAT,LON|auto|zone|show", kind: .place, count: .optional), .longitude,
    ],
    options: [.json],
    notes: """
      LAT,LON are degrees north and east, as in 52.52,13.405 or -33.9,151.2. “auto” asks GeoClue for
      the place, and deletes the LAT,LON that you set. “zone” deletes LAT,LON and stops asking
      GeoClue, so that nightd uses the place of the time zone. “show”, or no argument at all, prints
      the place.
      """,
    run: LocationCommand.location
  )

  func location(_ invocation: Invocation) throws(Failure) {
    let setting = Self.place(in: invocation.operands) ?? "show"
    let replaced = setting == "show" ? nil : try setPlace(setting, invocation)
    let report = try ask { (client) throws(ClientError) in
      try PlaceSection(client, zone: try client.scheduleFacts().zone)
    }
    guard !invocation.has(.json) else {
      return try output.json(.object(report.members + (report.setting?.json ?? [])))
    }
    try output.sentences(PlaceMessages.place(report) + "\n")
    if let advice = PlaceMessages.agentAdvice(report) { try output.sentences([advice]) }
    if setting == "auto", let advice = PlaceMessages.advice(report) {
      try output.sentences([advice])
    }
    if let replaced { try output.sentences([PlaceMessages.takenBack(replaced)]) }
  }

  /// The location in the arguments, as one string; nil without arguments.
  ///
  /// Two coordinates that are separated by a space become `LAT,LON`.
  private static func place(in arguments: [String]) -> String? {
    let given = arguments.joined(separator: " ")
    let parts = given.split { $0 == " " || $0 == "," }
    let hasBothNumbers = parts.count == 2 && parts.allSatisfy { Double($0) != nil }
    if hasBothNumbers, given.contains(" ") { return parts.joined(separator: ",") }
    return arguments.isEmpty ? nil : given
  }

  /// Sets the place with one write, so that no reader sees only one of the coordinates.
  ///
  /// Returns the location that `auto` deleted; nil if `auto` was not given or no location was set.
  private func setPlace(_ setting: String, _ invocation: Invocation) throws(Failure) -> Place? {
    let place: Place?
    switch setting {
    case "auto", "zone": place = nil
    default:
      do throws(Flaw) { place = try Place(text: setting) } catch {
        throw invocation.usage(PlaceMessages.flawedPlace(setting, error))
      }
    }
    let latitude = try invocation.key(PreferenceTable.latitude, of: "")
    let longitude = try invocation.key(PreferenceTable.longitude, of: "")
    let isAuto = try invocation.key(PreferenceTable.isLocationAuto, of: "")
    var edits = [
      PreferenceEdit(latitude, place.map { .double($0.latitude) }),
      PreferenceEdit(longitude, place.map { .double($0.longitude) }),
    ]
    return try ask { (client) throws(ClientError) -> Place? in
      let before = setting == "auto" ? try setPlace(latitude, longitude, client) : nil
      if setting == "auto" {
        edits.append(PreferenceEdit(isAuto, .bool(true)))
      } else if try isSet(isAuto, client) {
        edits.append(PreferenceEdit(isAuto, nil))
      }
      _ = try client.write(edits)
      return before
    }
  }

  /// The place that `nightctl location LAT,LON` set; nil if no such place is set.
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

  /// Whether the user set a value that no lock disables.
  ///
  /// A value that a lock disables need not be deleted.
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

extension PlaceSection {
  init(_ client: Client, zone: String) throws(ClientError) {
    let (origin, place) = try client.place()
    self.init(origin, place, zone: zone, geoClue: try client.geoClueState())
    guard origin == .set, let key = try? PreferenceKey(PreferenceTable.latitude) else { return }
    do throws(ClientError) {
      let found = try client.origin(of: key)
      (layer, file) = (found.origin, found.place)
    } catch .refused(.notSet, _) {
      // Another program deleted the place in the meantime, so no layer sets it now.
    }
  }

  /// The layer that sets the place; nil if no preference sets it.
  var setting: LayerPlace? { layer.map { LayerPlace(($0, file ?? "")) } }

  /// The place as JSON, as `location`, `schedule`, `status` and `why` print it.
  var members: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "zone", value: .string(zone)),
      .init(name: "place-from", value: .string(origin.rawValue)),
    ]
    if !geoClue.isEmpty, geoClue != "off" {
      members.append(.init(name: "geoclue", value: .string(geoClue)))
    }
    if let place {
      members.append(.init(name: "latitude", value: .double(place.latitude)))
      members.append(.init(name: "longitude", value: .double(place.longitude)))
    }
    return members
  }
}

extension Operand {
  /// The longitude, if the user gives the coordinates as two arguments: `LAT LON`.
  static let longitude = Operand(name: "LON", kind: .place, count: .optional, isListed: false)
}
