import Glibc
import NightClient
import NightCore

extension Nightctl {
  func listRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let (facts, origin) = try ask {
      (client) throws(ClientError) -> (ScheduleFacts, LayerPlace) in
      (try client.scheduleFacts(), LayerPlace(try client.origin(of: key)))
    }
    guard !invocation.has(.json) else { return try output.json(.object(facts.json + origin.json)) }
    try output.sentences(Words.rules(facts, origin))
  }

  func setRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let client: Client
    if let text = invocation.value(of: .weekdays) {
      let days = try days(text, invocation)
      let rules = try rules(invocation)
      client = try self.client()
      try replace(days, with: rules, of: key, client, invocation)
    } else {
      let schedule = try schedule(invocation) { () throws(ScheduleFlaw) in
        try Schedule(invocation.operands)
      }
      client = try self.client()
      _ = try answer { () throws(ClientError) in try client.write([.init(key, schedule.value)]) }
    }
    try tellRules(key, client, invocation)
  }

  func clearRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let client = try client()
    _ = try answer { () throws(ClientError) in try client.write([.init(key, nil)]) }
    try tellRules(key, client, invocation)
  }

  private func scheduleKey(_ invocation: Invocation) throws(Failure) -> PreferenceKey {
    try key(PreferenceTable.schedule, of: "", invocation)
  }

  /// What is in force then, and who decides where that is not the schedule.
  private func tellRules(
    _ key: PreferenceKey,
    _ client: Client,
    _ invocation: Invocation
  ) throws(Failure) {
    let (facts, origin, standing, plan) = try answer {
      () throws(ClientError) -> (ScheduleFacts, LayerPlace, Standing, (Style, Transition?)) in
      (
        try client.scheduleFacts(), LayerPlace(try client.origin(of: key)), try client.get(),
        try client.nextTransition()
      )
    }
    let appearance = standing.appearance
    guard !invocation.has(.json) else {
      let choice = JSON.Member(
        name: AppearanceKey.choice,
        value: .string(appearance.choice.rawValue)
      )
      return try output.json(.object(facts.json + origin.json + [choice]))
    }
    let time = LocalTime(now)
    let more = Words.otherwise(appearance, at: time).map { $0 + "\n" }.joined()
    try output.sentences(Words.rules(facts, origin) + Words.plan(plan.0, plan.1, at: time) + more)
  }
}

// MARK: - Reading and replacing

extension Nightctl {
  private func schedule<Made>(
    _ invocation: Invocation,
    _ make: () throws(ScheduleFlaw) -> Made
  ) throws(Failure) -> Made {
    do throws(ScheduleFlaw) { return try make() } catch {
      throw .usage(Words.flawed(error, invocation.operands), help: invocation.command)
    }
  }

  private func days(_ text: String, _ invocation: Invocation) throws(Failure) -> Weekdays {
    do throws(RuleFlaw) { return try Weekdays(text) } catch {
      throw .usage("in --days: " + error.message, help: invocation.command)
    }
  }

  /// The rules alone; whether they make a schedule depends on those of the other days.
  private func rules(_ invocation: Invocation) throws(Failure) -> [Rule] {
    try schedule(invocation) { () throws(ScheduleFlaw) in
      var rules: [Rule] = []
      for (index, text) in invocation.operands.enumerated() {
        do throws(RuleFlaw) { rules.append(try Rule(text)) } catch {
          throw ScheduleFlaw(index: index, column: error.column, error.sentence)
        }
        guard rules[index].days == .all else {
          throw ScheduleFlaw(index: index, Words.namesDays(text))
        }
      }
      return rules
    }
  }

  /// Again and again where someone else writes meanwhile, for some seconds at most.
  ///
  /// What is on its way to the disk is a conflict too, so that there is time for a disk in between.
  private func replace(
    _ days: Weekdays,
    with rules: [Rule],
    of key: PreferenceKey,
    _ client: Client,
    _ invocation: Invocation
  ) throws(Failure) {
    for attempt in 0... {
      let present = try answer { () throws(ClientError) in try client.read(key) }
      let schedule = try schedule(invocation) { () throws(ScheduleFlaw) in
        do throws(ScheduleFlaw) {
          return try Schedule(present.value).replacing(days, with: rules)
        } catch {
          // Its number is one in a list that nobody wrote.
          throw ScheduleFlaw(error.sentence)
        }
      }
      do throws(ClientError) {
        try client.write([.init(key, schedule.value)], ifRevision: present.revision)
        return
      } catch {
        guard case .refused(.conflict, _) = error, attempt < 20 else { throw .client(error) }
        usleep(5_000 << UInt32(min(attempt, 5)))
      }
    }
  }
}
