extension ThemeFile {
  /// The theme's own file; read again it is the same theme.
  package var text: String {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(name)),
      .init(name: "style", value: .string(style.rawValue)),
    ]
    func add(_ name: String, _ text: String?) {
      if let text { members.append(.init(name: name, value: .string(text))) }
    }
    add("parent", parent)
    add("description", description)
    add("author", author)
    if !palette.isEmpty {
      let colors = palette.map { entry in
        JSON.Member(name: entry.name, value: Self.json(entry.term, entry.description))
      }
      members.append(.init(name: "palette", value: .object(colors)))
    }
    var kinds: [ThemeKind] = []
    for entry in entries where !kinds.contains(entry.key.kind) { kinds.append(entry.key.kind) }
    for kind in kinds {
      let values = entries.filter { $0.key.kind == kind }.map { entry in
        JSON.Member(name: entry.key.name, value: Self.json(entry))
      }
      members.append(.init(name: kind.section, value: .object(values)))
    }
    return JSON.object(members).text(pretty: true)
  }

  private static func json(_ entry: Entry) -> JSON {
    switch entry.written {
    case .color(let term): json(term, entry.description)
    case .value(let value): json(value)
    }
  }

  private static func json(_ term: ColorTerm, _ description: String?) -> JSON {
    let color: JSON =
      switch term.base {
      case .color(let color): .string(color.exactText)
      case .reference(let name): .string("@" + name)
      }
    guard term.alpha != 1 || description != nil else { return color }
    var members = [JSON.Member(name: "color", value: color)]
    if term.alpha != 1 { members.append(.init(name: "alpha", value: .double(term.alpha))) }
    if let description { members.append(.init(name: "description", value: .string(description))) }
    return .object(members)
  }

  private static func json(_ value: ThemeValue) -> JSON {
    switch value {
    case .color(let color): .string(color.exactText)
    case .image(let image): json(image)
    case .font(let font):
      .object(
        [
          font.family.map { JSON.Member(name: "family", value: .string($0)) },
          font.size.map { JSON.Member(name: "size", value: .double($0)) },
        ].compactMap { $0 }
      )
    case .number(let number): .double(number)
    case .string(let text): .string(text)
    case .bool(let bool): .bool(bool)
    case .sheet(let sheet):
      .object(
        sheet.fields.map { field in
          let value: JSON =
            switch field.value {
            case .reference(let name): .string(name)
            case .number(let number): .double(number)
            case .bool(let bool): .bool(bool)
            case .word(let word): .string(word)
            }
          return .init(name: field.name, value: value)
        }
      )
    }
  }

  /// By state and scale, so that nothing is added for what stands beside the files.
  private static func json(_ image: ThemeImage) -> JSON {
    var states: [String] = []
    for picture in image.pictures where !states.contains(picture.state) {
      states.append(picture.state)
    }
    return .object(
      states.map { state in
        let pictures = image.pictures.filter { $0.state == state }
        return .init(
          name: state,
          value: .object(
            pictures.map { .init(name: String($0.scale), value: .string($0.file)) }
          )
        )
      }
    )
  }
}
