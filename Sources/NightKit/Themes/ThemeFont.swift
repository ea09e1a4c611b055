import NightCore

/// A font by its family's name and its size in points; what is nil is to be left as it is.
public struct ThemeFont: Equatable, Sendable {
  /// The family's name.
  public var family: String?
  /// The size in points.
  public var size: Double?

  /// Of its parts.
  public init(family: String? = nil, size: Double? = nil) {
    self.family = family
    self.size = size
  }

  init(_ font: NightCore.ThemeFont) { self.init(family: font.family, size: font.size) }
}
