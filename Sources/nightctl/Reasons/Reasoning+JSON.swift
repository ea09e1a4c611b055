import NightCore

extension Reasoning {
  /// What is known beyond the appearance; the names are those of the bus.
  var json: [JSON.Member] {
    var members = layers.json + (schedule == nil ? [] : place?.json ?? [])
    if let desktop { members += desktop.json }
    if !inhibitors.isEmpty {
      members.append(.init(name: "inhibitors", value: .array(inhibitors.map(\.json))))
    }
    if let last = changes.first {
      members.append(.init(name: "last-change", value: .object(last.json)))
    }
    return members
  }
}

extension DesktopView {
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = []
    if let source = report?.source {
      members.append(.init(name: "desktop-source", value: .string(source)))
    }
    members.append(.init(name: "desktop-ignored", value: .bool(isIgnored)))
    return members
  }
}

extension HistoryEntry {
  var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "time", value: .string(time.iso)),
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: AppearanceKey.theme, value: .string(theme)),
      .init(name: AppearanceKey.reason, value: .string(reason.rawValue)),
    ]
    if let origin { members.append(.init(name: AppearanceKey.by, value: .string(origin.word))) }
    if case .caller(let process?) = origin { members += process.json }
    members.append(.init(name: "style-changed", value: .bool(isOfStyle)))
    if let isHigh = look.isHighContrast {
      members.append(.init(name: AppearanceKey.contrast, value: .integer(isHigh ? 1 : 0)))
    }
    if let accent = look.accent { members.append(.init(name: "accent", value: .string(accent))) }
    if let isReduced = look.isMotionReduced {
      members.append(.init(name: AppearanceKey.reducedMotion, value: .bool(isReduced)))
    }
    return members
  }
}

extension HistoryEntry.Process {
  fileprivate var json: [JSON.Member] {
    let number = JSON.Member(name: "process", value: .integer(Int64(number)))
    return [number] + (name.map { [.init(name: "program", value: .string($0))] } ?? [])
  }
}

extension Inhibitor {
  fileprivate var json: JSON {
    .object(
      [
        .init(name: "app", value: .string(application)), .init(name: "why", value: .string(why)),
        .init(name: AppearanceKey.since, value: .string(since.iso)),
      ] + (process?.json ?? [])
    )
  }
}
