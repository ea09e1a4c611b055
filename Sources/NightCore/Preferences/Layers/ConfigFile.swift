/// The contents of `config.json5`, which the user or the system's administrator writes by hand.
package struct ConfigFile: Equatable, Sendable {
  package let path: String
  /// The outermost members of the file's object; empty if the file is missing.
  ///
  /// The members of every object are sorted by the bytes of their names, for a binary search.
  let members: [JSONNode.Member]
  /// The mistakes in the file.
  package let findings: [PreferenceFinding]
  /// The bytes that were read; nil if the file was missing.
  let source: [UInt8]?
  /// For each key whose new value has a mistake, the earlier value, which stays in force.
  let kept: [String: Saying]

  /// The newest format of the file that this version of nightd understands.
  package static let format: Int64 = 1
  static let formatName = "format"

  package init(missing path: String) {
    self.path = path
    members = []
    findings = []
    source = nil
    kept = [:]
  }

  private init(
    _ path: String,
    _ members: [JSONNode.Member],
    _ findings: [PreferenceFinding],
    _ source: [UInt8]?,
    _ kept: [String: Saying]
  ) {
    self.path = path
    self.members = members
    self.findings = findings
    self.source = source
    self.kept = kept
  }

  /// Reads a whole file; if the file cannot be read, keeps the earlier contents and reports the
  /// reason as a finding.
  package init(_ file: LayerTexts.File, after last: ConfigFile? = nil) {
    switch file.content {
    case .missing: self.init(missing: file.path)
    case .flawed(let why):
      self.init(last, file.path, PreferenceFinding(.unreadable, in: file.path, "it " + why))
    case .bytes(let bytes):
      if let last, last.source == bytes, last.isWhole {
        self = last
        return
      }
      do throws(Flaw) {
        let members = try Self.members(of: bytes)
        let findings = Self.findings(in: members, of: file.path, bytes)
        let ordered = JSONNode.ordered(members)
        let kept = Self.kept(ordered, bytes, after: last)
        self.init(file.path, ordered, Self.findings(findings, knowing: kept), bytes, kept)
      } catch {
        self.init(last, file.path, .init(.broken, in: file.path, at: error.position, error.message))
      }
    }
  }

  /// Keeps the earlier contents of an unusable file, and reports the reason as a finding.
  private init(_ last: ConfigFile?, _ path: String, _ finding: PreferenceFinding) {
    let kept = last?.members ?? []
    var finding = finding
    finding.message +=
      kept.isEmpty
      ? "; nothing in this file is in force" : "; nightd still uses the earlier version"
    self.init(path, kept, [finding], nil, last?.kept ?? [:])
  }

  private var isWhole: Bool {
    findings.allSatisfy { $0.kind != .unreadable && $0.kind != .broken }
  }

  private static func members(of bytes: [UInt8]) throws(Flaw) -> [JSONNode.Member] {
    let root: JSONNode
    do throws(Flaw) { root = try JSONReader.read(bytes, limits: .exact) } catch {
      guard error.kind == .empty else { throw error }
      throw Flaw("it is empty; write {} for a file without preferences", at: error.position)
    }
    guard let members = root.members else {
      throw Flaw("expected “{” with preferences in it", at: root.position)
    }
    if let stored = root[formatName] {
      guard case .integer(let format) = stored.value, format > 0 else {
        throw Flaw("the format must be a whole number of at least 1", at: stored.position)
      }
      guard format <= Self.format else {
        throw Flaw(
          "it was written for a newer nightd in format \(format); this nightd reads formats up to \(Self.format)",
          at: stored.position
        )
      }
    }
    return members.filter { $0.name != formatName && $0.name != JSONSchema.reference }
  }
}

// MARK: - Looking up

extension ConfigFile {
  /// What a file contains for one key: a value or a flaw.
  enum Saying: Equatable {
    case value(PreferenceValue, Position)
    /// Why the value is invalid, and the position of the flaw.
    case flaw(String, Position)
  }

  func saying(_ key: PreferenceKey) -> Saying? {
    if !kept.isEmpty, key.isOfDesktop, let saying = kept[key.name] { return saying }
    return Self.saying(key, in: members, source)
  }

  static func saying(
    _ key: PreferenceKey,
    in members: [JSONNode.Member],
    _ source: [UInt8]?
  ) -> Saying? {
    // Most layers have no values, so avoid splitting the key if this layer has none.
    guard !members.isEmpty, let node = node(at: key.path, in: members) else { return nil }
    do throws(Flaw) {
      return .value(try key.judge(try PreferenceValue(node)), node.position)
    } catch {
      return .flaw(error.message, node.position(of: error, source ?? []))
    }
  }

  func value(_ key: PreferenceKey) -> PreferenceValue? {
    guard case .value(let value, _)? = saying(key) else { return nil }
    return value
  }

  private static func node(at path: [String], in members: [JSONNode.Member]) -> JSONNode? {
    var members = members
    for (index, name) in path.enumerated() {
      guard let found = JSONNode.member(name, in: members) else { return nil }
      guard index < path.count - 1 else { return found.node }
      guard let inner = found.node.members, !found.node.isTag else { return nil }
      members = inner
    }
    return nil
  }

  /// The keys in the file, in no particular order.
  var keys: [PreferenceKey] { Self.keys(in: members) }

  var applications: [String] {
    let applications = members.first { $0.name == PreferenceKey.applications }
    return Self.sections(in: applications?.node).map(\.name)
  }

  /// The valid sections of applications; findings report the invalid sections.
  private static func sections(in node: JSONNode?) -> [JSONNode.Member] {
    (node?.members ?? []).filter { section in
      !section.name.isEmpty && section.node.members != nil
        && (try? PreferenceKey.checkApplication(section.name)) != nil
    }
  }

  /// The names of the outermost members in an application's section.
  func names(of application: String) -> [String] {
    Self.node(at: [PreferenceKey.applications, application], in: members)?.members?.map(\.name)
      ?? []
  }

  private static func keys(in members: [JSONNode.Member], below prefix: String = "")
    -> [PreferenceKey]
  {
    members.flatMap { member -> [PreferenceKey] in
      if prefix.isEmpty, member.name == PreferenceKey.applications {
        return sections(in: member.node).flatMap { section in
          (section.node.members ?? []).flatMap { keys(of: section.name, $0) }
        }
      }
      guard let key = key(member.name, below: prefix) else { return [] }
      if PreferenceTable.entry(key) != nil { return [key] }
      guard PreferenceTable.isPrefix(key.name) else { return [] }
      return keys(in: member.node.members ?? [], below: key.name + ".")
    }
  }

  /// The keys in one member of an application's section; most members are a single key.
  private static func keys(of application: String, _ member: JSONNode.Member) -> [PreferenceKey] {
    guard let key = key(member.name, of: application) else { return [] }
    guard key.isOfThemes, let inner = member.node.members else { return [key] }
    let slots = ThemeSlot.all.filter { slot in inner.contains { $0.name == slot.option } }
    return slots.map { $0.preference(of: application) } + (slots.count < inner.count ? [key] : [])
  }

  /// Makes a key; nil if the name is not valid for a key, for example because it contains a dot.
  private static func key(
    _ name: String,
    below prefix: String = "",
    of application: String = ""
  ) -> PreferenceKey? {
    guard !name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return try? PreferenceKey(prefix + name, of: application)
  }
}

extension JSONNode {
  /// Whether the node is an object that encodes a date or data; unlike `JSON.isTag`, this property
  /// copies no content.
  fileprivate var isTag: Bool {
    guard let members, members.count == 1, let first = members.first,
      case .string = first.node.value
    else { return false }
    return first.name.hasPrefix("$") && !first.name.hasPrefix("$$")
  }

  fileprivate static func member(_ name: String, in members: [Member]) -> Member? {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
    }
    guard low < members.count, members[low].name.isSameText(as: name) else { return nil }
    return members[low]
  }

  fileprivate static func ordered(_ members: [Member]) -> [Member] {
    members.map { member in
      var member = member
      member.node = member.node.ordered
      return member
    }
    .sorted { $0.name.precedes($1.name) }
  }

  private var ordered: JSONNode {
    guard let members else { return self }
    return JSONNode(value: .object(Self.ordered(members)), position: position)
  }
}

extension ConfigFile {
  /// The keys that keep their last valid value if their new value has a mistake.
  ///
  /// A mistake in one of these keys would change the style at once, and people often save a file
  /// before it is correct. The keys in one inner list of this array belong together, so if one of
  /// them has a mistake, all keys in that list keep their old values.
  private static let lasting = [
    [PreferenceTable.schedule], [PreferenceTable.latitude, PreferenceTable.longitude],
  ]

  /// The earlier values that stay in force, each with the position of the mistake in the new value.
  static func kept(
    _ members: [JSONNode.Member],
    _ source: [UInt8],
    after last: ConfigFile?
  ) -> [String: Saying] {
    guard let last else { return [:] }
    var kept: [String: Saying] = [:]
    for keys in lasting.map({ names in names.map { PreferenceKey(known: $0) } }) {
      let slips = keys.compactMap { key -> Position? in
        guard case .flaw(_, let position)? = saying(key, in: members, source) else { return nil }
        return position
      }
      guard let slip = slips.first else { continue }
      for key in keys {
        guard case .value(let value, _)? = last.saying(key) else { continue }
        kept[key.name] = .value(value, slip)
      }
    }
    return kept
  }

  /// If an earlier value stays in force because of a mistake, adds a note to that mistake.
  static func findings(
    _ findings: [PreferenceFinding],
    knowing kept: [String: Saying]
  ) -> [PreferenceFinding] {
    guard !kept.isEmpty else { return findings }
    return findings.map { finding in
      guard finding.kind == .value, let key = finding.key, key.isOfDesktop,
        kept[key.name] != nil
      else { return finding }
      var finding = finding
      finding.message += "; nightd still uses the earlier version"
      return finding
    }
  }
}
