/// What nightd tells GeoClue of itself.
enum GeoClueWishes {
  /// Under this name people allow it: `nightd.desktop`, or `[nightd]` in geoclue.conf.
  static let desktopId = "nightd"
  /// GCLUE_ACCURACY_LEVEL_CITY: the sun sets a few seconds sooner at the other end of a town.
  static let cityLevel: UInt32 = 4
  /// A shorter way is no news.
  static let metres: UInt32 = 10_000
}
