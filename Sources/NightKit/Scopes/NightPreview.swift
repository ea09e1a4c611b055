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
  /// What is handed to those who follow; what is set, chosen or pinned by it stays in memory.
  public let night: Night

  /// Begins with an appearance; with the name of an application that may choose for itself.
  public init(_ appearance: Appearance = .light, application: String? = nil) {
    night = Night(
      application.map(Subject.application) ?? .desktop,
      appearance,
      nil,
      PreferenceSource(application ?? "", nil, nil),
      nil
    )
  }

  /// Shows another appearance as the desktop's; handlers on the main actor have heard it when this
  /// returns.
  public func show(_ appearance: Appearance) {
    night.desk?.show(appearance)
    night.desk?.deliver()
  }
}
