import NightBus
import NightClient
import NightContract
import NightCore

/// The commands `contrast`, `accent` and `motion`: set a preference, or print the value in force.
struct LookCommands: Command {
  let nightctl: Nightctl

  static let contrastRow = CommandEntry(
    name: "contrast",
    summary: "set or show whether contrast is high",
    operands: [.setting(ContrastPreference.allCases.map(\.rawValue))],
    options: [.json],
    notes: "With “system”, the desktop decides. Without an argument, nightctl prints the value.",
    run: LookCommands.contrast
  )

  static let accentRow = CommandEntry(
    name: "accent",
    summary: "set or show the accent colour",
    operands: [Operand(name: "COLOUR|none|system|theme", kind: .accent, count: .optional)],
    options: [.json],
    notes: """
      A colour is #RRGGBB, rgb(), hsl(), oklch() or a CSS name, and must be opaque. Put it in
      quotation marks or omit the #, which begins a comment in a shell. With “system”, the desktop
      decides; with “theme”, the theme in use decides. Without an argument, nightctl prints the
      value in force.
      """,
    run: LookCommands.accent
  )

  static let motionRow = CommandEntry(
    name: "motion",
    summary: "set or show whether motion is reduced",
    operands: [.setting(MotionPreference.allCases.map(\.rawValue))],
    options: [.json],
    notes: "With “system”, the desktop decides. Without an argument, nightctl prints the value.",
    run: LookCommands.motion
  )

  func contrast(_ invocation: Invocation) throws(Failure) {
    try look(.contrast, invocation.operand, invocation)
  }

  func motion(_ invocation: Invocation) throws(Failure) {
    try look(.motion, invocation.operand, invocation)
  }

  func accent(_ invocation: Invocation) throws(Failure) {
    let setting = try invocation.operand.map { (text) throws(Failure) -> String in
      // Accept a colour without #, because # begins a comment in a shell.
      guard let accent = AccentPreference(text) ?? AccentPreference("#" + text) else {
        throw invocation.usage(Self.noAccent(text))
      }
      return accent.text
    }
    try look(.accent, setting, invocation)
  }

  private func look(
    _ trait: LookReport.Trait,
    _ setting: String?,
    _ invocation: Invocation
  ) throws(Failure) {
    let key = try invocation.key(trait.key, of: "")
    let report = try ask { (client) throws(ClientError) -> LookReport in
      if let setting { try client.write([PreferenceEdit(key, .string(setting))]) }
      return try LookReport(client, trait, key)
    }
    guard !invocation.has(.json) else { return try output.json(.object(report.json)) }
    try output.sentences(report.sentence + "\n")
  }

  private static func noAccent(_ text: String) -> String {
    let word =
      NearestWord.to(text, among: AccentPreference.words) ?? ColorNames.nearest(text.lowercased())
    return "\(Excerpt(text)) is not “none”, “system”, “theme” or an opaque colour, such as #3584E4"
      + Messages.meant(word)
  }
}

/// The contrast, accent or motion in force, and the layer and file that set it.
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
  /// The value of the preference, such as `system`.
  let setting: String
  let origin: LayerPlace
  /// The values in the desktop's own settings; nil if nothing reports them to nightd.
  let desktop: DesktopReport?

  init(_ client: Client, _ trait: Trait, _ key: PreferenceKey) throws(ClientError) {
    self.trait = trait
    guard case .string(let setting) = try client.read(key).value else {
      throw .garbled("nightd's value of \(key.name) is not a string")
    }
    self.setting = setting
    origin = LayerPlace(try client.origin(of: key))
    appearance = try client.get().appearance
    desktop = try client.call(.desktop, ()).report
  }

  /// The value in force, as text.
  var value: String {
    switch trait {
    case .contrast: appearance.isHighContrast ? "high" : "normal"
    case .accent: appearance.accent.map { $0.text } ?? "none"
    case .motion: appearance.isMotionReduced ? "reduced" : "full"
    }
  }

  /// Whether the desktop reports a value for `trait`.
  var isReported: Bool {
    switch trait {
    case .contrast: desktop?.isHighContrast != nil
    case .accent: desktop?.accent != nil
    case .motion: desktop?.isMotionReduced != nil
    }
  }

  /// The value and its origin, as in `high (you set it)`.
  var sentence: String { "\(value) (\(reason))" }

  private var reason: String {
    if trait == .accent, setting == AccentPreference.theme.text {
      return "from the theme \(Messages.plain(appearance.theme))"
    }
    guard setting == "system" else {
      return switch origin.layer {
      case .user: "your config.json5 sets it: \(origin.place)"
      case .system: "the system-wide config.json5 sets it: \(origin.place)"
      case .set, .registered: "you set it"
      }
    }
    guard isReported, let desktop = desktop else {
      return "left to the desktop, which does not report it"
    }
    return "from the desktop, as \(Messages.plain(desktop.source)) reports"
  }

  var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "value", value: .string(value)),
      .init(name: "wish", value: .string(setting)),
    ]
    if setting == "system", isReported, let source = desktop?.source {
      members.append(.init(name: "desktop-source", value: .string(source)))
    }
    return members + origin.json
  }
}

extension Operand {
  fileprivate static func setting(_ keywords: [String]) -> Operand {
    Operand(name: "VALUE", kind: .keywords(keywords), count: .optional)
  }
}
