/// Why the stored choice could not be read, and which values are in effect instead.
package struct StoreProblem: Equatable, Sendable {
  package enum InEffect: String, Sendable {
    /// The built-in defaults and the hand-written files are in effect.
    case defaults
    /// The last good copy of the stored file is in effect.
    case copy
    /// The values that nightd read before the file changed, and still has in memory, are in effect.
    case earlier
  }

  /// The last good copy of the stored file, and when it was written.
  package struct Copy: Equatable, Sendable {
    package var path: String
    package var written: Instant

    package init(path: String, written: Instant) {
      self.path = path
      self.written = written
    }
  }

  /// The path of the stored file.
  package var path: String
  /// The reason as a sentence, which begins with the file's path and, if known, the line and
  /// column.
  package var why: String
  package var inEffect: InEffect
  /// The path to which the unreadable file was moved; nil if the file was not moved.
  package var aside: String?
  /// The copy of the stored file that is in effect; nil if no copy is in effect.
  package var copy: Copy?

  package init(
    path: String,
    why: String,
    aside: String? = nil,
    copy: Copy? = nil,
    isEarlierKnown: Bool = false
  ) {
    self.path = path
    self.why = why
    self.aside = aside
    self.copy = copy
    inEffect = copy != nil ? .copy : isEarlierKnown ? .earlier : .defaults
  }
}

extension StoreProblem: Record {
  package static let blank = StoreProblem(path: "", why: "")

  package mutating func visit(_ fields: inout Fields) {
    fields.required("path", &path)
    fields.required("why", &why)
    fields.field("in-effect", &inEffect)
    fields.field("aside", &aside)
    fields.part(&copy)
  }
}

extension StoreProblem.InEffect: Wire {}

extension StoreProblem.Copy: Record {
  package static let blank = StoreProblem.Copy(path: "", written: Instant(microseconds: 0))

  package mutating func visit(_ fields: inout Fields) {
    fields.required("copy", &path)
    fields.required("written", &written)
  }
}
