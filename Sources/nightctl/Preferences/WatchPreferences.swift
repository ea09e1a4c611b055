import NightClient
import NightCore

/// The command `prefs watch`.
struct WatchPreferences: Command {
  let nightctl: Nightctl

  func watchPreferences(_ invocation: Invocation) throws(Failure) {
    let application = try invocation.application()
    let names = invocation.operands
    for name in names { try checkWatched(name, of: application, invocation) }
    let show = { (name: String, value: PreferenceValue?, watching: Watching) in
      watching.print { (output) throws(Failure) in
        guard invocation.has(.json) else {
          return try output.list([PreferenceMessages.watched(name, value)])
        }
        var members: [JSON.Member] = [.init(name: "key", value: .string(name))]
        if !application.isEmpty { members.append(.init(name: "app", value: .string(application))) }
        if let value { members.append(.init(name: "value", value: value.json)) }
        try output.json(.object(members))
      }
    }
    let report = { (news: PreferenceNews, watching: Watching) in
      // A key that matches several of the names that the user gave is printed only once.
      let matching = names.isEmpty ? [news] : names.compactMap(news.seen)
      var printed: Set<String> = []
      for news in matching where printed.insert(news.name).inserted {
        show(news.name, news.value, watching)
      }
    }
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, output) { (connection, watching) throws(ClientError) in
        try PreferenceFollower(of: application, on: connection, .allowed) {
          [unowned watching] news in
          switch news {
          case .present(let members):
            for member in members {
              report(PreferenceNews(name: member.name, value: member.value), watching)
            }
            watching.isUnderWay = true
          case .changed(let changes):
            for news in changes { report(news, watching) }
          // When the daemon ends, wait for the next one.
          case .absent: break
          case .trouble(let error): watching.trouble(error)
          }
        }
      }
    }
    try watching.run()
  }

  private func checkWatched(
    _ name: String,
    of application: String,
    _ invocation: Invocation
  ) throws(Failure) {
    if application.isEmpty, PreferenceTable.isPrefix(name) {
      let below = PreferenceTable.entries.filter { $0.name.hasPrefix(name + ".") }
      guard below.contains(where: { !$0.isPrivate }) else {
        throw invocation.usage(PreferenceMessages.isPrivate(name))
      }
      return
    }
    guard PreferenceFollower.reports(name, of: application) else {
      throw invocation.usage(
        "\(name) says what decides the style, not which style is in effect; use nightctl watch"
      )
    }
    let key = try invocation.key(name, of: application)
    guard PreferenceTable.entry(key)?.isPrivate != true else {
      throw invocation.usage(PreferenceMessages.isPrivate(name))
    }
  }
}
