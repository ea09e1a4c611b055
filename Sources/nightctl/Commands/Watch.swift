import NightBus
import NightClient
import NightCore

extension Nightctl {
  func watch(_ invocation: Invocation) throws(Failure) {
    let isJSON = invocation.has(.json)
    let application = try application(invocation)
    guard application.isEmpty else { return try watch(application, isJSON: isJSON) }
    var last: Style?
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, output) { (connection, watching) throws(ClientError) in
        try Follower(on: connection, .allowed, isJSON ? .everything : .painted) {
          [unowned watching] news in
          switch news {
          case .style(let standing):
            guard isJSON || standing.appearance.style != last else { return }
            last = standing.appearance.style
            watching.print { (output) throws(Failure) in
              if isJSON {
                try output.json(standing.json())
              } else {
                try output.line(standing.appearance.style.rawValue)
              }
            }
          // Who watches a daemon that ends waits for the next one.
          case .absent: break
          case .trouble(let error): watching.trouble(error)
          }
        }
      }
    }
    try watching.run()
  }

  /// One application, whose style may be its own; a line comes if its look changes.
  private func watch(_ application: String, isJSON: Bool) throws(Failure) {
    var last: Style?
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, output) { (connection, watching) throws(ClientError) in
        let follower = try AppearanceFollower(on: connection, watching.loop, .allowed) {
          [unowned watching] news in
          switch news {
          case .appearance(.application, let look):
            guard isJSON || look.style != last else { return }
            last = look.style
            watching.print { (output) throws(Failure) in
              if isJSON {
                try output.json(look.json(of: application))
              } else {
                try output.line(look.style.rawValue)
              }
            }
          case .appearance, .absent: break
          case .trouble(let error): watching.trouble(error)
          }
        }
        follower.follow(.application(application))
        return follower
      }
    }
    try watching.run()
  }
}

extension ThemedAppearance {
  /// Some of what `get --app` prints; why it is so, and until when, is not followed.
  fileprivate func json(of application: String) -> JSON {
    .object([
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "app", value: .string(application)),
      .init(name: AppearanceKey.theme, value: .string(theme.theme.name)),
      .init(name: AppearanceKey.themeDigest, value: .string(theme.theme.digest)),
    ])
  }
}
