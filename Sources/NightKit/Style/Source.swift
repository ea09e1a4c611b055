/// Who said what is painted by.
public enum Source: String, Sendable {
  /// nightd.
  case daemon
  /// The desktop's portal, for want of nightd; colours are those that NightKit has built in.
  case portal
  /// The program itself, through a `NightPreview`.
  case preview
  /// Nobody: what was known last holds, or the standard appearance where nothing ever was.
  case nobody
}
