import NightCore

extension Nightctl {
  func simulate(_ invocation: Invocation) throws(Failure) {
    let setting = try setting(invocation)
    let (from, to) = try span(invocation, in: setting.zone)
    let stretch = setting.timeline.span(from: from, to: to)
    guard !invocation.has(.json) else {
      return try output.json(.object(setting.json + stretch.json(from, to, setting.zone)))
    }
    let stamp = LocalStamp(setting.zone)
    var text: [UInt8] = []
    for transition in [Transition(from, stretch.style)] + stretch.transitions {
      stamp.append(transition.instant, to: &text)
      text += "  \(transition.style.rawValue)\n".utf8
      guard text.count >= Self.piece else { continue }
      try output.text(String(decoding: text, as: UTF8.self))
      text.removeAll(keepingCapacity: true)
    }
    try output.text(String(decoding: text, as: UTF8.self))
  }

  /// In bytes; many lines go with one call.
  private static let piece = 65_536
  /// After which the calendar, and all that is reckoned here, begins anew.
  private static let yearsAtMost = 400
  private static let daysAtMost = 146_097

  private func span(
    _ invocation: Invocation,
    in zone: Zone
  ) throws(Failure) -> (from: Instant, to: Instant) {
    let from = try civil(.from, invocation) ?? zone.civil(at: now).midnight
    let to = try civil(.to, invocation) ?? from.aWeekLater
    guard to >= from else {
      throw .usage(Words.endsBeforeItBegins, help: invocation.command)
    }
    guard to.date.daysSince1970 - from.date.daysSince1970 <= Self.daysAtMost else {
      throw .usage(Words.tooLong(Self.yearsAtMost), help: invocation.command)
    }
    return (zone.moments(of: from).first, zone.moments(of: to).first)
  }

  private func civil(_ option: Option, _ invocation: Invocation) throws(Failure) -> CivilTime? {
    guard let word = invocation.value(of: option) else { return nil }
    guard let civil = CivilTime(text: word) else {
      throw .usage(Words.noDate(option, word), help: invocation.command)
    }
    return civil
  }
}

extension CivilTime {
  fileprivate var midnight: CivilTime { CivilTime(date: date, hour: 0, minute: 0) ?? self }

  fileprivate var aWeekLater: CivilTime {
    let date = CivilDate(daysSince1970: date.daysSince1970 + 7)
    return CivilTime(date: date, hour: hour, minute: minute) ?? self
  }
}

extension ScheduleSetting {
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = [.init(name: "zone", value: .string(zone.name))]
    if let place { members.append(.init(name: "place", value: .string(place.text))) }
    members.append(.init(name: "rules", value: .array(schedule.texts.map(JSON.string))))
    return members
  }
}

extension Timeline.Span {
  fileprivate func json(_ from: Instant, _ to: Instant, _ zone: Zone) -> [JSON.Member] {
    let stamp = LocalStamp(zone)
    let rows = transitions.map { transition in
      JSON.object([
        .init(name: "time", value: .string(transition.instant.iso)),
        .init(name: "local", value: .string(stamp.iso(transition.instant))),
        .init(name: "style", value: .string(transition.style.rawValue)),
      ])
    }
    return [
      .init(name: "from", value: .string(from.iso)), .init(name: "to", value: .string(to.iso)),
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "transitions", value: .array(rows)),
    ]
  }
}
