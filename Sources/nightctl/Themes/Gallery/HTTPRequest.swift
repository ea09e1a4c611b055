import NightCore

/// A request to a page on the same machine, in HTTP/1.1 (RFC 9112).
///
/// `init(reading:)` accepts only what browsers send to such a page. A connection carries one
/// request, a body needs a `Content-Length`, and no part of a request is decoded.
struct HTTPRequest: Equatable {
  static let mostLineBytes = 1_024
  static let mostHeaderBytes = 8_192
  static let mostBodyBytes = 4_096

  let method: String
  let target: String
  let host: String
  /// The site whose page made the request; nil if the browser does not report the site.
  let origin: String?
  let body: [UInt8]

  /// Reads a request from all bytes that have arrived; nil if more bytes must follow.
  init?(reading bytes: [UInt8]) throws(HTTPRefusal) {
    guard let line = try Self.part(bytes[...], upTo: "\r\n", Self.mostLineBytes, .lineTooLong),
      let head = try Self.part(
        bytes[line.endIndex...],
        upTo: "\r\n\r\n",
        Self.mostHeaderBytes,
        .headersTooLarge
      )
    else { return nil }
    (method, target) = try Self.start(String(decoding: line, as: UTF8.self))
    let fields = try Self.fields(String(decoding: head, as: UTF8.self))
    guard let host = fields["host"] else { throw .malformed }
    guard fields["transfer-encoding"] == nil else { throw .unknownEncoding }
    self.host = host
    origin = fields["origin"]
    body = Array(bytes[(head.endIndex + 4)...])
    let digits = fields["content-length"] ?? "0"
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .malformed
    }
    guard let length = Int(digits), length <= Self.mostBodyBytes else { throw .bodyTooLarge }
    // No second request may follow, because the connection ends after the first.
    guard body.count <= length else { throw .malformed }
    guard body.count == length else { return nil }
  }

  /// The bytes before `end`; nil if `end` has not arrived yet.
  private static func part(
    _ bytes: ArraySlice<UInt8>,
    upTo end: String,
    _ most: Int,
    _ refusal: HTTPRefusal
  ) throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    let end = Array(end.utf8)
    for place in bytes.indices.prefix(most + 1) where bytes[place] == end[0] {
      if bytes[place...].starts(with: end) { return bytes[..<place] }
    }
    guard bytes.count < most + end.count else { throw refusal }
    return nil
  }

  private static func start(_ line: String) throws(HTTPRefusal) -> (String, String) {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, isToken(parts[0]), parts[1].utf8.first == UInt8(ascii: "/"),
      parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .malformed }
    guard parts[2] == "HTTP/1.1" else { throw .unknownVersion }
    return (parts[0], parts[1])
  }

  /// The fields of the header, by their names in lower case.
  private static func fields(_ head: String) throws(HTTPRefusal) -> [String: String] {
    var fields: [String: String] = [:]
    // In Swift, "\r\n" is one character, so a single "\r" or "\n" stays in its line and is refused.
    for line in head.split(separator: "\r\n" as Character) {
      let name = String(line.prefix { $0 != ":" })
      guard isToken(name), name != line,
        line.unicodeScalars.allSatisfy({ $0 == "\t" || $0 >= " " && $0 != "\u{7F}" })
      else { throw .malformed }
      let value = line.dropFirst(name.count + 1).trimmed { $0 == " " || $0 == "\t" }
      // Refuse a header that occurs twice, because the sender may mean the value that would be
      // ignored here.
      guard fields.updateValue(String(value), forKey: name.lowercased()) == nil else {
        throw .malformed
      }
    }
    return fields
  }

  private static let tokenBytes = Set(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
  )

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(tokenBytes.contains)
  }
}

/// Why a request is not carried out; the raw value is the status code of the answer.
enum HTTPRefusal: Int, Error {
  case malformed = 400
  case foreign = 403
  case unknown = 404
  case wrongMethod = 405
  case failed = 409
  case bodyTooLarge = 413
  case lineTooLong = 414
  case headersTooLarge = 431
  case unknownEncoding = 501
  case unknownVersion = 505
}

/// The answer to a request; the connection ends after the answer.
struct HTTPResponse {
  var status = 200
  var type = "text/plain; charset=utf-8"
  /// The Content-Security-Policy, which says what a browser may load and run for the answer; by
  /// default, nothing.
  var policy = "default-src 'none'; frame-ancestors 'none'"
  var body: [UInt8] = []

  var bytes: [UInt8] {
    let lines = [
      "HTTP/1.1 \(status) ", "Content-Type: \(type)", "Content-Length: \(body.count)",
      "Content-Security-Policy: \(policy)", "Cache-Control: no-store",
      "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
      "Referrer-Policy: same-origin", "X-Content-Type-Options: nosniff", "Allow: GET, POST",
      "Connection: close", "\r\n",
    ]
    return lines.joined(separator: "\r\n").utf8 + body
  }
}
