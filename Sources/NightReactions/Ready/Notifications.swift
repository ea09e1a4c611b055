import NightThemes

/// The ready reactions for programs that show notifications.
extension ReadyReactions {
  static let notifications: [ReadyReaction] = [dunst, mako, swaync]

  /// dunst reads each file of `dunstrc.d` after the `dunstrc` beside it, so no line is needed.
  ///
  /// Its signals do not reload: they pause it.
  private static let dunst = ReadyReaction(
    "dunst",
    .bars,
    programs: ["dunst"],
    .tried("1.9.0"),
    note: "If dunstctl has no reload, dunst uses the colours from its next start.",
    files: { context in
      let scheme = context.scheme
      func urgency(_ name: String, _ background: String, _ frame: String) -> String {
        """
        [urgency_\(name)]
            background = "\(scheme[background].text)"
            foreground = "\(scheme["onSurface"].text)"
            frame_color = "\(scheme[frame].text)"
            highlight = "\(scheme.accent.text)"

        """
      }
      return [
        ColorFile(
          context.config("dunst/dunstrc.d/99-nightd.conf"),
          """
          # Written by nightd; nightctl reactions off dunst removes it.
          [global]
              frame_color = "\(scheme["separator"].text)"

          \(urgency("low", "surface", "separator"))
          \(urgency("normal", "surfaceVariant", "primary"))
          \(urgency("critical", "surfaceVariant", "error"))
          """
        )
      ]
    },
    announcements: { context in
      guard context.program("dunstctl", has: "reload") else { return [] }
      return [.run(["dunstctl", "reload"], ifRunning: ["dunst"])]
    },
    restorations: { context in
      guard context.program("dunstctl", has: "reload") else { return [] }
      return [.run(["dunstctl", "reload"], ifRunning: ["dunst"])]
    },
    blocker: { context in
      context.fileExists(context.config("dunst/dunstrc"))
        ? nil
        : "dunst reads its folder dunstrc.d only beside a dunstrc of yours; copy "
          + "/etc/xdg/dunst/dunstrc to ~/.config/dunst/dunstrc"
    }
  )

  /// `makoctl reload` makes mako read its file again; the notifications on the screen stay.
  private static let mako = ReadyReaction(
    "mako",
    .bars,
    programs: ["mako"],
    .notTried,
    files: { context in
      let scheme = context.scheme
      func section(_ background: String, _ text: String, _ border: String) -> String {
        """
        background-color=\(scheme[background].text)
        text-color=\(scheme[text].text)
        border-color=\(scheme[border].text)
        progress-color=over \(scheme["selection"].text)

        """
      }
      return [
        ColorFile(
          context.own("mako.conf"),
          """
          # Written by nightd; nightctl reactions off mako removes it.
          \(section("surfaceVariant", "onSurface", "primary"))
          [urgency=low]
          \(section("surface", "onSurface", "separator"))
          [urgency=critical]
          \(section("surfaceVariant", "onSurface", "error"))
          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.home(".mako/config"), context.config("mako/config")],
        new: context.config("mako/config"),
        "include=\(context.short(context.own("mako.conf")))",
        at: .beforeSections()
      )
    },
    announcements: { _ in [.run(["makoctl", "reload"], ifRunning: ["mako"])] },
    restorations: { _ in [.run(["makoctl", "reload"], ifRunning: ["mako"])] },
    blocker: { context in
      // Before 1.8, mako does not start with a line that it does not know.
      guard context.isInstalled("mako") else {
        return "it is not installed, and only mako 1.8 and newer would start with nightd's line; "
          + "install it first"
      }
      return context.program("mako", has: "include")
        ? nil : "this mako is older than 1.8, and cannot include a file; install a newer one"
    }
  )

  private static let swaync = ReadyReaction(
    "swaync",
    .bars,
    programs: ["swaync"],
    .tried("0.7.3"),
    files: { context in
      [
        ColorFile(
          context.own("swaync.css"),
          """
          /* Written by nightd; nightctl reactions off swaync removes it. */
          \(GtkColors.definitions(context))
          @define-color cc-bg @night_background;
          @define-color noti-border-color @night_separator;
          @define-color noti-bg @night_surfaceVariant;
          @define-color noti-bg-darker @night_surface;
          @define-color noti-bg-opaque @night_surfaceVariant;
          @define-color noti-bg-hover @night_surface;
          @define-color noti-bg-hover-opaque @night_surface;
          @define-color noti-bg-focus @night_surface;
          @define-color noti-close-bg @night_surface;
          @define-color noti-close-bg-hover @night_selection;
          @define-color text-color @night_onSurface;
          @define-color text-color-disabled @night_disabled;
          @define-color bg-selected @night_primary;
          .notification, .notification-content, .summary, .time, .body, .app-name,
          .top-action-title, .widget-title, .widget-dnd, .widget-label, .close-button,
          .control-center {
            color: @night_onSurface;
          }
          .notification {
            background-color: @night_surfaceVariant;
            border-color: @night_separator;
          }
          .notification-default-action, .notification-action {
            background-color: @night_surfaceVariant;
            border-color: @night_separator;
            color: @night_onSurface;
          }
          .notification-default-action:hover, .notification-action:hover {
            background-color: @night_surface;
          }
          .control-center {
            background-color: @night_background;
          }
          .close-button, .widget-title > button {
            background-color: @night_surface;
            color: @night_onSurface;
          }

          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.config("swaync/style.css")],
        GtkColors.importLine(context.own("swaync.css")),
        at: .bottom,
        start: GtkColors.importLine(ifExists: "/etc/xdg/swaync/style.css", context),
        syntax: .css
      )
    },
    announcements: { _ in [.run(["swaync-client", "-rs"], ifRunning: ["swaync"])] },
    restorations: { _ in [.run(["swaync-client", "-rs"], ifRunning: ["swaync"])] }
  )
}
