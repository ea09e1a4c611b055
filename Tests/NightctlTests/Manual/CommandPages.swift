@testable import nightctl

/// The manual pages of nightctl, made from the table of commands.
enum CommandPages {
  static let main = page("nightctl", "see and change the light or dark style of the session") {
    page in
    page.section("Synopsis")
    page.code(["nightctl COMMAND [OPTION...]", "nightctl help [COMMAND]"])
    page.section("Description")
    page.paragraph([
      "`nightctl` asks nightd for the style of the session, light or dark, and changes it.",
      "Most commands start nightd if it does not run.",
    ])
    page.section("Commands")
    for command in CommandTable.commands where !isInGroup(command) { write(command, &page) }
    page.subsection("nightctl help")
    page.code(["nightctl help [COMMAND]"])
    page.paragraph([
      "Print the help of nightctl, of a command or of a group of commands, as `--help` does:",
      "`nightctl help theme import`.",
    ])
    page.section("Groups of commands")
    for group in CommandTable.groups {
      page.entry("`nightctl \(group.name)`", ["\(group.summary): see nightctl-\(group.name)(1)"])
    }
    page.section("Options")
    page.entry("`--help`", ["print the help; after a command, the help for that command"])
    page.entry("`--version`", ["print the version"])
    page.section("Environment")
    for (name, meaning) in variables { page.entry("`\(name)`", [meaning]) }
    page.section("Files")
    for (name, meaning) in files { page.entry("`\(name)`", [meaning]) }
    page.section("Exit status")
    for (code, meaning) in codes { page.entry("`\(code)`", [meaning]) }
    page.section("Examples")
    page.paragraph(["Dark from sunset to sunrise, and light for the next two hours:"])
    page.code(["nightctl set schedule", "nightctl set light --for 2h"])
    page.paragraph(["Ask why a program does not follow the style:"])
    page.code(["nightctl doctor"])
    page.section("See also")
    page.paragraph([
      (CommandTable.groups.map { "nightctl-\($0.name)(1)" } + [
        "libnightkit(3)", "nightd.conf(5)", "nightd-schedule(5)", "nightd-theme(5)",
        "org.nightd.Night1(5)", "nightctl-doctor(7)", "nightctl-migrate(7)", "nightctl-scripts(7)",
        "nightd-desktop(7)",
        "nightd-bars(7)", "nightd-hooks(7)", "nightd-portal(7)", "nightd-shell(7)",
        "nightd-programs(7)", "nightd-toolkits(7)",
        "nightd(8)",
      ]).joined(separator: ", ")
    ])
  }

  static func group(_ name: String) -> String {
    let summary = CommandTable.groups.first { $0.name == name }?.summary ?? ""
    return page("nightctl-\(name)", summary) { page in
      let commands = CommandTable.commands.filter { $0.words[0] == name }
      page.section("Synopsis")
      page.code(commands.flatMap(usage))
      page.section("Commands")
      for command in commands { write(command, &page) }
      page.section("See also")
      page.paragraph([
        (["nightctl(1)"] + (related[name] ?? []) + ["nightd(8)"]).joined(separator: ", ")
      ])
    }
  }

  /// The pages that explain what a group of commands changes.
  private static let related = [
    "schedule": ["nightd-schedule(5)"], "theme": ["nightd-theme(5)"],
    "prefs": ["nightd.conf(5)"], "hooks": ["nightctl-scripts(7)", "nightd-hooks(7)"],
    "programs": ["nightd-programs(7)", "nightd-toolkits(7)", "nightd-desktop(7)"],
  ]

  private static func page(
    _ name: String,
    _ title: String,
    _ body: (inout MdocWriter) -> Void
  ) -> String {
    var page = MdocWriter(name, 1, title: title)
    body(&page)
    page.end()
    return page.text
  }

  private static func isInGroup(_ command: CommandEntry) -> Bool {
    CommandTable.groups.contains { $0.name == command.words[0] }
  }

  /// The width of the text on a page of 78 columns, without the indentation.
  private static let width = 71

  /// The synopsis of a command, as its help prints it on a narrow terminal.
  private static func usage(_ command: CommandEntry) -> [String] {
    HelpText.forms(of: command).flatMap { form in
      TextLine(form, hang: 4).rows(within: width).map { $0.map(\.text).joined() }
    }
  }

  private static func write(_ command: CommandEntry, _ page: inout MdocWriter) {
    page.subsection("nightctl \(command.name)")
    page.code(usage(command))
    page.paragraph(["\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst())."])
    for option in command.options where option != .help {
      let term = option.name + (option.value.map { " " + $0 } ?? "")
      page.entry("`\(term)`", [option.summary])
    }
    for block in MarkdownBlock.blocks(of: lines(of: command.notes)) {
      switch block {
      case .code(let code): page.code(code)
      case .paragraph(let lines), .item(let lines): page.paragraph(lines)
      case .heading, .table: continue
      }
    }
  }

  /// Converts notes to lines of Markdown; their indented lines become code, as in the
  /// documentation.
  private static func lines(of notes: String) -> [String] {
    notes.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("  ") ? "    " + line.drop { $0 == " " } : String(line)
    }
  }

  private static let codes = [
    ("0", "The command is done."), ("1", "nightd refused the request, or a check found a problem."),
    ("2", "The command was used wrongly; nothing was changed."),
    ("3", "No daemon, no bus, or no answer from the terminal."),
    ("4", "The output could not be written."),
    ("141", "The program that reads the output closed the pipe before nightctl wrote to it."),
  ]

  private static let variables = [
    (
      "COLUMNS",
      "a number of columns, which overrides the width of the terminal; text that is printed on a "
        + "terminal breaks between words at this width"
    ),
    ("DBUS_SESSION_BUS_ADDRESS", "the session bus; if unset, `$XDG_RUNTIME_DIR/bus`"),
    (
      "NIGHTD_FORCE_STYLE",
      "`light` or `dark`: the style that `nightctl get` and `nightctl watch` report; see "
        + "`nightctl run`"
    ),
    ("NO_COLOR", "if it is not empty, nightctl prints neither colours nor bold text"),
    (
      "TERM",
      "the kind of terminal; if it is empty, is `dumb` or begins with `vt`, nightctl prints neither "
        + "colours nor bold text"
    ),
    (
      "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR",
      "the folders of the files that nightd(8) lists"
    ),
  ]

  private static let files = [
    (
      "$XDG_RUNTIME_DIR/nightd",
      "the state that nightd publishes; `nightctl get` reads it without a bus"
    ),
    ("~/.config/nightd/config.json5", "your hand-written preferences; see nightd.conf(5)"),
    ("~/.config/nightd/hooks.d", "your hooks; see nightd-hooks(7)"),
    ("~/.local/share/nightd/themes", "your themes; see nightd-theme(5)"),
  ]
}
