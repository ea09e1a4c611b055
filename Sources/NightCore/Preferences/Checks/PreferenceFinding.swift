/// A problem with the preferences or the time zone, which a person should look at.
package struct PreferenceFinding: Equatable, Sendable {
  package enum Kind: String, Wire, CaseIterable, Sendable {
    /// A configuration file or a lock file cannot be read.
    case unreadable
    /// A configuration file is invalid, so the values that nightd read from it earlier stay in
    /// force.
    case broken
    /// The key is unknown; nightd keeps the key in the file, but ignores it.
    case unknown
    /// The value is not valid for its key, so the value of the layer below applies.
    case value
    /// The value has no effect, because a value that was set through the daemon overrides it.
    case shadowed
    /// The value has no effect, because an administrator locked its key.
    case locked
    /// The lock is invalid, or has no effect because another lock has priority.
    case lock
    /// nightd does not use the time zone that was requested.
    case zone

    /// Whether the finding is a mistake that keeps an intended setting from taking effect.
    var isMistake: Bool {
      switch self {
      case .unreadable, .broken, .value, .lock, .zone: true
      case .unknown, .shadowed, .locked: false
      }
    }
  }

  package var kind: Kind
  package var file: String
  package var position: Position?
  package var key: PreferenceKey?
  /// The message as a sentence, without the file and line.
  package var message: String
  /// A command that solves the problem; nil if no command does.
  package var advice: String?

  package init(
    _ kind: Kind,
    in file: String,
    at position: Position? = nil,
    of key: PreferenceKey? = nil,
    _ message: String,
    advice: String? = nil
  ) {
    self.kind = kind
    self.file = file
    self.position = position
    self.key = key
    self.message = message
    self.advice = advice
  }

  /// The problem's position as `FILE:LINE:COLUMN`, or only `FILE` if no position is known.
  package var place: String { position.map { "\(file):\($0)" } ?? file }

  /// The maximum number of findings that are reported for one file.
  static let most = 100

  /// Limits the number of findings for one file.
  ///
  /// If there are too many findings, mistakes are kept before findings of other kinds.
  static func few(_ findings: some Collection<PreferenceFinding>) -> [PreferenceFinding] {
    guard findings.count > most else { return Array(findings) }
    let ordered = findings.filter(\.kind.isMistake) + findings.filter { !$0.kind.isMistake }
    return ordered.prefix(most)
      + ordered.dropFirst(most).prefix(1).map {
        PreferenceFinding(
          $0.kind,
          in: $0.file,
          "more problems were found in this file, but are not listed"
        )
      }
  }
}

extension PreferenceFinding: Record {
  package static let blank = PreferenceFinding(.unreadable, in: "", "")

  package mutating func visit(_ fields: inout Fields) {
    fields.required("kind", &kind)
    fields.required("file", &file)
    fields.part(&position)
    var name = key?.name
    var application = key?.application
    fields.field("key", &name)
    fields.field("app", &application)
    if fields.isReading {
      key = name.flatMap { try? PreferenceKey($0, of: application ?? "") }
    }
    fields.required("message", &message)
    fields.field("advice", &advice)
  }
}

extension ConfigFile {
  /// The mistakes in a hand-written file, in the order in which they occur in the file.
  static func findings(
    in members: [JSONNode.Member],
    of path: String,
    _ source: [UInt8]
  ) -> [PreferenceFinding] {
    var inspection = Inspection(path: path, source: source)
    inspection.look(at: members)
    return PreferenceFinding.few(inspection.findings)
  }
}

/// Walks through a file and records findings, up to the limit.
private struct Inspection {
  let path: String
  let source: [UInt8]
  private(set) var findings: [PreferenceFinding] = []

  init(path: String, source: [UInt8]) {
    self.path = path
    self.source = source
  }

  private var mistakes = 0
  private var isFull: Bool { mistakes > PreferenceFinding.most }
  /// Whether no more unknown keys are recorded, because the file has too many; mistakes still are.
  private var isFullOfUnknown: Bool { findings.count - mistakes > PreferenceFinding.most }

  private mutating func add(
    _ kind: PreferenceFinding.Kind,
    at position: Position,
    of key: PreferenceKey? = nil,
    _ message: String
  ) {
    if kind.isMistake { mistakes += 1 }
    findings.append(PreferenceFinding(kind, in: path, at: position, of: key, message))
  }

  mutating func look(at members: [JSONNode.Member], below prefix: String = "") {
    for member in members {
      guard !isFull else { return }
      if prefix.isEmpty, member.name == PreferenceKey.applications {
        lookAtApplications(member.node)
        continue
      }
      let key = PreferenceKey(known: prefix + member.name)
      let isKnown = PreferenceTable.entry(key) != nil
      let isPrefix = PreferenceTable.isPrefix(key.name)
      if isKnown || isPrefix, member.name.utf8.contains(UInt8(ascii: ".")) {
        add(.value, at: member.namePosition, of: key, Self.nesting)
      } else if isKnown {
        look(at: member, key)
      } else if !isPrefix {
        guard !isFullOfUnknown else { continue }
        let what =
          "\(MessageText.quoted(key.name)) is not a key that nightd knows; "
          + "nightd keeps the key but ignores it"
        add(.unknown, at: member.namePosition, of: key, what + PreferenceTable.meant(key.name))
      } else if let inner = member.node.members {
        look(at: inner, below: key.name + ".")
      } else {
        let what =
          "\(key.name) must be an object, because the names of other keys begin with “\(key.name).”"
        add(.value, at: member.node.position, of: key, what)
      }
    }
  }

  private static let nesting =
    "a name in this file must not contain dots: write an object for each part of the name"

  private mutating func lookAtApplications(_ node: JSONNode) {
    guard let sections = node.members else {
      let what = "an object with a member for each application was expected here"
      return add(.value, at: node.position, what)
    }
    for section in sections where !isFull {
      do throws(Flaw) {
        try PreferenceKey.checkApplication(section.name)
      } catch {
        add(.value, at: section.namePosition, error.message)
        continue
      }
      guard !section.name.isEmpty, let members = section.node.members else {
        let what = "expected the name of an application, followed by an object with preferences"
        add(.value, at: section.node.position, what)
        continue
      }
      look(at: members, of: section.name)
    }
  }

  private mutating func look(at members: [JSONNode.Member], of application: String) {
    for member in members where !isFull {
      do throws(Flaw) {
        let key = try PreferenceKey(member.name, of: application)
        if key.parts.count > 1 {
          add(.value, at: member.namePosition, of: key, Self.nesting)
        } else if key.isOfThemes, let themes = member.node.members {
          look(atThemes: themes, of: application)
        } else {
          look(at: member, key)
        }
      } catch {
        add(.value, at: member.namePosition, error.message)
      }
    }
  }

  /// Checks an application's themes one by one, so that a finding has the position of its theme.
  private mutating func look(atThemes members: [JSONNode.Member], of application: String) {
    for member in members {
      guard let slot = ThemeSlot.all.first(where: { $0.option == member.name }) else { continue }
      look(at: member, slot.preference(of: application))
    }
  }

  private mutating func look(at member: JSONNode.Member, _ key: PreferenceKey) {
    let value: PreferenceValue
    do throws(Flaw) { value = try PreferenceValue(member.node) } catch {
      let position = error.position ?? member.node.position
      return add(.value, at: position, of: key, "\(key.name): \(error.message)")
    }
    do throws(Flaw) { _ = try key.judge(value) } catch {
      add(.value, at: member.node.position(of: error, source), of: key, error.message)
    }
  }
}
