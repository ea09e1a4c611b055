import Testing

@testable import SettingsModel

struct IconTests {
  private func view(_ icon: Icon) -> Icon.View { icon.view(Samples.context) }

  @Test("A menu has the choices, the holds, and what the icon itself can do")
  func menu() {
    let menu = view(Icon(why: Samples.why())).menu
    #expect(
      menu.map(\.title) == [
        "Dark: You chose it", "", "Light", "Dark", "Schedule", "As the desktop", "",
        "Light for an hour", "Dark for an hour", "", "Settings", "Quit",
      ]
    )
    #expect(menu.filter { $0.isChosen == true }.map(\.title) == ["Dark"])
    #expect(menu.filter { !$0.isEnabled }.map(\.title) == ["Dark: You chose it"])
    #expect(Set(menu.map(\.id)).count == menu.count)
    #expect(!menu.map(\.id).contains(0), "0 is the menu itself")
  }

  @Test(
    "Each item has its own action",
    arguments: [
      ("Light", .run(.set(.light, .always))), ("Dark", .run(.set(.dark, .always))),
      ("Schedule", .run(.automatic(.schedule))), ("As the desktop", .run(.automatic(.system))),
      ("Light for an hour", .run(.set(.light, .hour))),
      ("Dark for an hour", .run(.set(.dark, .hour))), ("End this style now", .run(.endHold)),
      ("Settings", .openSettings), ("Quit", .quit), ("Dark: For a while, until 13:00", nil),
    ] as [(String, Icon.Action?)]
  )
  func action(_ title: String, _ action: Icon.Action?) throws {
    let end = "2026-11-30T13:00:00Z"
    let view = view(Icon(why: Samples.why(reason: "hold", next: end, holdUntil: end)))
    let item = try #require(view.menu.first { $0.title == title })
    #expect(view.action(of: item.id) == action)
  }

  @Test("An item keeps its ID when others come and go")
  func identity() throws {
    let end = "2026-11-30T13:00:00Z"
    let held = view(Icon(why: Samples.why(holdUntil: end), trouble: .absent)).menu
    for item in view(Icon(why: Samples.why())).menu {
      #expect(held.first { $0.id == item.id }?.action == item.action)
    }
    #expect(held.last?.id == Icon.quitItem)
  }

  @Test("A lock switches the choices and the click off, and the menu names its place")
  func lock() {
    let icon = Icon(why: Samples.why(), lock: "/etc/xdg/nightd/locks:3:1")
    let view = view(icon)
    #expect(icon.clickAction == nil)
    #expect(view.text.contains("/etc/xdg/nightd/locks:3:1"))
    #expect(view.menu.contains { $0.title == view.text && !$0.isEnabled })
    let free = view.menu.filter { $0.isEnabled && !$0.title.isEmpty }.map(\.title)
    #expect(free == ["Settings", "Quit"])
    #expect(view.action(of: 4) == nil)
  }

  @Test(
    "Each kind of trouble has a sentence",
    arguments: [
      (.absent, "nightd is not running. A click starts it."),
      (.notStarted, "nightd could not be started. Run nightctl doctor to see why."),
      (.failed(.noAnswer), "nightd did not answer in time."),
      (.failed(.refused("the disk is full")), "the disk is full"),
    ] as [(Icon.Trouble, String)]
  )
  func trouble(_ trouble: Icon.Trouble, _ sentence: String) {
    for why in [nil, Samples.why()] {
      let icon = Icon(why: why, trouble: trouble)
      #expect(view(icon).text == sentence)
      #expect(view(icon).menu.contains { $0.title == sentence })
      #expect(icon.clickAction == .toggle)
    }
  }

  @Test("Before the first answer, the icon has a title, and no choice is marked")
  func unknown() {
    let view = view(Icon())
    #expect(view.title == "Light and Dark")
    #expect(view.name == "org.nightd.Icon-light")
    #expect(!view.menu.contains { $0.isChosen == true })
  }

  @Test("The name and the picture follow the style", arguments: [Style.light, .dark])
  func picture(_ style: Style) {
    #expect(view(Icon(why: Samples.why(style))).name == "org.nightd.Icon-" + style.rawValue)
    for size in IconPicture.sizes {
      let pixels = IconPicture.pixels(style, size: size)
      #expect(pixels.count == size * size * 4)
      let opaque = stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] == 255 }
      #expect((0.15...0.6).contains(Double(opaque) / Double(size * size)))
      // The corners are empty, so the shape is not cut off.
      #expect(pixels[0] == 0 && pixels[pixels.count - 4] == 0)
    }
  }
}
