import NightClient
import NightCore

extension Nightctl {
  func get(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let standing = try ask { (client) throws(ClientError) in
      try application.isEmpty ? client.get() : client.get(for: application)
    }
    guard !invocation.has(.json) else {
      return try output.json(standing.json(Self.json(of: application)))
    }
    try output.line(standing.appearance.style.rawValue)
  }

  /// The application that was asked about, if any.
  static func json(of application: String) -> [JSON.Member] {
    application.isEmpty ? [] : [.init(name: "app", value: .string(application))]
  }

  func introspect(_ invocation: Invocation) throws(Failure) {
    let xml = try ask { (client) throws(ClientError) in try client.introspection() }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "xml", value: .string(xml))]))
    }
    try output.text(xml)
  }
}
