import NightClient

/// A `Night` that is told by the program itself: for previews, for tests, and where there is no bus.
///
/// ```swift
/// let preview = NightPreview(.light)
/// page.setUpTheming(by: preview.night)
/// preview.show(.dark)
/// ```
@MainActor
public final class NightPreview {
  /// What is handed to those who follow; setting its style works, and stays in memory.
  public let night: Night

  /// Begins with an appearance.
  public init(_ appearance: Appearance = .light) {
    night = Night(.desktop, appearance, nil, PreferenceSource("", nil, nil), nil)
  }

  /// Shows another appearance; handlers on the main actor have heard it when this returns.
  public func show(_ appearance: Appearance) {
    night.show(appearance)
    night.main.deliver()
  }
}
