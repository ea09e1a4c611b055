extension Settings {
  /// The themes that fit the search: those in use first, then in nightd's order.
  var visibleThemes: [ThemesReport.Theme] {
    let words = themeSearch.lowercased()
    let found = (themes?.themes ?? []).filter {
      words.isEmpty || $0.name.lowercased().contains(words)
        || ($0.description ?? "").lowercased().contains(words)
    }
    return found.filter { !$0.slots.isEmpty } + found.filter { $0.slots.isEmpty }
  }

  func themesPage(_ context: Context) -> Page {
    guard themes != nil else { return blank(.themes, context) }
    let tr = context.tr
    let all = visibleThemes
    let shown = all.prefix(shownThemes)
    var groups = [
      Group("search", [Row("search", tr("Search themes"), .search(themeSearch, .searchThemes))])
    ]
    for style in Style.allCases {
      let cards = shown.filter { $0.style == style }.map { card($0, style, tr) }
      guard !cards.isEmpty else { continue }
      groups.append(
        Group(
          style.rawValue,
          style == .light ? tr("Light themes") : tr("Dark themes"),
          [Row("cards", "", .cards(cards))]
        )
      )
    }
    let broken = shown.filter { $0.style == nil || $0.flaw != nil }
    if !broken.isEmpty {
      groups.append(
        Group(
          "broken",
          tr("Themes with mistakes"),
          broken.map {
            Row($0.name, $0.name, text: $0.flaw ?? "", symbol: "dialog-warning-symbolic")
          }
        )
      )
    }
    if all.count > shown.count {
      let values = ["count": "\(all.count - shown.count)"]
      groups.append(
        Group(
          "more",
          [
            Row(
              "more",
              tr("{count} more themes", values),
              .buttons([Button(tr("Show More"), .showMore)])
            )
          ]
        )
      )
    } else if all.isEmpty {
      groups.append(Group("none", text: tr("No theme has this name."), []))
    }
    let values = [
      tr("A theme, a colour scheme or an archive; a picture makes two themes from its colours."),
      tr("You can also drop files on this page."),
    ]
    groups.append(
      Group(
        "import",
        [
          Row(
            "import",
            tr("Import themes"),
            text: values.joined(separator: " "),
            .buttons([
              Button(tr("Choose…"), spoken: tr("Choose files to import"), .chooseFiles)
            ])
          )
        ]
      )
    )
    var page = filled(.themes, lockedBy: ["theme.light", "theme.dark"], context, groups)
    page.acceptsFiles = true
    return page
  }

  private func card(_ theme: ThemesReport.Theme, _ style: Style, _ tr: Language) -> Card {
    let known = colors[theme.name]
    let contrast = known?.contrasts.filter {
      $0.role.hasSuffix("urface") || $0.role == "background"
    }
    .map(\.contrast).min()
    let tenths = contrast.map { Int(($0 * 10).rounded(.down)) }
    let number = tenths.map { "\($0 / 10).\($0 % 10)" }
    let isChosen = theme.slots.contains(style.rawValue)
    let text = number.map { tr("Contrast {number}", ["number": $0]) } ?? ""
    return Card(
      name: theme.name,
      text: text,
      spoken: isChosen
        ? tr("{theme}, in use. {contrast}", ["theme": theme.name, "contrast": text])
        : tr("{theme}. {contrast}", ["theme": theme.name, "contrast": text]),
      isChosen: isChosen,
      isEnabled: theme.flaw == nil && preferences.locks["theme." + style.rawValue] == nil,
      intent: .run(.setTheme(style, theme.name)),
      colors: known.map { known in
        Dictionary(
          known.values.compactMap { value in value.color.map { (value.name, $0) } },
          uniquingKeysWith: { first, _ in first }
        )
      } ?? [:]
    )
  }
}
