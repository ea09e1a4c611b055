import NightThemes

/// The ready reactions for launchers; each opening of a launcher reads its colours.
extension ReadyReactions {
  static let launchers: [ReadyReaction] = [rofi, wofi]

  /// Rules for elements override the colours of each theme, whatever the theme calls its colours.
  private static let rofi = ReadyReaction(
    "rofi",
    .bars,
    programs: ["rofi"],
    .tried("1.7.3"),
    note: "A launcher that is open keeps its colours.",
    files: { context in
      let scheme = context.scheme
      func rule(_ element: String, _ background: String, _ text: String) -> String {
        "\(element) { background-color: \(background); text-color: \(text); }\n"
      }
      func element(_ state: String, _ background: String, _ text: String) -> String {
        rule("element \(state)", scheme[background].text, scheme[text].text)
      }
      let background = scheme["surface"].text, text = scheme["onSurface"].text
      let inner = [
        "mainbox", "inputbar", "prompt", "entry", "textbox-prompt-colon", "case-indicator",
        "num-rows", "num-filtered-rows", "textbox-num-sep", "listview", "message", "textbox",
        "mode-switcher", "button",
      ]
      let states = ["normal", "alternate"].map { kind in
        element("\(kind).normal", "surface", "onSurface")
          + element("\(kind).active", "surface", "link")
          + element("\(kind).urgent", "surface", "error")
      }
      return [
        ColorFile(
          context.own("rofi.rasi"),
          """
          /* Written by nightd; nightctl reactions off rofi removes it. */
          window { background-color: \(background); border-color: \(scheme["separator"].text); }
          \(inner.map { rule($0, "transparent", text) }.joined())\
          inputbar, message, listview { border-color: \(scheme["separator"].text); }
          entry { placeholder-color: \(scheme["disabled"].text); }
          scrollbar { handle-color: \(scheme["primary"].text); }
          \(states.joined())\
          \(element("selected.normal", "primary", "onPrimary"))\
          \(element("selected.active", "secondary", "onSecondary"))\
          \(element("selected.urgent", "error", "onError"))\
          element-text, element-icon { background-color: transparent; text-color: inherit; }
          button selected { background-color: \(scheme["primary"].text); \
          text-color: \(scheme["onPrimary"].text); }
          error-message { background-color: \(background); }

          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.config("rofi/config.rasi")],
        "@import \"\(context.short(context.own("rofi.rasi")))\"",
        at: .bottom,
        syntax: .rasi,
        refusal: { text in
          text.split(separator: "\n").contains { $0.hasPrefix("rofi.") }
            ? .changeFirst("it has the form of Xresources; run rofi -upgrade-config") : nil
        }
      )
    }
  )

  private static let wofi = ReadyReaction(
    "wofi",
    .bars,
    programs: ["wofi"],
    .tried("1.3"),
    note: "A launcher that is open keeps its colours.",
    files: { context in
      [
        ColorFile(
          context.own("wofi.css"),
          """
          /* Written by nightd; nightctl reactions off wofi removes it. */
          \(GtkColors.definitions(context))
          window, #window {
            background-color: @night_surface;
            border-color: @night_separator;
            color: @night_onSurface;
          }
          #outer-box, #scroll, #inner-box {
            background-color: transparent;
          }
          #input {
            background-color: @night_surfaceVariant;
            background-image: none;
            border-color: @night_separator;
            color: @night_onSurface;
            caret-color: @night_accent;
          }
          #text, #entry {
            color: @night_onSurface;
          }
          #entry {
            background-color: transparent;
          }
          #entry:selected {
            background-color: @night_primary;
            background-image: none;
          }
          #entry:selected #text, #text:selected {
            color: @night_onPrimary;
          }

          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.config("wofi/style.css")],
        GtkColors.importLine(context.own("wofi.css")),
        at: .bottom,
        syntax: .css
      )
    }
  )
}
