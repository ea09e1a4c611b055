import NightCore
import NightValues

/// The accent colours of GNOME 47 and later, by their names in its settings.
enum GnomeAccent {
  /// The colours that its own programs paint; nil for a name that it does not have.
  static func color(_ name: String) -> Accent? {
    switch name {
    case "blue": color(0x35, 0x84, 0xE4)
    case "teal": color(0x21, 0x90, 0xA4)
    case "green": color(0x3A, 0x94, 0x4A)
    case "yellow": color(0xC8, 0x88, 0x00)
    case "orange": color(0xED, 0x5B, 0x00)
    case "red": color(0xE6, 0x2D, 0x42)
    case "pink": color(0xD5, 0x61, 0x99)
    case "purple": color(0x91, 0x41, 0xAC)
    case "slate": color(0x6F, 0x83, 0x96)
    default: nil
    }
  }

  private static func color(_ red: Double, _ green: Double, _ blue: Double) -> Accent {
    Accent(red: red / 255, green: green / 255, blue: blue / 255)
  }
}
