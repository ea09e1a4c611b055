import NightClient
import NightCore

/// Contrast, accent and motion: what is wanted, and what is in force.
extension Nightctl {
  func contrast(_ invocation: Invocation) throws(Failure) {
    try look(.contrast, invocation.operand, invocation)
  }

  func motion(_ invocation: Invocation) throws(Failure) {
    try look(.motion, invocation.operand, invocation)
  }

  func accent(_ invocation: Invocation) throws(Failure) {
    let wish = try invocation.operand.map { (word) throws(Failure) -> String in
      // A shell takes what begins with # for a comment.
      guard let wish = AccentWish(word) ?? AccentWish("#" + word) else {
        throw .usage(Words.noAccent(word), help: invocation.command)
      }
      return wish.text
    }
    try look(.accent, wish, invocation)
  }

  private func look(
    _ trait: LookReport.Trait,
    _ wish: String?,
    _ invocation: Invocation
  ) throws(Failure) {
    let key = try key(trait.key, of: "", invocation)
    let report = try ask { (client) throws(ClientError) -> LookReport in
      if let wish { try client.write([PreferenceEdit(key, .string(wish))]) }
      return try LookReport(client, trait, key)
    }
    guard !invocation.has(.json) else { return try output.json(.object(report.json)) }
    try output.sentences(Words.look(report) + "\n")
  }
}

/// One trait of how things look besides the style, and who says so.
struct LookReport {
  enum Trait {
    case contrast
    case accent
    case motion

    var key: String {
      switch self {
      case .contrast: PreferenceTable.contrast
      case .accent: PreferenceTable.accent
      case .motion: PreferenceTable.motion
      }
    }
  }

  let trait: Trait
  let appearance: Appearance
  /// As the preference has it.
  let wish: String
  let origin: LayerPlace
  /// What the desktop's own settings say.
  let desktop: DesktopReport?

  init(
    _ client: Client,
    _ trait: Trait,
    _ key: PreferenceKey
  ) throws(ClientError) {
    self.trait = trait
    guard case .string(let wish) = try client.read(key).value else {
      throw .garbled("nightd has no text for \(key.name)")
    }
    self.wish = wish
    origin = LayerPlace(try client.origin(of: key))
    appearance = try client.get().appearance
    desktop = try client.desktop().report
  }

  /// The word for what is in force.
  var word: String {
    switch trait {
    case .contrast: appearance.isHighContrast ? "high" : "normal"
    case .accent: appearance.accent.map { $0.text } ?? "none"
    case .motion: appearance.isMotionReduced ? "reduced" : "full"
    }
  }

  /// Whether the desktop says anything of it.
  var isTold: Bool {
    switch trait {
    case .contrast: desktop?.isHighContrast != nil
    case .accent: desktop?.accent != nil
    case .motion: desktop?.isMotionReduced != nil
    }
  }

  var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "value", value: .string(word)),
      .init(name: "wish", value: .string(wish)),
    ]
    if wish == "system", isTold, let source = desktop?.source {
      members.append(.init(name: "desktop-source", value: .string(source)))
    }
    return members + origin.json
  }
}
