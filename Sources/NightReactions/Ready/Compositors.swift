import NightThemes

/// The ready reactions for compositors and window managers.
extension ReadyReactions {
  static let compositors: [ReadyReaction] = [sway, i3, hyprland, labwc]

  /// The colours of windows, as sway and i3 write them.
  ///
  /// They are those of the border, the background, the text, the indicator, and the window's own
  /// border.
  private static func clientColors(_ context: ReactionContext) -> [String] {
    let scheme = context.scheme
    func line(_ state: String, _ back: String, _ text: String, _ indicator: String) -> String {
      let (back, text) = (scheme[back].text, scheme[text].text)
      return "client.\(state) \(back) \(back) \(text) \(scheme[indicator].text) \(back)"
    }
    return [
      line("focused", "primary", "onPrimary", "secondary"),
      line("focused_inactive", "surfaceVariant", "onSurface", "separator"),
      line("unfocused", "surface", "onSurfaceVariant", "separator"),
      line("urgent", "error", "onError", "error"),
      line("placeholder", "background", "onBackground", "background"),
    ]
  }

  private static func clientFile(_ name: String, _ context: ReactionContext) -> ColorFile {
    let lines = clientColors(context).joined(separator: "\n")
    return ColorFile(
      context.own(name + ".conf"),
      "# Written by nightd; nightctl reactions off \(name) removes it.\n\(lines)\n"
    )
  }

  /// The colours of bars; without `colors` in a bar of the configuration, no file can set them.
  private static func barColors(_ context: ReactionContext) -> [String] {
    let scheme = context.scheme
    func button(_ name: String, _ background: String, _ text: String) -> String {
      let background = scheme[background].text
      return "colors \(name) \(background) \(background) \(scheme[text].text)"
    }
    return [
      "colors background \(scheme["surfaceVariant"].text)",
      "colors statusline \(scheme["onSurface"].text)",
      "colors separator \(scheme["separator"].text)",
      button("focused_workspace", "primary", "onPrimary"),
      button("active_workspace", "surface", "onSurface"),
      button("inactive_workspace", "surfaceVariant", "onSurface"),
      button("urgent_workspace", "error", "onError"),
      button("binding_mode", "warning", "onWarning"),
    ]
  }

  /// The line for a file of the user's, or for a new one that begins with the machine's.
  ///
  /// Without any file, none is made: a file with only colours would leave the user without keys.
  private static func clientLine(
    _ name: String,
    in paths: [String],
    new newPath: String,
    machine: String,
    _ context: ReactionContext
  ) -> IncludeLine? {
    let hasMachine = context.fileExists(machine)
    guard hasMachine || paths.contains(where: context.fileExists) else { return nil }
    return IncludeLine(
      in: paths,
      new: newPath,
      "include \(context.short(context.own(name + ".conf")))",
      at: .bottom,
      start: hasMachine ? "include \(machine)\n" : "",
      syntax: .blocks
    )
  }

  private static let sockets = "sway-ipc.*.sock"

  /// Gives each bar the colours, whatever the bars are called.
  private static let barScript = """
    socket=$1; shift
    for bar in $(swaymsg -s "$socket" -r -t get_bar_config | tr -d '[]",'); do
      for line in "$@"; do swaymsg -q -s "$socket" "bar $bar $line" || exit; done
    done
    """

  /// Sets sway's built-in colours, and then those of the configuration that sway has read.
  ///
  /// `swaymsg reload` would run each `exec_always` of the user's again.
  private static let restoreScript = """
    socket=$1; shift
    for line in "$@"; do swaymsg -q -s "$socket" "$line" || exit; done
    swaymsg -s "$socket" -p -t get_config | grep -E '^[[:space:]]*client\\.' |
      while read -r line; do swaymsg -q -s "$socket" "$line"; done
    """

  private static let builtInColors = [
    "client.focused #4c7899 #285577 #ffffff #2e9ef4 #285577",
    "client.focused_inactive #333333 #5f676a #ffffff #484e50 #5f676a",
    "client.unfocused #333333 #222222 #888888 #292d2e #222222",
    "client.urgent #2f343a #900000 #ffffff #900000 #900000",
    "client.placeholder #000000 #0c0c0c #ffffff #000000 #0c0c0c",
  ]

  /// The bars' own colours come back with the user's next `reload`: sway does not tell them.
  private static let sway = ReadyReaction(
    "sway",
    .compositors,
    programs: ["sway"],
    .tried("1.7"),
    note: "After reactions off, bars get their own colours back with swaymsg reload.",
    files: { [clientFile("sway", $0)] },
    include: { context in
      clientLine(
        "sway",
        // sway reads i3's files if it has none of its own.
        in: [
          context.home(".sway/config"), context.config("sway/config"),
          context.home(".i3/config"), context.config("i3/config"),
        ],
        new: context.config("sway/config"),
        machine: "/etc/sway/config",
        context
      )
    },
    announcements: { context in
      [
        .runEach(
          pattern: context.runtime(sockets),
          ["swaymsg", "-q", "-s", "{}", clientColors(context).joined(separator: "; ")]
        ),
        .runEach(
          pattern: context.runtime(sockets),
          ["sh", "-c", barScript, "nightd", "{}"] + barColors(context)
        ),
      ]
    },
    restorations: { context in
      [
        .runEach(
          pattern: context.runtime(sockets),
          ["sh", "-c", restoreScript, "nightd", "{}"] + builtInColors
        )
      ]
    },
    rivals: clientRivals
  )

  /// i3 takes these colours only from its file; its `reload` keeps the windows and runs no program.
  private static let i3 = ReadyReaction(
    "i3",
    .compositors,
    programs: ["i3"],
    .tried("4.22"),
    note: "Needs i3 4.20. The colours of bars stay yours.",
    files: { [clientFile("i3", $0)] },
    include: { context in
      clientLine(
        "i3",
        in: [context.config("i3/config"), context.home(".i3/config")],
        new: context.config("i3/config"),
        machine: "/etc/i3/config",
        context
      )
    },
    announcements: reloadI3,
    restorations: reloadI3,
    rivals: clientRivals
  )

  @Sendable
  private static func clientRivals(_ context: ReactionContext) -> Rivals {
    Rivals(["client.focused"], include: "include")
  }

  @Sendable
  private static func reloadI3(_ context: ReactionContext) -> [Announcement] {
    [
      .runEach(
        pattern: context.runtime("i3/ipc-socket.*"),
        ["i3-msg", "-q", "-s", "{}", "reload"]
      )
    ]
  }

  /// Hyprland reads its files again by itself when one of them changes.
  private static let hyprland = ReadyReaction(
    "hyprland",
    .compositors,
    programs: ["Hyprland", "hyprland"],
    .notTried,
    files: { context in
      let scheme = context.scheme
      func color(_ role: String) -> String { "rgb(\(scheme[role].digits))" }
      return [
        ColorFile(
          context.own("hyprland.conf"),
          """
          # Written by nightd; nightctl reactions off hyprland removes it.
          general {
            col.active_border = \(color("primary"))
            col.inactive_border = \(color("surfaceVariant"))
          }
          group {
            col.border_active = \(color("primary"))
            col.border_inactive = \(color("surfaceVariant"))
            groupbar {
              col.active = \(color("primary"))
              col.inactive = \(color("surfaceVariant"))
              text_color = \(color("onPrimary"))
            }
          }
          misc {
            background_color = \(color("background"))
          }

          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.config("hypr/hyprland.conf")],
        "source = \(context.short(context.own("hyprland.conf")))",
        at: .bottom,
        syntax: .blocks
      )
    },
    rivals: { _ in Rivals(["col.active_border"], include: "source") },
    blocker: { context in
      // Hyprland 0.55 and newer have an example in Lua built in.
      if context.fileExists(context.config("hypr/hyprland.lua")),
        context.program("Hyprland", has: "hl.config")
      {
        return "Hyprland reads hyprland.lua, and nightd has no colours in Lua for it yet"
      }
      // A file with only colours would have no keys.
      return context.fileExists(context.config("hypr/hyprland.conf"))
        ? nil : "~/.config/hypr/hyprland.conf does not exist; start Hyprland once, which makes one"
    }
  )

  /// labwc finds a theme by its name, and reads it again on SIGHUP.
  private static let labwc = ReadyReaction(
    "labwc",
    .compositors,
    programs: ["labwc"],
    .notTried,
    note: "Set <theme><name>nightd</name></theme> in rc.xml yourself; it is no single line.",
    files: { context in
      let scheme = context.scheme
      func window(_ state: String, _ title: String, _ text: String) -> String {
        """
        window.\(state).border.color: \(scheme[title].text)
        window.\(state).title.bg.color: \(scheme[title].text)
        window.\(state).label.text.color: \(scheme[text].text)
        window.\(state).button.unpressed.image.color: \(scheme[text].text)

        """
      }
      func menu(_ state: String, _ background: String, _ text: String) -> String {
        """
        menu.items\(state).bg.color: \(scheme[background].text)
        menu.items\(state).text.color: \(scheme[text].text)

        """
      }
      let text = """
        # Written by nightd; nightctl reactions off labwc removes it.
        \(window("active", "primary", "onPrimary"))\
        \(window("inactive", "surfaceVariant", "onSurfaceVariant"))\
        \(menu("", "surface", "onSurface"))\
        \(menu(".active", "primary", "onPrimary"))\
        menu.separator.color: \(scheme["separator"].text)
        osd.bg.color: \(scheme["surface"].text)
        osd.border.color: \(scheme["separator"].text)
        osd.label.text.color: \(scheme["onSurface"].text)

        """
      // Versions before 0.7 look in the second folder.
      return ["labwc", "openbox-3"].map { folder in
        ColorFile(context.data("themes/nightd/\(folder)/themerc"), text)
      }
    },
    announcements: { _ in [.signal(.hup, programs: ["labwc"])] }
  )
}
