/// A JSON value; objects keep the order of their members.
///
/// Strings are equal where Swift holds them equal, so by canonical equivalence and not byte by byte.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A name and its value inside an object.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }
}
