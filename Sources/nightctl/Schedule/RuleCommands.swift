import Glibc
import NightClient
import NightCore

/// The commands `schedule list`, `schedule set` and `schedule clear`.
struct RuleCommands: Command {
  let nightctl: Nightctl

  func listRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let (facts, origin) = try ask {
      (client) throws(ClientError) -> (ScheduleFacts, LayerPlace) in
      (try client.scheduleFacts(), LayerPlace(try client.origin(of: key)))
    }
    guard !invocation.has(.json) else { return try output.json(.object(facts.json + origin.json)) }
    try output.sentences(ScheduleMessages.rules(facts, origin))
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
      let schedule = try schedule(invocation) { () throws(Flaw) in
        try Schedule(invocation.operands)
      }
      client = try self.client()
      _ = try ask(client) { (client) throws(ClientError) in
        try client.write([.init(key, schedule.value)])
      }
    }
    try printRules(key, client, invocation)
  }

  func clearRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let client = try client()
    let (before, after) = try ask(client) { (client) throws(ClientError) in
      (try client.read(key).revision, try client.write([.init(key, nil)]))
    }
    if before == after, !invocation.has(.json) {
      try output.sentences(["Nothing had to change: you have set no rules."])
    }
    try printRules(key, client, invocation)
  }

  private func scheduleKey(_ invocation: Invocation) throws(Failure) -> PreferenceKey {
    try invocation.key(PreferenceTable.schedule, of: "")
  }

  /// Prints the rules in force and, if the schedule does not decide the style, what decides it.
  private func printRules(
    _ key: PreferenceKey,
    _ client: Client,
    _ invocation: Invocation
  ) throws(Failure) {
    let (facts, origin, snapshot, plan) = try ask(client) {
      (client) throws(ClientError) -> (ScheduleFacts, LayerPlace, Snapshot, (Style, Transition?)) in
      (
        try client.scheduleFacts(), LayerPlace(try client.origin(of: key)), try client.get(),
        try client.nextTransition()
      )
    }
    let appearance = snapshot.appearance
    guard !invocation.has(.json) else {
      let choice = JSON.Member(
        name: AppearanceKey.choice,
        value: .string(appearance.choice.rawValue)
      )
      return try output.json(.object(facts.json + origin.json + [choice]))
    }
    let time = LocalTime(now)
    let more = ScheduleMessages.otherwise(appearance, at: time).map { $0 + "\n" }.joined()
    try output.sentences(
      ScheduleMessages.rules(facts, origin) + ScheduleMessages.halfDays(facts).joined()
        + ScheduleMessages.plan(plan.0, plan.1, at: time) + more
    )
  }
}

// MARK: - Reading and replacing rules

extension RuleCommands {
  private func schedule<Made>(
    _ invocation: Invocation,
    _ make: () throws(Flaw) -> Made
  ) throws(Failure) -> Made {
    do throws(Flaw) { return try make() } catch {
      throw invocation.usage(ScheduleMessages.flawed(error, invocation.operands))
    }
  }

  private func days(_ text: String, _ invocation: Invocation) throws(Failure) -> Weekdays {
    do throws(Flaw) { return try Weekdays(text) } catch {
      throw invocation.usage("in --days: \(error)")
    }
  }

  /// Reads the rules from the arguments.
  ///
  /// The arguments need not be a whole schedule, because days that are not in `--days` keep their
  /// rules.
  private func rules(_ invocation: Invocation) throws(Failure) -> [Rule] {
    try schedule(invocation) { () throws(Flaw) in
      var rules: [Rule] = []
      for (index, text) in invocation.operands.enumerated() {
        do throws(Flaw) { rules.append(try Rule(text)) } catch {
          throw error.at(.rule(index))
        }
        guard rules[index].days == .all else {
          throw Flaw(ScheduleMessages.namesDays(text), at: .rule(index))
        }
      }
      return rules
    }
  }

  /// Replaces the rules of some days.
  ///
  /// If another program writes preferences at the same time, this method retries for a few seconds.
  ///
  /// This method waits before each retry, because the daemon also reports a conflict while an
  /// earlier write is not on the disk yet.
  private func replace(
    _ days: Weekdays,
    with rules: [Rule],
    of key: PreferenceKey,
    _ client: Client,
    _ invocation: Invocation
  ) throws(Failure) {
    for attempt in 0... {
      let present = try ask(client) { (client) throws(ClientError) in try client.read(key) }
      let schedule = try schedule(invocation) { () throws(Flaw) in
        do throws(Flaw) {
          return try Schedule(present.value).replacing(days, with: rules)
        } catch {
          // Leave out the rule's number, because it is a position in the merged list, which the
          // user did not write.
          throw Flaw(error.message)
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
