import NightCore

extension Theme {
  /// The names are those of the bus.
  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(name)),
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "origin", value: .string(origin.rawValue)),
      .init(name: "digest", value: .string(digest)),
      .init(name: "ancestors", value: .array(ancestors.map(JSON.string))),
    ]
    if let description { members.append(.init(name: "description", value: .string(description))) }
    if let author { members.append(.init(name: "author", value: .string(author))) }
    members.append(.init(name: "values", value: .array(entries.map(\.json))))
    let pairs = ThemeCheck.pairs(self).map { pair in
      JSON.object([
        .init(name: "role", value: .string(pair.role)),
        .init(name: "on", value: .string(pair.onRole)),
        .init(name: "contrast", value: .double(pair.contrast)),
      ])
    }
    return .object(members + [.init(name: "contrasts", value: .array(pairs))])
  }
}

extension Theme.Entry {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "kind", value: .string(key.kind.rawValue)),
      .init(name: "name", value: .string(key.name)),
      .init(name: "from", value: .string(definedBy)),
      .init(name: "value", value: value.json),
    ]
    if let description { members.append(.init(name: "description", value: .string(description))) }
    return .object(members)
  }
}

extension ThemeValue {
  fileprivate var json: JSON {
    switch self {
    case .color(let color): .string(color.text)
    case .image(let image):
      .array(
        image.pictures.map { picture in
          .object([
            .init(name: "state", value: .string(picture.state)),
            .init(name: "scale", value: .integer(Int64(picture.scale))),
            .init(name: "path", value: .string(picture.file)),
          ])
        }
      )
    case .font(let font):
      .object(
        (font.family.map { [.init(name: "family", value: .string($0))] } ?? [])
          + (font.size.map { [.init(name: "size", value: .double($0))] } ?? [])
      )
    case .number(let number): .double(number)
    case .string(let text): .string(text)
    case .bool(let bool): .bool(bool)
    case .sheet(let sheet):
      .object(sheet.fields.map { .init(name: $0.name, value: $0.value.json) })
    }
  }
}

extension ThemeSheet.Value {
  fileprivate var json: JSON {
    switch self {
    case .reference(let name), .word(let name): .string(name)
    case .number(let number): .double(number)
    case .bool(let bool): .bool(bool)
    }
  }
}
