import NightCore

extension Reasoning {
  /// What is known beyond the appearance; the names are those of the bus.
  var json: [JSON.Member] {
    var members = layers.json + (schedule == nil ? [] : place?.json ?? [])
    if let desktop { members += desktop.json }
    if !inhibitors.isEmpty {
      members.append(.init(name: "inhibitors", value: .array(inhibitors.map { .object($0.json) })))
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
