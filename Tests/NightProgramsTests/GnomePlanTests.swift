import NightCore
import NightPrograms
import Testing

@Suite("Plan for GNOME's settings")
struct GnomePlanTests {
  private static let values = [
    "color-scheme": "'default'", "gtk-theme": "'Arc'", "icon-theme": "'Papirus'",
  ]

  private func plan(
    _ orders: [GnomeOrder],
    _ changed: [String: String] = [:],
    _ histories: [String: KeyHistory] = [:],
    desktops: [String] = []
  ) -> GnomePlan {
    GnomePlan(
      orders,
      values: Self.values.merging(changed) { $1 },
      histories: histories,
      desktops: desktops
    ) { key, theme, style in
      key == .gtkTheme && theme.hasPrefix("'Arc") ? (style == .dark ? "'Arc-Dark'" : "'Arc'") : nil
    }
  }

  private func history(_ original: String, _ written: String...) -> KeyHistory {
    KeyHistory(original: original, written: written)
  }

  @Test("The plan for GNOME writes the style last; its question begins with the style's values")
  func order() {
    let plan = plan([
      .write("color-scheme", "'prefer-dark'"), .pair(.gtkTheme, .dark), .pair(.iconTheme, .dark),
      .write("no-such-key", "'x'"),
    ])
    #expect(plan.writes.map(\.key) == ["gtk-theme", "color-scheme"])
    #expect(plan.writes.map(\.plan.value) == ["'Arc-Dark'", "'prefer-dark'"])
    #expect(plan.question == "'default' 'prefer-dark' users - - - gtk-theme color-scheme")
    #expect(plan.missing == ["no-such-key"])
  }

  @Test("The plan's question for nightd says whether the replaced style is the user's or nightd's")
  func users() {
    let dark = [GnomeOrder.write("color-scheme", "'prefer-dark'")]
    let own = ["color-scheme": history("'default'", "'prefer-light'")]
    let over = plan(dark, ["color-scheme": "'prefer-light'"], own)
    #expect(over.question == "'prefer-light' 'prefer-dark' - - - - color-scheme")
    let newer = plan(dark, ["color-scheme": "'default'"], own)
    #expect(newer.question == "'default' 'prefer-dark' users - - - color-scheme")
  }

  @Test(
    "The user's own theme decides which variant is chosen, not the theme that nightd last wrote"
  )
  func twin() {
    let own = history("'Arc'", "'Arc-Dark'")
    let light = plan([.pair(.gtkTheme, .light)], ["gtk-theme": "'Arc-Dark'"], ["gtk-theme": own])
    #expect(light.writes.map(\.plan.value) == ["'Arc'"])
    #expect(light.steps.map(\.isRestoration) == [true])
  }

  @Test("On Plasma, the plan neither writes nor restores a theme, because Plasma sets GTK's theme")
  func plasma() {
    let own = history("'Arc'", "'Arc-Dark'")
    let plan = plan(
      [.pair(.gtkTheme, .light)],
      ["gtk-theme": "'Arc-Dark'"],
      ["gtk-theme": own],
      desktops: ["kde"]
    )
    #expect(plan.steps == [])
  }

  @Test("If a plan does not mention a GNOME key, the user's value returns; “leave” prevents this")
  func unnamed() {
    let histories = [
      "gtk-theme": history("'Arc'", "'x'"), "color-scheme": history("'default'", "'prefer-dark'"),
    ]
    let plan = plan(
      [.leave("color-scheme")],
      ["gtk-theme": "'x'", "color-scheme": "'prefer-dark'"],
      histories
    )
    #expect(plan.steps.map(\.key) == ["gtk-theme"])
    #expect(plan.writes.map(\.plan.value) == ["'Arc'"])
    #expect(plan.question == "'prefer-dark' - - - - - gtk-theme")
  }

  @Test("The value for light is the one that the session's own switch writes")
  func light() {
    let order = [GnomeOrder.write("color-scheme", "'prefer-light'")]
    let dark = ["color-scheme": "'prefer-dark'"]
    let budgie = plan(order, dark, desktops: ["budgie", "gnome"])
    #expect(budgie.writes.map(\.plan.value) == ["'prefer-light'"])
    #expect(plan(order, dark, desktops: ["gnome"]).writes.map(\.plan.value) == ["'default'"])
  }

  @Test("The user's newer value is restored, unless another program has changed the key")
  func restored() {
    let own = ["color-scheme": history("'default'", "'prefer-dark'")]
    let restore = GnomeOrder.restore("color-scheme", "'prefer-light'")
    let plain = plan([restore], ["color-scheme": "'prefer-dark'"], own)
    #expect(plain.writes.map(\.plan.value) == ["'prefer-light'"])
    let since = plan([restore], ["color-scheme": "'other'"], own)
    #expect(since.writes == [])
    #expect(since.steps.map(\.plan.after) == [nil])
    #expect(plan([restore]).steps == [])
  }

  @Test(
    "If a step of the plan for GNOME is not carried out, the record gets its earlier contents back"
  )
  func takenBack() throws {
    let first = try #require(plan([.write("gtk-theme", "'x'")]).steps.first)
    #expect(first.takenBack == nil)
    let again = plan(
      [.write("gtk-theme", "'y'")],
      ["gtk-theme": "'x'"],
      ["gtk-theme": history("'Arc'", "'x'")]
    )
    #expect(again.steps.first?.plan.before == history("'Arc'", "'x'", "'y'"))
    #expect(again.steps.first?.takenBack == history("'Arc'", "'x'"))
  }

  @Test(
    "An instruction for a GNOME key is read back from its arguments, and invalid ones are refused"
  )
  func arguments() {
    let orders: [GnomeOrder] = [
      .write("gtk-theme", "'write'"), .pair(.iconTheme, .light), .leave("pair"),
      .restore("color-scheme", "'default'"),
    ]
    #expect(GnomeOrder.orders(orders.flatMap(\.arguments)) == orders)
    for wrong in [["write", "a"], ["leave"], ["pair", "gtk-theme", "grey"], ["x", "a", "b"]] {
      #expect(GnomeOrder.orders(wrong) == nil)
    }
  }

  /// Files below the data folders, and whether GNOME's settings are installed with these files.
  static let schemaFiles: [(files: [String], areHere: Bool)] = [
    (["/a/org.gnome.desktop.interface.gschema.xml", "/a/gschemas.compiled"], true),
    (
      [
        "/h/.local/share/org.gnome.desktop.interface.gschema.xml",
        "/h/.local/share/gschemas.compiled",
      ], true
    ),
    (["/b/gschemas.compiled", "/b/org.gtk.Settings.FileChooser.gschema.xml"], false),
    (["/b/org.gnome.desktop.interface.gschema.xml"], false),
    (["/a/org.gnome.desktop.interface.gschema.xml", "/b/gschemas.compiled"], false),
    (["/c/org.gnome.desktop.interface.gschema.xml", "/c/gschemas.compiled"], false),
  ]

  @Test(
    "GNOME's settings are found if a data folder has their schema and the compiled schemas",
    arguments: schemaFiles
  )
  func schemas(files: [String], areHere: Bool) {
    let folders = BaseFolders { ["HOME": "/h", "XDG_DATA_DIRS": "/a:/b"][$0] }
    let paths = files.map { $0.parentFolder + "/glib-2.0/schemas/" + $0.fileName }
    #expect(GnomeSettings.areHere(in: folders, paths.contains) == areHere)
  }

  @Test("The schema of Cinnamon's switch is found in its own file or in the file of its package")
  func switchSchemas() {
    let folders = BaseFolders { ["HOME": "/h", "XDG_DATA_DIRS": "/a"][$0] }
    for (name, isHere) in [("org.x.apps.portal", true), ("org.x.apps", true), ("org.x", false)] {
      let paths = ["\(name).gschema.xml", "gschemas.compiled"].map { "/a/glib-2.0/schemas/\($0)" }
      #expect(GnomeSettings.areHere("org.x.apps.portal", in: folders, paths.contains) == isHere)
    }
  }
}
