import NightBus
import NightClient
import NightCore

extension Nightctl {
  func watch(_ invocation: Invocation) throws(Failure) {
    let isJSON = invocation.has(.json)
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
}
