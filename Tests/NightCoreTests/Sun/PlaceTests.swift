import NightCore
import Testing

@Suite("Places")
struct PlaceTests {
  @Test(
    "A place is read from text",
    arguments: [
      ("69.65,18.96", 69.65, 18.96), ("69.65, 18.96", 69.65, 18.96),
      ("69.65,   18.96", 69.65, 18.96),
      ("+47.5,-122.3", 47.5, -122.3), ("0,0", 0, 0), ("-0,-0.0", 0, 0), ("-90,180", -90, 180),
      ("90.0,-180.000", 90, -180), ("007,08.50", 7, 8.5), ("0.12345678,0.00000004", 0.1234568, 0),
    ]
  )
  func reading(text: String, latitude: Double, longitude: Double) throws {
    let place = try Place(text: text)
    #expect(place.latitude == latitude)
    #expect(place.longitude == longitude)
  }

  @Test(
    "A text that is not two coordinates is rejected as a place",
    arguments: [
      "", " ", "   ", ",", "47.5", "47.5,", ",47.5", "47,5,12", "47,5,12,3", "47.5 ,12", " 47.5,12",
      "47.5,12 ", "47.5;12", "47.5 12", "47.5,\t12", "47.5,\n12", "nan,12", "47.5,nan", "inf,0",
      "1e1,1", "0x1,1", "47.,1", ".5,1", "4 7,1", "--1,1", "+-1,1", "1-,1", "47.5.1,1", "٤٧,1",
      "47.5N,12E",
      "1234567890123456789012345,0", "\0,0",
    ]
  )
  func form(text: String) {
    #expect(flaw(text) == Self.form)
  }

  @Test("Invalid text is rejected as a place, however long it is")
  func long() {
    for part in ["0", ",", " ", "-", "0,0", "\u{301}"] {
      let text = "0,0" + String(repeating: part, count: 100_000)
      #expect(flaw(text) == Self.form)
    }
  }

  @Test("If a coordinate is out of range, the error mentions that coordinate")
  func beyond() {
    for (text, message) in [
      ("91,12", "latitude 91 does not exist; expected one from -90 (south) to 90 (north)"),
      (
        "-90.0000001,12",
        "latitude -90.0000001 does not exist; expected one from -90 (south) to 90 (north)"
      ),
      (
        "47.5,180.5",
        "longitude 180.5 does not exist; expected one from -180 (west) to 180 (east)"
      ),
      (
        "47.5,-180.5",
        "longitude -180.5 does not exist; expected one from -180 (west) to 180 (east)"
      ),
      (
        "47.5,-1000000000000000000000",
        "longitude that low does not exist; expected one from -180 (west) to 180 (east)"
      ),
    ] {
      #expect(flaw(text) == Flaw(message, kind: .limit))
    }
  }

  private static let form = Flaw(
    "expected latitude,longitude in degrees with decimal points, such as 69.65,18.96"
  )

  private func flaw(_ text: String) -> Flaw? {
    do throws(Flaw) { _ = try Place(text: text) } catch { return error }
    return nil
  }

  @Test(
    "A place is written as the shortest text that is read back as the same place",
    arguments: [
      (69.65, 18.96, "69.65,18.96"), (0, -0.0, "0,0"), (-90, 180, "-90,180"),
      (-0.5, 0.0000001, "-0.5,0.0000001"), (52.0 + 22.0 / 60, 1e-300, "52.3666667,0"),
      (10, 100, "10,100"), (0.1 + 0.2, -179.9999999, "0.3,-179.9999999"),
    ]
  )
  func text(latitude: Double, longitude: Double, text: String) throws {
    let place = try #require(Place(latitude: latitude, longitude: longitude))
    #expect(place.text == text)
    #expect(try Place(text: text) == place)
  }

  @Test("Coordinates that are NaN or out of range are not a place")
  func refused() {
    for (latitude, longitude) in [
      (90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0),
      (0, -.infinity),
    ] {
      #expect(Place(latitude: latitude, longitude: longitude) == nil)
    }
  }
}

@Suite("Distances between places")
struct PlaceDistanceTests {
  @Test(
    "The distance between two places is along the ground, even across the date line and the poles",
    arguments: [
      ("52.52,13.41", "52.52,13.41", 0), ("52.52,13.41", "40.42,-3.7", 1_869),
      ("0,179.99", "0,-179.99", 2), ("89.99,0", "89.99,180", 2), ("90,0", "-90,0", 20_015),
      ("0,0", "0,180", 20_015), ("-33.87,151.21", "64.15,-21.94", 16_616),
    ]
  )
  func distance(one: String, other: String, kilometres: Double) throws {
    let places = (try Place(text: one), try Place(text: other))
    #expect(abs(places.0.kilometres(to: places.1) - kilometres) < 1)
    #expect(places.0.kilometres(to: places.1) == places.1.kilometres(to: places.0))
  }

  @Test(
    "A rounded place is less than a kilometre away from the original place",
    arguments: ["-89.996,-179.996", "52.5243,13.4105"]
  )
  func rounded(text: String) throws {
    let place = try Place(text: text)
    #expect(place.rounded.kilometres(to: place) < 1)
    #expect(place.rounded.text.utf8.count <= "-89.99,-179.99".utf8.count)
  }
}
