extension [String] {
  /// For people to pick one: `light, dark or follow`.
  var either: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
