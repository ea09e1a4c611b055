/// Builds the themes of AppTheme's file after resolving the themes' parents.
extension AppThemeReader {
  private func place(of name: String) -> Int? { places[Array(name.utf8)] }

  mutating func checkParents() {
    for theme in found {
      guard let parent = theme.parent, place(of: parent) == nil else { continue }
      result.add(
        .error,
        theme.parentPosition,
        "the parent \(MessageText.quoted(parent)) is not a theme in this file"
          + MessageText.didYouMean(NearestWord.to(parent, among: found.map(\.name)))
      )
    }
    // The state of each theme: 0 is not visited, 1 is on the current path, 2 is done.
    var marks = Array(repeating: 0, count: found.count)
    for start in found.indices {
      var trail: [Int] = []
      var at: Int? = start
      while let index = at, marks[index] == 0 {
        marks[index] = 1
        trail.append(index)
        at = found[index].parent.flatMap(place(of:))
      }
      if let index = at, marks[index] == 1, let begin = trail.firstIndex(of: index) {
        let loop = ThemeFinding.loop((trail[begin...] + [index]).map { found[$0].name })
        result.add(
          .error,
          found[trail[trail.count - 1]].parentPosition,
          "the parents form a loop: \(loop)"
        )
      }
      for index in trail { marks[index] = 2 }
    }
    if result.isValid { checkDepth() }
  }

  /// Reports a theme with too many ancestors, before any theme is built.
  private mutating func checkDepth() {
    for theme in found {
      var count = 0
      var at = theme.parent.flatMap(place(of:))
      while let index = at, count <= ThemeLine.maximumAncestors {
        count += 1
        at = found[index].parent.flatMap(place(of:))
      }
      // The built-in theme at the end of each chain of parents is one more ancestor.
      guard count >= ThemeLine.maximumAncestors else { continue }
      result.add(
        .error,
        theme.parentPosition,
        "the theme \(MessageText.quoted(theme.name)) has more than \(ThemeLine.maximumAncestors) ancestors"
      )
      return
    }
  }

  // MARK: - Themes

  /// The style that the theme's name declares, or otherwise the style that the nearest ancestor's
  /// name declares; nil if no name declares a style.
  private func namedStyle(_ theme: RawTheme) -> Style? {
    var next: RawTheme? = theme
    var count = 0
    while let theme = next, count <= ThemeLine.maximumAncestors {
      if let style = theme.style { return style }
      next = theme.parent.flatMap(place(of:)).map { found[$0] }
      count += 1
    }
    return nil
  }

  /// The theme's style, taken from the theme's name, an ancestor's name, the background or a
  /// child's name.
  private mutating func style(_ theme: RawTheme, _ background: Background?) -> Style {
    if let style = result.style ?? namedStyle(theme) { return style }
    let child = found.first {
      $0.style != nil && $0.parent.map { $0.isSameText(as: theme.name) } == true
    }
    guard background == nil, let child, let style = child.style else {
      return result.style(of: theme.name, background: background, theme.position)
    }
    result.add(
      .note,
      theme.position,
      "\(MessageText.quoted(theme.name)) declares no style and is read as \(style.rawValue), like "
        + "its child \(MessageText.quoted(child.name))"
    )
    return style
  }

  /// Builds a theme and adds it to the result.
  ///
  /// `backgrounds` has each theme's own background, and is empty if the user gave the style.
  mutating func add(_ theme: RawTheme, _ backgrounds: [Background?]) {
    var background: Background?
    var at = backgrounds.isEmpty ? nil : place(of: theme.name)
    while background == nil, let index = at {
      background = backgrounds[index]
      at = found[index].parent.flatMap(place(of:))
    }
    let parent = theme.parent.flatMap(place(of:)).map { found[$0].ownName }
    var file = ThemeFile(
      name: theme.ownName,
      style: style(theme, background),
      parent: parent
    )
    file.parentPosition = theme.parentPosition
    file.entries = theme.entries
    result.themes.append(file)
  }
}
