package import NightBus
package import NightCore

private enum Key {
  static let source = "source"
  static let style = "style"
  static let ignored = "ignored"
}

extension DesktopView {
  package var bus: BusValue {
    var members: [(String, BusValue)] = [
      (Key.source, .string(report?.source ?? "")), (Key.ignored, .boolean(isIgnored)),
    ]
    guard let report else { return .options(members) }
    members.append((Key.style, .string(report.word.rawValue)))
    if let isHigh = report.isHighContrast {
      members.append((AppearanceKey.contrast, .uint32(isHigh ? 1 : 0)))
    }
    if let accent = report.accent { members.append((AppearanceKey.accent, accent.bus)) }
    if let isReduced = report.isMotionReduced {
      members.append((AppearanceKey.reducedMotion, .boolean(isReduced)))
    }
    return .options(members)
  }

  package init?(_ value: BusValue) {
    guard let members = value.asOptions, let source = members[Key.source]?.asString else {
      return nil
    }
    let isIgnored = members[Key.ignored]?.asBool ?? false
    guard !source.isEmpty else {
      self.init(report: nil, isIgnored: isIgnored)
      return
    }
    let report = DesktopReport(
      source: source,
      style: members[Key.style]?.asString.flatMap(Style.init),
      isHighContrast: members[AppearanceKey.contrast]?.asUInt32.map { $0 == 1 },
      accent: members[AppearanceKey.accent].flatMap(Appearance.Accent.init),
      isMotionReduced: members[AppearanceKey.reducedMotion]?.asBool
    )
    self.init(report: report, isIgnored: isIgnored)
  }
}
