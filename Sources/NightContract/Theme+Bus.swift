package import NightBus
package import NightCore

private let picture = BusType.structure([.string, .uint32, .string])

extension Theme {
  /// The keys of the dictionaries that describe a theme and its values.
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

extension Theme {
  /// The maximum number of values in a theme; no daemon sends more, so a longer reply is invalid.
  private static let mostValues = 65_536

  /// Reads a theme from the reply of `Resolve`; nil if the reply's values have another form.
  ///
  /// In the reply, the paths of images are absolute.
  package init?(facts: BusValue, values: BusValue) {
    guard let members = facts.asOptions, let name = members[Key.name]?.asString,
      let style = members[Key.style]?.asString.flatMap(Style.init),
      case .array(_, let rows) = values, rows.count <= Self.mostValues
    else { return nil }
    self.init(
      name: name,
      style: style,
      origin: members[Key.origin]?.asString.flatMap(ThemeText.Origin.init) ?? .system,
      description: members[Key.description]?.asString,
      author: members[Key.author]?.asString,
      ancestors: members[Key.ancestors]?.asStrings ?? [],
      entries: rows.compactMap(Entry.init),
      digest: members[Key.digest]?.asString ?? "",
      folders: [:]
    )
  }
}

extension Theme.Entry {
  /// Reads one value of a theme; nil if this version does not know the value's kind.
  fileprivate init?(_ row: BusValue) {
    guard let members = row.asOptions,
      let kind = members[Theme.Key.kind]?.asString.flatMap(ThemeKind.init),
      let name = members[Theme.Key.name]?.asString,
      let value = members[Theme.Key.value].flatMap({ ThemeValue($0, of: kind) })
    else { return nil }
    self.init(
      ThemeKey(kind, name),
      value,
      description: members[Theme.Key.description]?.asString,
      definedBy: members[Theme.Key.giver]?.asString ?? ""
    )
  }
}

extension ThemeValue {
  fileprivate init?(_ value: BusValue, of kind: ThemeKind) {
    switch (kind, value) {
    case (.color, .structure(let parts)):
      let numbers = parts.compactMap(\.asDouble)
      guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
      self = .color(
        Color(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
      )
    case (.image, .array(_, let rows)):
      self = .image(ThemeImage(rows.compactMap(ThemeImage.Picture.init)))
    case (.font, .structure(let parts)):
      guard parts.count == 2, let family = parts[0].asString, let size = parts[1].asDouble else {
        return nil
      }
      self = .font(
        ThemeFont(
          family: family.isEmpty ? nil : family,
          size: size > 0 && size.isFinite ? size : nil
        )
      )
    case (.number, .double(let number)) where number.isFinite: self = .number(number)
    case (.string, .string(let text)): self = .string(text)
    case (.bool, .boolean(let bool)): self = .bool(bool)
    case (.label, _), (.button, _), (.view, _):
      guard let sheet = ThemeSheet(value, of: kind) else { return nil }
      self = .sheet(sheet)
    default: return nil
    }
  }
}

extension ThemeImage.Picture {
  fileprivate init?(_ row: BusValue) {
    guard case .structure(let parts) = row, parts.count == 3, let state = parts[0].asString,
      let scale = parts[1].asUInt32, let file = parts[2].asString
    else { return nil }
    self.init(state: state, scale: Int(scale), file: file)
  }
}

extension ThemeSheet {
  fileprivate init?(_ value: BusValue, of kind: ThemeKind) {
    guard case .dictionary(_, _, let entries) = value else { return nil }
    self.init(
      entries.compactMap { entry in
        guard let name = entry.key.asString, case .variant(let value) = entry.value else {
          return nil
        }
        switch value {
        case .double(let number) where number.isFinite: return Field(name, .number(number))
        case .boolean(let bool): return Field(name, .bool(bool))
        case .string(let text):
          return Field(name, Self.takesKeyword(name, of: kind) ? .word(text) : .reference(text))
        default: return nil
        }
      }
    )
  }
}

extension BusValue {
  fileprivate var asDouble: Double? {
    guard case .double(let number) = self else { return nil }
    return number
  }
}
