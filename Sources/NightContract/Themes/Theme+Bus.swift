package import NightBus
import NightCore
package import NightThemes
import NightValues

private let picture = BusType.structure([.string, .uint32, .string])

extension Theme {
  /// The keys in the dictionaries that describe a theme and its values.
  enum Key {
    static let name = "name"
    static let style = "style"
    static let origin = "origin"
    static let digest = "digest"
    static let ancestors = "ancestors"
    static let description = "description"
    static let author = "author"
    static let kind = "kind"
    static let giver = "from"
    static let value = "value"
    static let text = "text"
  }

  package var facts: BusValue {
    var members: [(String, BusValue)] = [
      (Key.name, .string(name)), (Key.style, .string(style.rawValue)),
      (Key.origin, .string(origin.rawValue)), (Key.digest, .string(digest)),
      (Key.ancestors, .strings(ancestors)),
    ]
    if let description { members.append((Key.description, .string(description))) }
    if let author { members.append((Key.author, .string(author))) }
    return .options(members)
  }

  package func bus(_ entry: Entry) -> BusValue {
    var members: [(String, BusValue)] = [
      (Key.kind, .string(entry.key.kind.rawValue)), (Key.name, .string(entry.key.name)),
      (Key.giver, .string(entry.definedBy)), (Key.value, bus(entry.value, of: entry.definedBy)),
    ]
    if case .color(let color) = entry.value { members.append((Key.text, .string(color.text))) }
    if let description = entry.description {
      members.append((Key.description, .string(description)))
    }
    return .options(members)
  }

  private func bus(_ value: ThemeValue, of theme: String) -> BusValue {
    switch value {
    case .color(let color):
      .structure([color.red, color.green, color.blue, color.alpha].map(BusValue.double))
    case .image(let image):
      .array(
        picture,
        image.pictures.map { picture in
          let path = folders[theme].map { "\($0)/\(picture.file)" } ?? picture.file
          return .structure([
            .string(picture.state), .uint32(UInt32(picture.scale)), .string(path),
          ])
        }
      )
    case .font(let font):
      .structure([.string(font.family ?? ""), .double(font.size ?? 0)])
    case .number(let number): .double(number)
    case .string(let text): .string(text)
    case .bool(let bool): .boolean(bool)
    case .sheet(let sheet):
      .options(
        sheet.fields.map { field in
          let value: BusValue =
            switch field.value {
            case .reference(let name): .string(name)
            case .number(let number): .double(number)
            case .bool(let bool): .boolean(bool)
            case .word(let word): .string(word)
            }
          return (field.name, value)
        }
      )
    }
  }
}
