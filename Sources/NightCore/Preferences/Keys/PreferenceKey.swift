/// Names one preference: of the whole desktop, or of one application.
package struct PreferenceKey: Hashable, Sendable {
  /// Empty for the whole desktop.
  package let application: String
  /// Parts of letters, digits, `-` and `_`, with dots between them.
  package let name: String

  /// Why two texts name no preference; a sentence's second half.
  package struct Flaw: Error, Equatable {
    package let fault: Fault
    package let message: String
    /// The element of an array that is wrong, from 0.
    let element: Int?
    /// Where in that element's text, from 1.
    let column: Int?

    package init(fault: Fault, message: String, element: Int? = nil, column: Int? = nil) {
      self.fault = fault
      self.message = message
      self.element = element
      self.column = column
    }
  }

  package init(_ name: String, of application: String = "") throws(Flaw) {
    try Self.checkApplication(application)
    guard name.utf8.count <= PreferenceLimits.keyBytes else {
      throw Flaw(
        fault: .limitExceeded,
        message: "a key has at most \(PreferenceLimits.keyBytes) bytes"
      )
    }
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAllowed) }) else {
      throw Flaw(
        fault: .invalidValue,
        message: "\(MessageText.singleQuoted(name)) is no key: a key has letters, digits, - and _, "
          + "in parts with dots between them"
      )
    }
    guard parts.count <= PreferenceLimits.depth else {
      throw Flaw(
        fault: .limitExceeded,
        message: "a key has at most \(PreferenceLimits.depth) parts"
      )
    }
    self.init(known: name, of: application)
  }

  /// For names that the table or a file that was read gives.
  init(known name: String, of application: String = "") {
    self.application = application
    self.name = name
  }

  /// An application's identifier is a claim, not a proof, and so nearly any text.
  package static func checkApplication(_ application: String) throws(Flaw) {
    guard application.utf8.count <= Contract.applicationBytes else {
      throw Flaw(
        fault: .limitExceeded,
        message: "an application's identifier has at most \(Contract.applicationBytes) bytes"
      )
    }
    // Nearly all are plain ASCII, of which nothing need be looked up.
    let isPlain =
      application.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      || application.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain else {
      throw Flaw(
        fault: .invalidValue,
        message: "an application's identifier is a text without control characters, not empty"
      )
    }
  }

  /// Checks an identifier that is about to be stored: it must not look like another one.
  ///
  /// Stored ones may have any characters, so that they can be read and removed.
  static func checkNewApplication(_ application: String) throws(Flaw) {
    let invisible = application.unicodeScalars.first {
      switch $0.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    guard let invisible else { return }
    throw Flaw(
      fault: .invalidValue,
      message: "an application's identifier has no invisible characters, and this one has "
        + MessageText.shown(String(invisible))
    )
  }

  static func isApplication(_ name: String) -> Bool {
    !name.isEmpty && (try? checkApplication(name)) != nil
  }

  package var isOfDesktop: Bool { application.isEmpty }

  /// Told to those who may change only.
  package var isPrivate: Bool { PreferenceTable.entry(self)?.isPrivate ?? false }

  package var parts: [String] {
    name.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
  }

  var dots: Int { name.utf8.count { $0 == UInt8(ascii: ".") } }

  /// The last part: the key's name in the dictionary that holds it.
  var last: String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Whether the same dictionary of a file holds both keys.
  func isBeside(_ other: PreferenceKey) -> Bool {
    guard application.isSameText(as: other.application) else { return false }
    let dot = UInt8(ascii: ".")
    guard let end = name.utf8.lastIndex(of: dot) else { return !other.name.utf8.contains(dot) }
    guard let otherEnd = other.name.utf8.lastIndex(of: dot) else { return false }
    return name.utf8[..<end].elementsEqual(other.name.utf8[..<otherEnd])
  }

  /// Stands for all keys of an application, where they are told apart from single ones.
  static func whole(_ application: String) -> PreferenceKey {
    PreferenceKey(known: "", of: application)
  }

  /// The names that lead to it in a file, from the outermost object.
  package var path: [String] {
    isOfDesktop ? parts : [Self.applications, application] + parts
  }

  /// The dictionary that an application's name leads into; nil where it leads into none.
  var outermost: PreferenceKey? {
    guard !isOfDesktop, let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return PreferenceKey(known: String(name[..<dot]), of: application)
  }

  /// The member that holds the applications; no key of the desktop begins with it.
  package static let applications = "app"

  /// Byte by byte, as files and the bus tell keys apart, and not as Swift compares texts.
  package static func == (left: PreferenceKey, right: PreferenceKey) -> Bool {
    left.application.isSameText(as: right.application) && left.name.isSameText(as: right.name)
  }

  package func hash(into hasher: inout Hasher) {
    for text in [application, name] {
      hasher.combine(text.utf8.count)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
