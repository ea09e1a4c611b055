import NightClient

/// A `Night` that your program controls, for previews and tests; it needs no bus.
///
/// A preview works like nightd, but only in memory. A preview lists, uses and steps through the
/// themes that you give it. To test how your program handles errors, you can make a preview's
/// requests fail.
///
/// ```swift
/// let preview = NightPreview(.light)
/// page.setUpTheming(by: preview.night)
/// preview.show(.dark)
/// preview.themes.append(Theme("sand", .light))
/// preview.failure = .noAnswer
/// ```
@MainActor
public final class NightPreview {
  /// The `Night` to pass to your views; everything that you set through it stays in memory.
  public let night: Night

  /// Makes a preview of the desktop's appearance.
  ///
  /// - Parameter appearance: The initial appearance of the desktop.
  public init(_ appearance: Appearance = .light) { night = Self.night(appearance, nil) }

  /// Makes a preview of an application that may choose its own style, theme and preferences.
  ///
  /// - Parameters:
  ///   - appearance: The initial appearance of the desktop.
  ///   - application: The application's name.
  /// - Throws: A `NightError`: `refused` if the name is not valid for an application.
  public init(_ appearance: Appearance = .light, application: String) throws(NightError) {
    try Night.check(application: application)
    night = Self.night(appearance, application)
  }

  private static func night(_ appearance: Appearance, _ application: String?) -> Night {
    Night(
      application.map { .application($0) } ?? .desktop,
      AppearanceChannel(appearance: appearance.from(.preview)),
      nil,
      PreferenceSource(application ?? "", nil, nil),
      nil
    )
  }

  /// Changes the desktop's appearance in this preview.
  ///
  /// `show` returns only after the handlers on the main actor have been called.
  ///
  /// - Parameter appearance: The new appearance.
  public func show(_ appearance: Appearance) { change { $0.desktop = appearance } }

  /// The installed themes of the preview; initially, the built-in themes.
  ///
  /// If you replace the theme in use with another theme of the same name, the preview applies the
  /// new theme. nightd does the same after somebody has edited the theme's file.
  public var themes: [Theme] {
    get { read { $0.themes } ?? [] }
    set {
      change { $0.setThemes(newValue) }
      night.previewDaemon?.themeListChanged()
    }
  }

  /// The error that every request throws, or nil to let requests succeed; a request that throws
  /// changes nothing.
  public var failure: NightError? {
    get { read { $0.failure } ?? nil }
    set {
      change { $0.failure = newValue }
      night.previewDaemon?.themeListChanged()
    }
  }

  /// The names of the preferences that an administrator has locked, such as `choice`.
  public var lockedKeys: Set<String> {
    get { read { $0.lockedKeys } ?? [] }
    set { change { $0.lockedKeys = newValue } }
  }

  /// The status that ``Night/status()`` returns; the status always has the preview's present style.
  public var status: Status {
    get { read { $0.presentStatus } ?? Status(night.style, reason: .fallback) }
    set { change { $0.status = newValue } }
  }

  private func read<Value: Sendable>(_ read: (PreviewDaemon.State) -> Value) -> Value? {
    night.previewDaemon.map { $0.read(read) }
  }

  private func change(_ change: (inout PreviewDaemon.State) -> Void) {
    night.previewDaemon?.change(change)
    night.previewDaemon?.deliver()
  }
}
