package import NightCore

/// Whose look is followed.
package enum Subject: Hashable, Sendable {
  /// What everyone has.
  case desktop
  /// What one application has, by its own choice or the desktop's.
  case application(String)
  /// What has one style, whichever is in effect.
  case style(Style)
  /// What has one theme, whichever is in use.
  case theme(String)
}
