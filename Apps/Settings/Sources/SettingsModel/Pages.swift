/// The descriptions of all pages, which follow from the state alone.
extension Settings {
  package func page(_ id: PageID, _ context: Context) -> Page {
    switch id {
    case .style: stylePage(context)
    case .schedule: schedulePage(context)
    case .programs: programsPage(context)
    case .themes: themesPage(context)
    case .problems: problemsPage(context)
    case .undo: undoPage(context)
    }
  }

  /// The page's name in the list of pages.
  package static func title(_ id: PageID, _ tr: Language) -> String {
    switch id {
    case .style: tr("Style")
    case .schedule: tr("Schedule")
    case .programs: tr("Programs")
    case .themes: tr("Themes")
    case .problems: tr("Problems")
    case .undo: tr("Undo")
    }
  }

  static func symbol(_ id: PageID) -> String {
    switch id {
    case .style: "night-light-symbolic"
    case .schedule: "daytime-sunset-symbolic"
    case .programs: "applications-system-symbolic"
    case .themes: "preferences-color-symbolic"
    case .problems: "dialog-warning-symbolic"
    case .undo: "edit-undo-symbolic"
    }
  }

  /// A page that waits for its report, or says why there is no report.
  func blank(_ id: PageID, _ context: Context) -> Page {
    let tr = context.tr
    var page = Page(id: id, title: Self.title(id, tr), symbol: Self.symbol(id))
    guard let failure = failures[id] else {
      page.status = StatusPage(
        symbol: page.symbol,
        title: tr("One moment"),
        text: "",
        isWaiting: true
      )
      return page
    }
    let title =
      switch failure {
      case .unreachable: tr("nightd cannot be reached")
      case .noAnswer: tr("nightd does not answer")
      case .noProgram: tr("nightd is not installed")
      case .refused, .malformed, .noFile: tr("Something went wrong")
      }
    page.status = StatusPage(
      symbol: "dialog-warning-symbolic",
      title: title,
      text: sentence(failure, context),
      button: Button(tr("Try Again"), look: .suggested, .reload)
    )
    return page
  }

  /// A page with groups; a notice above them names the lock of one of `keys`.
  func filled(_ id: PageID, lockedBy keys: [String], _ context: Context, _ groups: [Group]) -> Page
  {
    var page = Page(id: id, title: Self.title(id, context.tr), symbol: Self.symbol(id))
    page.groups = groups
    // The old contents stay while nightd is away, but the page says so.
    let lock = keys.lazy.compactMap { preferences.locks[$0] }.first
    let notice =
      failures[id].map { sentence($0, context) }
      ?? lock.map {
        context.tr("An administrator has locked these settings in {place}.", ["place": $0])
      }
    if let notice {
      let symbol = failures[id] == nil ? "system-lock-screen-symbolic" : "dialog-warning-symbolic"
      page.groups.insert(Group("notice", [Row("notice", notice, symbol: symbol)]), at: 0)
    }
    return page
  }

  /// After an undo, a group with the button that lets nightd change other programs again.
  func allowGroup(_ tr: Language) -> [Group] {
    guard preferences.keepsOff else { return [] }
    let allow = Button(tr("Allow"), spoken: tr("Let nightd change programs"), .run(.allowPrograms))
    let row = Row(
      "allow",
      tr("nightd may not change other programs"),
      text: tr("You have undone all changes."),
      .buttons([allow])
    )
    return [Group("allow", [row])]
  }
}
