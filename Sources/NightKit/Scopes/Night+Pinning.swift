import NightClient
import NightCore

/// Parts of a program that go their own way: one window that stays light.
extension Night {
  /// A `Night` whose style never changes; contrast, and the theme that serves that style, are followed.
  ///
  /// Whatever it dresses goes on for as long as the `Night` that it was pinned from is kept. The first
  /// one waits for its theme, two seconds at most.
  public func pinned(to style: Style) -> Night {
    pinned(.style(style.core), appearance.withBuiltIn(style))
  }

  /// A `Night` whose theme never changes; where it is edited, that is followed.
  ///
  /// Where there is no such theme, the built-in one of the present style serves, and that is logged.
  public func pinned(toTheme name: String) -> Night {
    let builtIn = BuiltInThemes.fact(name).map { Theme(.builtIn($0.name)) }
    var pinned = appearance
    pinned.theme = builtIn ?? .builtIn(pinned.style, isHighContrast: pinned.isHighContrast)
    pinned.style = pinned.theme.style
    return self.pinned(.theme(name), pinned)
  }

  private func pinned(_ subject: Subject, _ appearance: Appearance) -> Night {
    if let desk { return desk.pinned(subject, appearance, of: self) }
    guard let engine else { return self }
    let pinned = engine.pinned(subject, appearance, of: self)
    pinned.channel.waitUntilKnown(.seconds(2))
    return pinned
  }
}

extension Appearance {
  /// The same in a style, with the theme that is built in for it.
  func withBuiltIn(_ style: Style) -> Appearance {
    var appearance = self
    appearance.style = style
    appearance.theme = .builtIn(style, isHighContrast: isHighContrast)
    return appearance
  }
}
