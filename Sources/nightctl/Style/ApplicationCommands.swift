import NightBus
import NightClient
import NightCore
import NightStore

/// The commands `apps` and `apps remove`.
struct ApplicationCommands: Command {
  let nightctl: Nightctl

  static let appsRow = CommandEntry(
    name: "apps",
    summary: "list the applications that have a style or theme of their own",
    options: [.json],
    run: ApplicationCommands.applications
  )

  static let removeRow = CommandEntry(
    name: "apps remove",
    summary: "remove an application's own style and themes",
    operands: [Operand(name: "ID", kind: .application)],
    options: [.json],
    notes: """
      The application's other preferences stay; nightctl prefs delete --app ID --all deletes those
      too.
      """,
    run: ApplicationCommands.removeApplication
  )

  func applications(_ invocation: Invocation) throws(Failure) {
    let (all, themes) = try ask { (client) throws(ClientError) in
      (try client.applications(), try client.applicationThemes())
    }
    // An application whose choice is `follow` has no style of its own.
    let follow = ApplicationChoice.follow.rawValue
    guard !invocation.has(.json) else {
      let styles = all.filter { $0.choice != follow }
        .map { JSON.Member(name: $0.application, value: .string($0.choice)) }
      let own = themes.map { application, slots in
        JSON.Member(
          name: application,
          value: .object(
            ThemeSlot.all.compactMap { slot in
              slots[slot].map { .init(name: slot.option, value: .string($0)) }
            }
          )
        )
      }
      return try output.json(
        .object([
          .init(name: "applications", value: .object(styles)),
          .init(name: "themes", value: .object(own)),
        ])
      )
    }
    let rows = all.compactMap { application, choice -> (String, String)? in
      let own = themes.first { $0.application.isSameText(as: application) }?.themes ?? [:]
      guard choice != follow || !own.isEmpty else { return nil }
      return (choice, application + ApplicationMessages.ownThemes(own))
    }
    let width = rows.map(\.0.count).max() ?? 0
    try output.list(
      rows.map { $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
    )
  }

  func removeApplication(_ invocation: Invocation) throws(Failure) {
    let key = try invocation.key(PreferenceTable.choice, of: invocation.operand ?? "")
    let (all, themes) = try ask { (client) throws(ClientError) in
      (try client.applications(), try client.applicationThemes())
    }
    // Delete only the theme keys that are set for the application, because its other theme keys may
    // be locked.
    let own = themes.first { $0.application.isSameText(as: key.application) }?.themes ?? [:]
    let slots = ThemeSlot.all.filter { own[$0] != nil }.map { $0.preference(of: key.application) }
    try WritePreference(nightctl: nightctl).delete(
      ([key] + slots).map { PreferenceEdit($0, nil) },
      invocation
    ) {
      ApplicationMessages.noOwnStyle(of: key.application, all.map(\.application))
    }
  }
}

/// Messages about the applications' own styles and themes.
enum ApplicationMessages {
  /// Says why `apps remove` has removed nothing.
  ///
  /// `known` are the applications that have a style in any layer.
  static func noOwnStyle(of application: String, _ known: [String]) -> String {
    guard !known.contains(application) else {
      return
        "\(Excerpt(application)) gets its style from a file; nothing was changed; to see "
        + "which file, run nightctl prefs explain choice --app \(ShellWord.of(application))"
    }
    let hint = Messages.meant(application, known)
    return
      "\(Excerpt(application)) had no style or theme of its own; nothing was changed"
      + (hint.isEmpty ? "; to list the applications that have one, run nightctl apps" : hint)
  }

  /// The text at the end of an application's line; it lists the application's own themes, as in `,
  /// with lagoon for dark`.
  static func ownThemes(_ themes: [ThemeSlot: String]) -> String {
    let names = ThemeSlot.all.compactMap { slot in
      themes[slot].map { "\(Messages.plain($0)) for \(Messages.slot(slot))" }
    }
    return names.isEmpty ? "" : ", with \(Messages.listed(names, or: "and"))"
  }
}
