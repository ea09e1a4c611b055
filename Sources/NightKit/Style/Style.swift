import NightCore

/// What is in effect: light or dark.
public enum Style: String, CaseIterable, Sendable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark

  /// The other one.
  public var other: Style { self == .light ? .dark : .light }

  init(_ style: NightCore.Style) { self = style == .light ? .light : .dark }

  var core: NightCore.Style { self == .light ? .light : .dark }
}
