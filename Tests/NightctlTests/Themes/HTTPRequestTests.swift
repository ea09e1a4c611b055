import Testing

@testable import nightctl

/// Requests as bytes; the sockets are tested with the real command.
@Suite("Requests to the gallery")
struct HTTPRequestTests {
  private static let host = "Host: 127.0.0.1:7\r\n"

  /// The result of reading a request: its parts, a status code, or that more bytes must follow.
  private static func read(_ bytes: [UInt8]) -> String {
    do throws(HTTPRefusal) {
      guard let request = try HTTPRequest(reading: bytes) else { return "more" }
      let body = String(decoding: request.body, as: UTF8.self)
      return [request.method, request.target, request.host, request.origin ?? "-", body]
        .joined(separator: " ")
    } catch {
      return "\(error.rawValue)"
    }
  }

  private static func filler(_ count: Int) -> String { String(repeating: "a", count: count) }

  private static let cases: [(String, String)] = [
    ("GET / HTTP/1.1\r\n\(host)\r\n", "GET / 127.0.0.1:7 - "),
    ("POST /a HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\nhi", "POST /a 127.0.0.1:7 - hi"),
    ("GET /a?b#c HTTP/1.1\r\nHOST:x\r\norigin: \t y \t\r\n\r\n", "GET /a?b#c x y "),
    ("GET /../%2e%2e/etc HTTP/1.1\r\n\(host)\r\n", "GET /../%2e%2e/etc 127.0.0.1:7 - "),
    ("GET / HTTP/1.1\r\n\(host)X: ä\u{301}\r\n\r\n", "GET / 127.0.0.1:7 - "),
    // Cut off.
    ("", "more"), ("GET / HTTP/1.1", "more"), ("GET / HTTP/1.1\r\n\(host)\r", "more"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nhi", "more"),
    // Sizes at and above the limits.
    ("GET /\(filler(1_010)) HTTP/1.1\r\n\(host)\r\n", "GET /\(filler(1_010)) 127.0.0.1:7 - "),
    ("GET /\(filler(1_011)) HTTP/1.1\r\n\(host)\r\n", "414"), (filler(1_025), "more"),
    (filler(1_026), "414"),
    ("GET / HTTP/1.1\r\n\(host)X: \(filler(8_192 - 24))\r\n\r\n", "GET / 127.0.0.1:7 - "),
    ("GET / HTTP/1.1\r\n\(host)X: \(filler(8_192 - 23))\r\n\r\n", "431"),
    ("GET / HTTP/1.1\r\nX: \(filler(8_200))", "431"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 4096\r\n\r\n", "more"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 4097\r\n\r\n", "413"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: \(filler(0))99999999999999999999\r\n\r\n", "413"),
    // Malformed first lines.
    ("GET  / HTTP/1.1\r\n\(host)\r\n", "400"), ("GET /\r\n\r\n", "400"), ("\r\n\r\n", "400"),
    ("GET x HTTP/1.1\r\n\(host)\r\n", "400"), ("G\u{0}T / HTTP/1.1\r\n\(host)\r\n", "400"),
    ("GET http://a/ HTTP/1.1\r\n\(host)\r\n", "400"), ("GET /ä HTTP/1.1\r\n\(host)\r\n", "400"),
    ("GET /\n HTTP/1.1\r\n\(host)\r\n", "400"), ("GET / HTTP/1.0\r\n\(host)\r\n", "505"),
    ("GET / HTTP/2\r\n\(host)\r\n", "505"), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"),
    // Malformed headers.
    ("GET / HTTP/1.1\r\n\r\n", "400"), ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", "400"),
    ("GET / HTTP/1.1\r\n\(host)X\r\n\r\n", "400"), ("GET / HTTP/1.1\r\n\(host): x\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\n\(host)X : y\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\n\(host) folded: y\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\n\(host)X: a\nHost: evil\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\n\(host)X: a\rHost: evil\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\n\(host)X: \u{0}\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\n\(host)X:\u{301} y\r\n\r\n", "400"),
    // Lengths that servers understand in different ways.
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "501"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: +2\r\n\r\nhi", "400"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 0x2\r\n\r\nhi", "400"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi", "400"),
  ]

  @Test(
    "A request is read as a whole, or refused with the status code that fits the reason",
    arguments: cases
  )
  func requests(text: String, result: String) {
    #expect(Self.read(Array(text.utf8)) == result, "\(text.debugDescription)")
  }

  @Test(
    "A request that arrives in pieces gives the same result as a request that arrives whole",
    arguments: cases
  )
  func pieces(text: String, result: String) {
    let bytes = Array(text.utf8)
    let ends = stride(from: 0, to: bytes.count, by: max(1, bytes.count / 100)) + [bytes.count]
    // A refusal may come before the last byte, and ends the connection.
    let results = ends.map { Self.read(Array(bytes.prefix($0))) }
    #expect(results.first { $0 != "more" } ?? "more" == result, "\(text.debugDescription)")
  }

  @Test(
    "A request is refused if another request or surplus bytes follow the request's body",
    arguments: [
      "GET / HTTP/1.1\r\n\(host)\r\nGET / HTTP/1.1\r\n\(host)\r\n",
      "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\n\r\nhi",
    ]
  )
  func surplus(text: String) { #expect(Self.read(Array(text.utf8)) == "400") }

  @Test(
    "A request whose target or header name has a byte above 0x7F is refused",
    arguments: 0x80...0xFF
  )
  func invalid(byte: Int) {
    let byte = UInt8(byte)
    let start = Array("GET /".utf8), end = Array(" HTTP/1.1\r\n\(Self.host)\r\n".utf8)
    #expect(Self.read(start + [byte] + end) == "400")
    let name = Array("GET / HTTP/1.1\r\n\(Self.host)".utf8)
    #expect(Self.read(name + [byte] + Array(": x\r\n\r\n".utf8)) == "400")
  }

  // MARK: - What the gallery does

  private static func ask(_ method: String, _ target: String, _ header: String) -> String {
    do throws(HTTPRefusal) {
      let bytes = Array("\(method) \(target) HTTP/1.1\r\n\(header)\r\n".utf8)
      guard let request = try HTTPRequest(reading: bytes) else { return "more" }
      return "\(try GalleryRequest(request, host: "127.0.0.1:7", token: "secret"))"
    } catch {
      return "\(error.rawValue)"
    }
  }

  private static let own = host + "Origin: http://127.0.0.1:7\r\n"

  @Test(
    "The gallery serves only its own page, and only to programs that know the token",
    arguments: [
      ("GET", "/secret/", host, "page"), ("GET", "/secret/themes", own, "themes"),
      ("POST", "/secret/use", own, "use(\"\")"), ("POST", "/secret/keep", own, "keep"),
      ("POST", "/secret/restore", host, "restore"),
      // A wrong token, and paths beside the known ones.
      ("GET", "/", host, "404"), ("GET", "/secre/", host, "404"), ("GET", "/secret", host, "404"),
      ("GET", "/Secret/", host, "404"), ("GET", "/secretx/", host, "404"),
      ("GET", "//secret/", host, "404"), ("GET", "/x/../secret/", host, "404"),
      ("GET", "/secret/../../etc/passwd", host, "404"), ("GET", "/secret/./themes", host, "404"),
      ("GET", "/secret/%2e%2e/themes", host, "404"), ("GET", "/secret/themes?x", host, "404"),
      ("GET", "/secret/themes/", host, "404"), ("GET", "/favicon.ico", host, "404"),
      // Wrong methods; a wrong token hides even these.
      ("POST", "/secret/", own, "405"), ("POST", "/secret/themes", own, "405"),
      ("GET", "/secret/use", host, "405"), ("HEAD", "/secret/", host, "405"),
      ("OPTIONS", "/secret/use", own, "405"), ("get", "/secret/", host, "405"),
      ("DELETE", "/", host, "404"),
      // Another host, as after DNS rebinding, and pages of other sites.
      ("GET", "/secret/", "Host: evil.example:7\r\n", "403"),
      ("GET", "/secret/", "Host: localhost:7\r\n", "403"),
      ("GET", "/secret/", "Host: 127.0.0.1\r\n", "403"),
      ("GET", "/secret/", "Host: 127.0.0.1:70\r\n", "403"), ("GET", "/", "Host:\r\n", "403"),
      ("POST", "/secret/use", host + "Origin: http://evil.example\r\n", "403"),
      ("POST", "/secret/use", host + "Origin: null\r\n", "403"),
      ("POST", "/secret/use", host + "Origin: https://127.0.0.1:7\r\n", "403"),
      ("GET", "/secret/themes", host + "Origin: http://127.0.0.1:70\r\n", "403"),
      ("GET", "/secret/themes", host + "Origin:\r\n", "403"),
    ]
  )
  func gate(method: String, target: String, header: String, result: String) {
    #expect(Self.ask(method, target, header) == result)
  }

  @Test("An answer has no header that would let other sites read it, and allows no scripts")
  func answer() {
    let response = HTTPResponse(status: 404, body: Array("no".utf8))
    let lines = String(decoding: response.bytes, as: UTF8.self).split(
      separator: "\r\n" as Character
    )
    #expect(lines.first == "HTTP/1.1 404 " && lines.last == "no")
    #expect(lines.contains("Content-Length: 2"))
    #expect(lines.contains("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'"))
    #expect(!lines.contains { $0.hasPrefix("Access-Control-") })
  }
}
