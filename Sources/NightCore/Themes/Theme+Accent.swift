extension Theme {
  /// The accent colour of who leaves it to the theme: its role `accent`, else `primary`.
  package var accent: Color? {
    guard let role = color("accent") ?? color("primary") else { return nil }
    // An accent is opaque: what would shine through is laid on the background.
    let paper: Double = style == .light ? 1 : 0
    let ground = (color("background") ?? Color(red: paper, green: paper, blue: paper))
    return role.over(ground)
  }
}
