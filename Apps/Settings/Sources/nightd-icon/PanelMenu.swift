import IconModel
import NightBus

extension InterfaceName {
  static let menu: InterfaceName = "com.canonical.dbusmenu"
}

/// The icon's menu, as the panels' libraries libdbusmenu-glib and dbusmenu-qt ask for it.
///
/// The root has the ID 0; its children are the items, which have no children.
extension Interface<IconProgram> {
  static let menu = Interface(
    .menu,
    properties: [
      Property("Version", .uint32, .constant) { _ in .uint32(3) },
      Property("TextDirection", .string, .constant) { _ in .string("ltr") },
      Property("Status", .string, .constant) { _ in .string("normal") },
      Property("IconThemePath", .array(.string), .constant) { _ in .strings([]) },
    ],
    methods: [
      Method(
        "GetLayout",
        [
          Argument("parentId", .int32), Argument("recursionDepth", .int32),
          Argument("propertyNames", .array(.string)),
        ],
        gives: [Argument("revision", .uint32), Argument("layout", .structure(MenuNode.types))],
        IconProgram.layout
      ),
      Method(
        "GetGroupProperties",
        [Argument("ids", .array(.int32)), Argument("propertyNames", .array(.string))],
        gives: [Argument("properties", .array(.structure([.int32, MenuNode.options])))],
        IconProgram.groupProperties
      ),
      Method(
        "GetProperty",
        [Argument("id", .int32), Argument("name", .string)],
        gives: [Argument("value", .variant)],
        IconProgram.property
      ),
      Method(
        "Event",
        [
          Argument("id", .int32), Argument("eventId", .string), Argument("data", .variant),
          Argument("timestamp", .uint32),
        ],
        gives: []
      ) { program, call in
        program.receive(event: call.arguments)
        call.answer([])
      },
      Method(
        "EventGroup",
        [Argument("events", .array(.structure([.int32, .string, .variant, .uint32])))],
        gives: [Argument("idErrors", .array(.int32))]
      ) { program, call in
        for event in call.arguments.first?.elements ?? [] {
          program.receive(event: event.elements)
        }
        call.answer([.array(.int32, [])])
      },
      Method("AboutToShow", [Argument("id", .int32)], gives: [Argument("needUpdate", .boolean)]) {
        program,
        call in
        program.refresh()
        call.answer([.boolean(false)])
      },
      Method(
        "AboutToShowGroup",
        [Argument("ids", .array(.int32))],
        gives: [
          Argument("updatesNeeded", .array(.int32)), Argument("idErrors", .array(.int32)),
        ]
      ) { program, call in
        program.refresh()
        call.answer([.array(.int32, []), .array(.int32, [])])
      },
    ],
    signals: [
      Signal("LayoutUpdated", [Argument("revision", .uint32), Argument("parent", .int32)])
    ]
  )
}

extension IconProgram {
  fileprivate func layout(_ call: Call) throws(Refusal) {
    let names = call.arguments[2].asStrings ?? []
    guard let node = nodes.first(where: { $0.id == call.arguments[0].asInt32 }) else {
      throw .unknownItem
    }
    let isRoot = node.id == 0 && call.arguments[1] != .int32(0)
    let children = isRoot ? nodes.dropFirst().map { $0.layout(names, []) } : []
    call.answer([.uint32(revision), node.layout(names, children)])
  }

  fileprivate func groupProperties(_ call: Call) {
    let ids = call.arguments[0].elements
    let names = call.arguments[1].asStrings ?? []
    let found = nodes.filter { ids.isEmpty || ids.contains(.int32($0.id)) }
    let values = found.map { BusValue.structure([.int32($0.id), $0.properties(names)]) }
    call.answer([.array(.structure([.int32, MenuNode.options]), values)])
  }

  fileprivate func property(_ call: Call) throws(Refusal) {
    let node = nodes.first { $0.id == call.arguments[0].asInt32 }
    guard let value = node?.members.first(where: { .string($0.0) == call.arguments[1] }) else {
      throw .unknownItem
    }
    call.answer([.variant(value.1)])
  }

  fileprivate func receive(event: [BusValue]) {
    guard let item = event.first?.asInt32, event.dropFirst().first == .string("clicked") else {
      return
    }
    choose(item)
  }

  private var nodes: [MenuNode] {
    [MenuNode(id: 0, members: [("children-display", .string("submenu"))])]
      + view.menu.map(MenuNode.init)
  }
}

/// An item of the menu with the properties that differ from their defaults.
private struct MenuNode {
  static let options = BusType.dictionary(.string, .variant)
  static let types: [BusType] = [.int32, options, .array(.variant)]

  var id: Int32
  var members: [(String, BusValue)]

  func properties(_ names: [String]) -> BusValue {
    .options(members.filter { names.isEmpty || names.contains($0.0) })
  }

  func layout(_ names: [String], _ children: [BusValue]) -> BusValue {
    .structure([.int32(id), properties(names), .array(.variant, children.map { .variant($0) })])
  }
}

extension MenuNode {
  init(_ item: Icon.Item) {
    id = item.id
    guard !item.title.isEmpty else {
      members = [("type", .string("separator"))]
      return
    }
    // A single underscore would mark the next letter as the item's key.
    let label = item.title.split(separator: "_", omittingEmptySubsequences: false)
    members = [("label", .string(label.joined(separator: "__")))]
    if !item.isEnabled { members.append(("enabled", .boolean(false))) }
    if let isChosen = item.isChosen {
      members += [("toggle-type", .string("radio")), ("toggle-state", .int32(isChosen ? 1 : 0))]
    }
  }
}

extension Refusal {
  fileprivate static let unknownItem = Refusal.invalidArguments(
    "the menu has no such item or property"
  )
}

extension BusValue {
  fileprivate var asInt32: Int32? {
    if case .int32(let number) = self { number } else { nil }
  }

  /// The elements of an array, or the fields of a structure; empty for other values.
  fileprivate var elements: [BusValue] {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    default: []
    }
  }
}
