import NightCore
import Testing

/// Which location the Keeper uses, and how a new location changes the schedule.
@Suite struct KeeperPlaceTests {
  private static let berlin = Place(latitude: 52.52, longitude: 13.41)
  private static let madrid = Place(latitude: 40.4, longitude: -3.7)
  private static let zonePlace = Place(latitude: 59.9, longitude: 10.75)

  /// A Keeper with the choice “schedule”; its zone may have a geographical location.
  private static func keeper(
    isAuto: Bool = true,
    set: Place? = nil,
    hasZonePlace: Bool = true,
    choice: Choice = .schedule,
    last: @escaping () -> Place? = { nil }
  ) throws -> Keeper {
    var edits: [PreferenceEdit] = []
    if isAuto { edits.append(PreferenceEdit(try PreferenceKey("location.auto"), .bool(true))) }
    if let set {
      for (name, degrees) in [("latitude", set.latitude), ("longitude", set.longitude)] {
        edits.append(PreferenceEdit(try PreferenceKey("location.\(name)"), .double(degrees)))
      }
    }
    var intent = Intent.chosen(choice)
    intent.preferences = intent.preferences.applying(edits)
    let surroundings = Surroundings(
      zone: Surroundings.made.zone,
      zonePlace: hasZonePlace ? zonePlace : nil
    )
    return Keeper(intent, at: .minute(0), surroundings: { surroundings }, place: last)
  }

  private static func found(_ place: Place?, isFresh: Bool = true) throws -> Event {
    .located(FoundPlace(try #require(place), isFresh: isFresh))
  }

  @Test("The user's place overrides GeoClue's place, which in turn overrides the zone's place")
  func order() throws {
    for (isFresh, origin) in [(true, PlaceOrigin.geoclue), (false, .last)] {
      let event = try Self.found(Self.berlin, isFresh: isFresh)
      var keeper = try Self.keeper()
      #expect(keeper.placeOrigin == .zone && keeper.timeline.place == Self.zonePlace)
      _ = keeper.handle(event, at: .minute(1))
      #expect(keeper.placeOrigin == origin && keeper.timeline.place == Self.berlin)
      _ = keeper.handle(.located(nil), at: .minute(2))
      #expect(keeper.placeOrigin == .zone && keeper.timeline.place == Self.zonePlace)

      keeper = try Self.keeper(set: Self.madrid)
      _ = keeper.handle(event, at: .minute(1))
      #expect(keeper.placeOrigin == .set && keeper.timeline.place == Self.madrid)

      keeper = try Self.keeper(isAuto: false, hasZonePlace: false)
      _ = keeper.handle(event, at: .minute(1))
      #expect(keeper.placeOrigin == .none && keeper.timeline.place == nil)
    }
  }

  @Test(
    "GeoClue's last place is used from the start, and nightd asks for a new one only if needed"
  )
  func earlier() throws {
    let keeper = try Self.keeper(last: { Self.berlin })
    #expect(keeper.placeOrigin == .last && keeper.timeline.place == Self.berlin)
    var again = try Self.keeper()
    _ = again.handle(try Self.found(Self.berlin, isFresh: false), at: .minute(0))
    #expect(keeper.snapshot.appearance.next != nil)
    #expect(keeper.snapshot.appearance.next == again.snapshot.appearance.next)

    let none = try Self.keeper()
    #expect(none.placeOrigin == .zone)
    var asked = 0
    func count() -> Place? {
      asked += 1
      return Self.berlin
    }
    _ = try Self.keeper(isAuto: false, last: count)
    _ = try Self.keeper(set: Self.madrid, last: count)
    _ = try Self.keeper(choice: .dark, last: count)
    #expect(asked == 0)
  }

  @Test("A new place changes the schedule at once, and a repeated place changes nothing")
  func moves() throws {
    var keeper = try Self.keeper()
    _ = keeper.handle(try Self.found(Self.berlin, isFresh: false), at: .minute(1))
    let before = keeper.snapshot.appearance.next
    #expect(keeper.handle(try Self.found(Self.berlin), at: .minute(2)) == [])
    let effects = keeper.handle(try Self.found(Self.madrid), at: .minute(3))
    let after = keeper.snapshot.appearance.next
    #expect(after != before)
    #expect(effects.contains(.scheduleChanged) && effects.contains(.arm(after)))
    #expect(effects.contains(.propertiesChanged([.appearance])))
  }
}
