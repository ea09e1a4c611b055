import NightCore

/// Why a text is no YAML, or more of it than is taken here, and where.
struct YamlError: Error, Equatable {
  let position: Position
  /// A sentence without the place.
  let message: String
}
