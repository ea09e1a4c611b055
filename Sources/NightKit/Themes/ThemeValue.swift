import NightCore

/// A type of value that a theme can have.
///
/// Your own types can conform too, if you make them from the theme's values.
///
/// ```swift
/// extension Pen: ThemeValue {
///   static func find(_ name: String, in theme: Theme) -> Pen? { theme.color(name).map(Pen.init) }
/// }
/// ```
public protocol ThemeValue: Sendable {
  /// Looks up the value of this type in a theme.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file. The name may end with a state, such as
  ///     `primary-pressed`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The value; nil if the theme has no value of this name and type.
  static func find(_ name: String, in theme: Theme) -> Self?
}

extension Color: ThemeValue {
  /// Looks up a colour in a theme.
  ///
  /// - Parameters:
  ///   - name: The role of the colour, such as `surface`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The colour; nil if the theme has no colour for this role.
  public static func find(_ name: String, in theme: Theme) -> Color? { theme.color(name) }
}

extension ThemeImage: ThemeValue {
  /// Looks up an image in a theme.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `logo`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The image; nil if the theme has no image of this name.
  public static func find(_ name: String, in theme: Theme) -> ThemeImage? { theme.image(name) }
}

extension ThemeFont: ThemeValue {
  /// Looks up a font in a theme.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `heading`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The font; nil if the theme has no font of this name.
  public static func find(_ name: String, in theme: Theme) -> ThemeFont? { theme.font(name) }
}

extension Double: ThemeValue {
  /// Looks up a number in a theme, such as an alpha or a width.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `radius`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The number; nil if the theme has no number of this name.
  public static func find(_ name: String, in theme: Theme) -> Double? { theme.number(name) }
}

extension Int: ThemeValue {
  /// Looks up an integer in a theme.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `columns`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The integer; nil if the theme has no integer of this name.
  public static func find(_ name: String, in theme: Theme) -> Int? {
    theme.number(name).flatMap(Int.init(exactly:))
  }
}

extension String: ThemeValue {
  /// Looks up a string in a theme.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `greeting`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The string; nil if the theme has no string of this name.
  public static func find(_ name: String, in theme: Theme) -> String? { theme.string(name) }
}

extension Bool: ThemeValue {
  /// Looks up a Boolean in a theme.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `isFlat`.
  ///   - theme: The theme to search, with everything that it inherits.
  /// - Returns: The Boolean; nil if the theme has no Boolean of this name.
  public static func find(_ name: String, in theme: Theme) -> Bool? { theme.bool(name) }
}

/// A font that a theme describes; if a member is nil, keep your program's own family or size.
public struct ThemeFont: Equatable, Sendable {
  /// The name of the font family, such as `monospace`.
  public var family: String?
  /// The font size in points.
  public var size: Double?

  /// Makes a font from your own values, such as the default of a key.
  ///
  /// - Parameters:
  ///   - family: The name of the font family, such as `monospace`; nil to keep the program's own.
  ///   - size: The size in points; nil to keep the program's own.
  public init(family: String? = nil, size: Double? = nil) {
    self.family = family
    self.size = size
  }

  init(_ font: NightCore.ThemeFont) { self.init(family: font.family, size: font.size) }
}

/// An image in a theme; it can have a file for each state of an element and each screen scale.
public struct ThemeImage: Equatable, Sendable {
  /// One file of the image.
  public struct Picture: Equatable, Sendable {
    /// The state in which an element uses the file, such as `pressed`.
    public let state: ThemeState
    /// The screen scale that the file is for, in pixels per point: 1 to 4.
    public let scale: Int
    /// The absolute path of the file.
    public let file: String

    /// Makes a picture from one of your own files.
    ///
    /// - Parameters:
    ///   - file: The absolute path of the file.
    ///   - state: The state in which an element uses the file.
    ///   - scale: The screen scale that the file is for, in pixels per point: 1 to 4.
    public init(_ file: String, state: ThemeState = .normal, scale: Int = 1) {
      self.state = state
      self.scale = scale
      self.file = file
    }
  }

  /// All files of the image, in the order in which the theme's file lists them.
  public let pictures: [Picture]

  /// Makes an image from your own pictures.
  ///
  /// - Parameter pictures: The files for the different states and scales, in any order.
  public init(_ pictures: [Picture]) { self.pictures = pictures }

  /// Makes an image from one of your own files, used for every state and scale.
  ///
  /// - Parameter file: The absolute path of the file.
  public init(_ file: String) { self.init([Picture(file)]) }

  /// The path of the best file for a state and a scale, or nil if the image has no files.
  ///
  /// If the image has no file for the state, the search uses the files of the normal state. If the
  /// image has no file for the normal state either, the search uses all files. Among the searched
  /// files, a file for the same scale is best, then one for the next larger scale, then one for the
  /// largest scale.
  ///
  /// - Parameters:
  ///   - state: The state of the element.
  ///   - scale: The scale of the screen, in pixels per point.
  /// - Returns: The path of the file.
  public func file(_ state: ThemeState = .normal, scale: Int = 1) -> String? {
    func of(_ state: ThemeState) -> [Picture] { pictures.filter { $0.state == state } }
    let choices = [of(state), of(.normal), pictures].first { !$0.isEmpty } ?? []
    let fine = choices.filter { $0.scale >= scale }.min { $0.scale < $1.scale }
    return (fine ?? choices.max { $0.scale < $1.scale })?.file
  }

  init(_ image: NightCore.ThemeImage) {
    self.init(
      image.pictures.map { Picture($0.file, state: ThemeState($0.state), scale: $0.scale) }
    )
  }
}

/// The state of an element on the screen; a theme may have separate values for each state.
public struct ThemeState: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the state in a theme's file.
  public let name: String

  /// Makes a state of your own.
  ///
  /// - Parameter name: The name of the state in a theme's file, such as `dragged`; any name may be
  ///   used.
  public init(_ name: String) { self.name = name }

  /// Makes a state of your own from a string literal, such as `"dragged"`.
  ///
  /// - Parameter name: The name of the state in a theme's file; any name may be used.
  public init(stringLiteral name: String) { self.init(name) }

  /// The normal state, which an element has if no other state applies to it.
  public static let normal = ThemeState("normal")
  /// The element is being pressed.
  public static let pressed = ThemeState("pressed")
  /// The element cannot be used now.
  public static let disabled = ThemeState("disabled")
  /// The pointer is over the element.
  public static let hovered = ThemeState("hovered")
  /// The element has the keyboard focus.
  public static let focused = ThemeState("focused")
  /// The element is selected, alone or with other elements.
  public static let selected = ThemeState("selected")
}
