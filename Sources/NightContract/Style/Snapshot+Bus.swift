package import NightBus
package import NightCore
import NightValues

extension Snapshot {
  /// The values that `Get` and `Set` reply with, and that the `Changed` signal contains.
  package static let arguments = [
    Argument("style", .string), Argument("serial", .uint64),
    Argument("appearance", .dictionary(.string, .variant)),
  ]

  package var values: [BusValue] {
    [.string(appearance.style.rawValue), .uint64(serial), appearance.bus]
  }

  /// Reads the values of `Get`, `Set` and `Changed`; nil if the values have another form.
  package init?(_ values: [BusValue]) {
    guard values.count == 3, case .string(let word) = values[0],
      case .uint64(let serial) = values[1],
      let style = Style(rawValue: word), let members = values[2].asOptions
    else { return nil }
    var appearance = Appearance.blank
    appearance.style = style
    appearance.theme = style.builtInTheme
    guard appearance.read(BusFields(members)) else { return nil }
    self.init(serial: serial, appearance: appearance)
  }
}

extension Accent {
  package var bus: BusValue { .structure([red, green, blue].map(BusValue.double)) }

  package init?(_ value: BusValue) {
    guard case .structure(let parts) = value, parts.count == 3, case .double(let red) = parts[0],
      case .double(let green) = parts[1],
      case .double(let blue) = parts[2], let accent = SourceFacts.accent(red, green, blue)
    else { return nil }
    self = accent
  }
}
