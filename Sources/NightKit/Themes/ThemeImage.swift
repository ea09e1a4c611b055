import NightCore

/// Pictures of one thing: files for each state that it can be in and each scale of the screen.
public struct ThemeImage: Equatable, Sendable {
  /// One of the files.
  public struct Picture: Equatable, Sendable {
    /// The state of the thing that it is of.
    public let state: ThemeState
    /// How many pixels of the screen one of its points has: 1 to 4.
    public let scale: Int
    /// Its whole path.
    public let file: String

    /// A picture of the program's own.
    public init(_ file: String, state: ThemeState = .normal, scale: Int = 1) {
      self.state = state
      self.scale = scale
      self.file = file
    }
  }

  /// All of them, in the order of the theme's file.
  public let pictures: [Picture]

  /// An image of the program's own.
  public init(_ pictures: [Picture]) { self.pictures = pictures }

  /// An image of the program's own, the same file for every state and scale.
  public init(_ file: String) { self.init([Picture(file)]) }

  /// The file for a state and a scale.
  ///
  /// Without one of that state, one of the normal state serves, and then any. Of the scales it is that
  /// one, else the next finer, else the finest there is.
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

/// What a thing on the screen is in: a picture, a colour or any other value may be one state's own.
public struct ThemeState: Hashable, Sendable, ExpressibleByStringLiteral {
  /// As a theme's file names it.
  public let name: String

  /// A state of any name.
  public init(_ name: String) { self.name = name }

  /// A state of any name.
  public init(stringLiteral name: String) { self.init(name) }

  /// As it usually is.
  public static let normal = ThemeState("normal")
  /// While it is pressed.
  public static let pressed = ThemeState("pressed")
  /// While it cannot be used.
  public static let disabled = ThemeState("disabled")
  /// While the pointer is over it.
  public static let hovered = ThemeState("hovered")
  /// While it has the keyboard.
  public static let focused = ThemeState("focused")
  /// While it is chosen among others.
  public static let selected = ThemeState("selected")
}
