/// Where the value of a key comes from.
package struct ToldOrigin: Equatable, Sendable {
  /// `set`, `user`, `system` or `registered`; a newer daemon may know more.
  package let layer: String
  /// FILE:LINE:COLUMN, or nothing where it stands in no file.
  package let place: String

  package static let none = ToldOrigin(layer: "", place: "")
}
