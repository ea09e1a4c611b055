import NightCore

extension Standing {
  /// The names are those of the bus; times are ISO 8601 in UTC.
  func json(_ more: [JSON.Member] = []) -> JSON {
    let appearance = appearance
    var members: [JSON.Member] = [
      .init(name: "style", value: .string(appearance.style.rawValue)),
      .init(name: "serial", value: .integer(Int64(clamping: serial))),
      .init(name: AppearanceKey.choice, value: .string(appearance.choice.rawValue)),
      .init(name: AppearanceKey.chosen, value: .bool(appearance.isChosen)),
      .init(name: AppearanceKey.theme, value: .string(appearance.theme)),
      .init(name: AppearanceKey.themeDigest, value: .string(appearance.themeDigest)),
      .init(name: AppearanceKey.contrast, value: .integer(appearance.isHighContrast ? 1 : 0)),
      .init(name: AppearanceKey.reducedMotion, value: .bool(appearance.isMotionReduced)),
      .init(name: AppearanceKey.reason, value: .string(appearance.reason.rawValue)),
      .init(name: AppearanceKey.since, value: .string(appearance.since.iso)),
      .init(name: AppearanceKey.fade, value: .integer(Int64(appearance.fade))),
      .init(name: AppearanceKey.inhibited, value: .bool(appearance.isInhibited)),
    ]
    if let accent = appearance.accent {
      let parts = [accent.red, accent.green, accent.blue].map(JSON.double)
      members.append(.init(name: AppearanceKey.accent, value: .array(parts)))
    }
    if let next = appearance.next {
      members.append(.init(name: AppearanceKey.next, value: .string(next.iso)))
    }
    if let style = appearance.nextStyle {
      members.append(.init(name: AppearanceKey.nextStyle, value: .string(style.rawValue)))
    }
    if let until = appearance.holdUntil {
      members.append(.init(name: AppearanceKey.holdUntil, value: .string(until.iso)))
    }
    if let desktop = appearance.desktop {
      members.append(.init(name: AppearanceKey.desktop, value: .string(desktop.rawValue)))
    }
    if appearance.isByDesktop {
      members.append(.init(name: AppearanceKey.by, value: .string(AppearanceKey.desktop)))
    }
    return .object(members + more)
  }
}
