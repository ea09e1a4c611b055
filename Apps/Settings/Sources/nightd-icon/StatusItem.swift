import IconModel
import NightBus

extension ObjectPath {
  static let statusItem: ObjectPath = "/StatusNotifierItem"
  static let menu: ObjectPath = "/MenuBar"
}

extension InterfaceName {
  static let statusItem: InterfaceName = "org.kde.StatusNotifierItem"
}

/// The icon's object for panels, as freedesktop.org's draft “Status Notifier Item” describes it.
///
/// The names begin with `org.kde`, as in all panels, and not with the draft's `org.freedesktop`.
extension Interface<IconProgram> {
  static let statusItem = Interface(
    .statusItem,
    properties: [
      Property("Category", .string, .constant) { _ in .string("SystemServices") },
      Property("Id", .string, .constant) { _ in .string(IconProgram.name.text) },
      Property("Title", .string, .silent) { .string($0.view.title) },
      Property("Status", .string, .constant) { _ in .string("Active") },
      Property("WindowId", .int32, .constant) { _ in .int32(0) },
      Property("IconThemePath", .string, .constant) { .string($0.places.iconThemePath) },
      Property("IconName", .string, .silent) { .string($0.view.name) },
      Property("IconPixmap", Self.pictures, .silent) { program in
        .array(Self.picture, IconPicture.sizes.map { Self.pixmap(program.view.style, $0) })
      },
      Property("OverlayIconName", .string, .constant) { _ in .string("") },
      Property("AttentionIconName", .string, .constant) { _ in .string("") },
      Property("ToolTip", .structure(Self.toolTip), .silent) { program in
        let view = program.view
        return .structure([
          .string(""), .array(Self.picture, []), .string(view.title), .string(view.text),
        ])
      },
      Property("ItemIsMenu", .boolean, .constant) { _ in .boolean(false) },
      Property("Menu", .objectPath, .constant) { _ in .objectPath(.menu) },
    ],
    methods: [
      Method("Activate", Self.point, gives: []) { program, call in
        program.click()
        call.answer([])
      },
      Method("SecondaryActivate", Self.point, gives: []) { program, call in
        program.click()
        call.answer([])
      },
      // The panel shows the menu itself.
      Method("ContextMenu", Self.point, gives: []) { _, call in call.answer([]) },
      Method(
        "Scroll",
        [Argument("delta", .int32), Argument("orientation", .string)],
        gives: []
      ) { _, call in call.answer([]) },
      Method("ProvideXdgActivationToken", [Argument("token", .string)], gives: []) {
        program,
        call in
        program.activationToken = call.arguments.first?.asString
        call.answer([])
      },
    ],
    signals: ["NewTitle", "NewIcon", "NewToolTip"].map { Signal($0, []) }
  )

  private static let point = [Argument("x", .int32), Argument("y", .int32)]
  private static let picture = BusType.structure([.int32, .int32, .array(.byte)])
  private static let pictures = BusType.array(picture)
  private static let toolTip: [BusType] = [.string, pictures, .string, .string]

  private static func pixmap(_ style: IconModel.Style, _ size: Int) -> BusValue {
    let bytes = IconPicture.pixels(style, size: size).map { BusValue.byte($0) }
    return .structure([.int32(Int32(size)), .int32(Int32(size)), .array(.byte, bytes)])
  }
}
