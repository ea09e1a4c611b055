package import NightBus
package import NightCore

extension Standing {
  /// As `Get`, `Set` and `Changed` carry it.
  package static let arguments = [
    Argument("style", .string), Argument("serial", .uint64),
    Argument("appearance", .dictionary(.string, .variant)),
  ]

  package var values: [BusValue] {
    [.string(appearance.style.rawValue), .uint64(serial), appearance.value]
  }
}

extension Appearance {
  package var value: BusValue {
    var members: [(String, BusValue)] = [
      (AppearanceKey.choice, .string(choice.rawValue)),
      (AppearanceKey.chosen, .boolean(isChosen)),
      (AppearanceKey.theme, .string(theme)),
      (AppearanceKey.themeDigest, .string(themeDigest)),
      (AppearanceKey.contrast, .uint32(isHighContrast ? 1 : 0)),
      (AppearanceKey.reducedMotion, .boolean(isMotionReduced)),
      (AppearanceKey.reason, .string(reason.rawValue)),
      (AppearanceKey.since, .uint64(UInt64(clamping: since.microseconds))),
      (AppearanceKey.fade, .uint32(fade)),
      (AppearanceKey.inhibited, .boolean(isInhibited)),
    ]
    if let accent { members.append((AppearanceKey.accent, accent.bus)) }
    if let next {
      members.append((AppearanceKey.next, .uint64(UInt64(clamping: next.microseconds))))
    }
    if let holdUntil {
      members.append((AppearanceKey.holdUntil, .uint64(UInt64(clamping: holdUntil.microseconds))))
    }
    if let desktop { members.append((AppearanceKey.desktop, .string(desktop.rawValue))) }
    if isByDesktop { members.append((AppearanceKey.by, .string(AppearanceKey.desktop))) }
    if let nextStyle { members.append((AppearanceKey.nextStyle, .string(nextStyle.rawValue))) }
    return .options(members)
  }
}

extension Appearance.Accent {
  package var bus: BusValue { .structure([red, green, blue].map(BusValue.double)) }
}
