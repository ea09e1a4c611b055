/// An array or dictionary whose end the reader has not met yet.
struct PropertyListContainer {
  let isDictionary: Bool
  private var values: [PreferenceValue] = []
  private var members: [PreferenceValue.Member] = []
  /// Where the name of each member stands.
  private var places: [Int] = []
  /// The name whose value comes next.
  private(set) var name: String?

  init(isDictionary: Bool) { self.isDictionary = isDictionary }

  var element: String { isDictionary ? "dict" : "array" }

  var awaitsName: Bool { isDictionary && name == nil }

  mutating func start(_ name: String, at place: Int) {
    self.name = name
    places.append(place)
  }

  mutating func add(_ value: PreferenceValue) {
    if let name {
      members.append(.init(name: name, value: value))
      self.name = nil
    } else {
      values.append(value)
    }
  }

  /// The whole of it; nil where a name stands twice.
  var value: PreferenceValue? {
    isDictionary ? PreferenceValue.dictionary(unordered: members) : .array(values)
  }

  /// The first name that stood before, and its place.
  var repetition: (name: String, place: Int)? {
    let ordered = zip(members.map(\.name), places).sorted { $0.0.precedes($1.0) }
    return zip(ordered, ordered.dropFirst())
      .filter { $0.0.isSameText(as: $1.0) }
      .map { (name: $0.0, place: max($0.1, $1.1)) }
      .min { $0.place < $1.place }
  }
}
