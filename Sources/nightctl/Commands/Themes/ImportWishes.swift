import NightCore

/// What a person says of the themes that are imported, beside their files.
struct ImportWishes {
  let format: ThemeFormat?
  let style: Style?
  /// What the one theme is to be called.
  let name: String?
  let isReplacing: Bool
}
