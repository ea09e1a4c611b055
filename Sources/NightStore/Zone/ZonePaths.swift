/// Where this session's zone is named, and where the machine keeps zones.
package struct ZonePaths: Equatable, Sendable {
  /// What `TZ` asks for; nil where it leaves it to the machine.
  package var wish: String?
  /// Whether the wish may be a rule.
  package var isRuleAllowed = true
  /// Where zones stand, and their tables.
  package var folder = "/usr/share/zoneinfo"
  /// A link to the machine's zone, or a copy of it.
  package var localTime = "/etc/localtime"
  /// Holds the name, which a copy does not tell.
  package var timeZone = "/etc/timezone"

  package init() {}

  /// Follows `TZ` and `TZDIR` as the C library does; an empty `TZ` asks for nothing.
  package init(environment: (String) -> String?) {
    if let wish = environment("TZ") {
      isRuleAllowed = !wish.hasPrefix(":")
      let text = isRuleAllowed ? wish : String(wish.dropFirst())
      if !text.isEmpty { self.wish = text }
    }
    if let folder = environment("TZDIR"), folder.hasPrefix("/") { self.folder = folder }
  }
}
