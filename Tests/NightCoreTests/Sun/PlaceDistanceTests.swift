import NightCore
import Testing

@Suite("How far places are from each other")
struct PlaceDistanceTests {
  @Test(
    "along the ground, also over the date line and the poles",
    arguments: [
      ("52.52,13.41", "52.52,13.41", 0), ("52.52,13.41", "40.42,-3.7", 1_869),
      ("0,179.99", "0,-179.99", 2), ("89.99,0", "89.99,180", 2), ("90,0", "-90,0", 20_015),
      ("0,0", "0,180", 20_015), ("-33.87,151.21", "64.15,-21.94", 16_616),
    ]
  )
  func distance(one: String, other: String, kilometres: Double) throws {
    let places = (try Place(words: one), try Place(words: other))
    #expect(abs(places.0.kilometres(to: places.1) - kilometres) < 1)
    #expect(places.0.kilometres(to: places.1) == places.1.kilometres(to: places.0))
  }

  @Test("rounded it is within a kilometre", arguments: ["-89.996,-179.996", "52.5243,13.4105"])
  func rounded(words: String) throws {
    let place = try Place(words: words)
    #expect(place.rounded.kilometres(to: place) < 1)
    #expect(place.rounded.words.utf8.count <= "-89.99,-179.99".utf8.count)
  }
}
