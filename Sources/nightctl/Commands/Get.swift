import NightClient
import NightCore

extension Nightctl {
  func get(_ invocation: Invocation) throws(Failure) {
    let standing = try ask { (client) throws(ClientError) in try client.get() }
    guard !invocation.has(.json) else { return try output.json(standing.json()) }
    try output.line(standing.appearance.style.rawValue)
  }

  func introspect(_ invocation: Invocation) throws(Failure) {
    let xml = try ask { (client) throws(ClientError) in try client.introspection() }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "xml", value: .string(xml))]))
    }
    try output.text(xml)
  }
}
