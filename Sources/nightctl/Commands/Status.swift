import NightClient
import NightCore

extension Nightctl {
  func status(_ invocation: Invocation) throws(Failure) {
    let (standing, store) = try ask { (client) throws(ClientError) in
      (try client.get(.forbidden), try client.store())
    }
    guard !invocation.has(.json) else {
      return try output.json(standing.json([.init(name: "store", value: .string(store))]))
    }
    let appearance = standing.appearance
    try output.text(
      """
      style    \(appearance.style.rawValue)
      since    \(LocalTime(appearance.since).text)
      why      \(Words.why(appearance))
      decides  \(Words.decides(appearance))
      kept in  \(store)

      """
    )
  }
}
