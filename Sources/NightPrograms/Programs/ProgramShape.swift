package import NightCore

/// The members of a description, each with a sentence that explains it.
package enum ProgramShape {
  /// The JSON Schema of `program.json5`.
  package static var document: JSON {
    guard case .object(let members) = program.schema else { return .null }
    return .object(
      [
        JSON.Member(name: "$schema", value: .string(JSONSchema.dialect)),
        JSON.Member(name: "title", value: .string("nightd program")),
      ]
        + members.map { member in
          guard member.name == "properties", case .object(let properties) = member.value else {
            return member
          }
          let (name, value) = JSONSchema.referenceMember
          return JSON.Member(
            name: "properties",
            value: .object([JSON.Member(name: name, value: value)] + properties)
          )
        }
    )
  }

  private typealias Member = Shape.Member
  private static let names = Shape.Kind.oneOrMore(.sentence, most: 64)
  private static let pair = Shape.Kind.list(.sentence, least: 2, most: 2)
  private static let paths = Shape.Kind.oneOrMore(
    .either(
      .object(
        Shape([
          Member("path", .template, required: true, "the path"),
          Member("when", .object(condition), "the condition under which this path is used"),
        ])
      ),
      .template
    ),
    most: 16
  )

  static let program = Shape([
    Member("title", .sentence, required: true, "the name that lists show"),
    Member(
      "group",
      .word(Program.Group.allCases.map(\.rawValue)),
      "the list that shows the program"
    ),
    Member(
      "programs",
      names,
      "file names in PATH; the program counts as installed if one is found"
    ),
    Member(
      "paths",
      names,
      "paths; the program counts as installed if one exists; * matches the name of any one "
        + "folder"
    ),
    Member(
      "follows",
      .word(["by itself", "on request"]),
      "whether the program follows the style by itself, or only after the command nightctl "
        + "programs on; by default, on request"
    ),
    Member(
      "source",
      .word(DesktopSource.withPrograms),
      "the source of the desktop's style that reports these settings"
    ),
    Member(
      "when",
      .oneOrMore(.object(condition), most: 8),
      "the conditions under which the program follows; one of them must hold"
    ),
    Member(
      "tried",
      .object(
        Shape([
          Member("version", .sentence, required: true, "the version of the program"),
          Member("on", .sentence, "the day, such as 2026-11-26"),
        ])
      ),
      "the version of the program that was tested"
    ),
    Member("note", .sentence, "what people should know before they switch it on"),
    Member("files", .list(.object(file), most: 16), "files of nightd's own, each from a template"),
    Member(
      "edits",
      .list(.object(edit), most: 8),
      "a line to add to the user's file, and values to set in files and stores; of several lines, "
        + "nightd adds the first whose condition holds"
    ),
    Member(
      "tell",
      .list(.object(tell), most: 16),
      "how running programs get the colours, in order"
    ),
    Member(
      "restore",
      .list(.object(tell), most: 16),
      "how running programs get their own colours back; by default, the signals of “tell”"
    ),
    Member("overrides", .object(overrides), "what else in the user's files sets the same colours"),
    Member("blocked", .list(.object(block), most: 8), "why the program cannot take the colours"),
    Member(
      "decides",
      .list(.object(block), most: 8),
      "when something else decides, such as the program's own schedule or a shell, so that nightd leaves the program alone; “why” is advice on how to stop that"
    ),
    Member(
      "check",
      .list(.template, most: 32),
      "the command, without a shell, that fails if the program refuses its configuration"
    ),
    Member(
      "pictures",
      .list(.object(pictures), most: 32),
      "desktops and programs that keep the wallpaper in settings; the first that runs is used"
    ),
    Member("code", .word(ProgramCode.names), "nightd's own code for what this file cannot express"),
  ]).ruled([
    .init(needs: ["programs", "paths"])
  ])

  private static let condition = Shape([
    Member("exists", .oneOrMore(.template, most: 16), "one of these paths exists"),
    Member("missing", .oneOrMore(.template, most: 16), "none of these paths exists"),
    Member("installed", names, "one of these programs is in PATH"),
    Member("notInstalled", names, "none of these programs is in PATH"),
    Member("knows", pair, "a program and a word; the program's file contains the word"),
    Member("lacks", pair, "a program and a word; the program's file lacks the word"),
    Member("holds", .template, "a template whose output is neither empty nor false"),
    Member(
      "variable",
      .list(.sentence, least: 2, most: 64),
      "a variable of the session, and the values that match"
    ),
    Member("running", names, "one of these programs runs"),
    Member(
      "contains",
      .list(.sentence, least: 2, most: 16),
      "a file, and texts; the file contains one of these texts"
    ),
    Member(
      "gsettings",
      .list(.sentence, least: 3, most: 16),
      "a schema of GSettings, a key, and the values that match"
    ),
    Member("desktop", .flag, "whether a desktop with a settings daemon of its own runs"),
  ])

  private static let file = Shape([
    Member("template", .sentence, required: true, "the name of the template in this folder"),
    Member("from", .sentence, "the program in whose folder the template is"),
    Member("name", .sentence, "the name in {{files.NAME}}; by default, the template's name"),
    Member("to", paths, "where the file goes; by default, nightd's own folder"),
    Member(
      "replaces",
      .flag,
      "whether the file replaces one of yours, which returns when the program is off"
    ),
    Member("when", .object(condition), "the condition for writing the file"),
    Member("custom", .texts, "texts for {{custom.NAME}} in the template"),
    Member(
      "digest",
      .flag,
      "whether the file's name includes a digest of its contents, because the program notices "
        + "only a new path"
    ),
  ])

  private static let edit = Shape([
    Member("file", paths, "the files; the program reads the first that exists"),
    Member(
      "format",
      .word(SettingsFormat.allCases.filter { $0 != .whole }.map(\.rawValue)),
      "the syntax of keys and values in the file, for “set”"
    ),
    Member("store", .object(store), "a store of settings, in place of a file, for “set”"),
    Member("section", .sentence, "the section of all keys in “set”"),
    Member("set", .list(.object(value), most: 64), "the keys to set, in place of a line to add"),
    Member(
      "new",
      paths,
      "the file to create if none of them exists; by default, the first of “file”"
    ),
    Member("line", .template, "the line"),
    Member(
      "at",
      .either(
        .object(
          Shape([
            Member("before", .sentence, "before the first line that equals this text"),
            Member("after", .sentence, "after the first line that equals this text"),
            Member(
              "beforeSections",
              .template,
              "before the first line that begins with [; if that line is this text, before the "
                + "next such line"
            ),
          ])
        ),
        .word(["start", "end"])
      ),
      "where the line goes; by default, the end"
    ),
    Member(
      "begins",
      .object(
        Shape([
          Member("if", .template, required: true, "the machine's file"),
          Member("line", .template, required: true, "the line that includes the machine's file"),
        ])
      ),
      "the first line of a new file, if the new file would hide a file of the machine"
    ),
    Member(
      "syntax",
      .word(FileSyntax.named.keys.sorted()),
      "the syntax that could make a line at the end of the file ineffective"
    ),
    Member("when", .object(condition), "the condition for adding the line"),
    Member("refuse", .list(.object(refusal), most: 8), "what keeps nightctl from adding the line"),
  ]).ruled([
    .init(needs: ["line", "set"]),
    .init("line", needs: ["file"], excludes: ["set", "store", "format", "section"]),
    .init("set", needs: ["format", "store"], excludes: ["at", "begins", "syntax", "refuse"]),
    .init("format", needs: ["file"]),
    .init("store", excludes: ["file", "new", "format", "section"]),
  ])

  private static let store = Shape([
    Member("schema", .sentence, "the schema of GSettings; any other store has commands"),
    Member("read", names, "the command that prints the value of the key {}"),
    Member("write", names, "the command that gives the key {} the value {=}"),
    Member("reset", names, "the command that removes the key {}"),
  ]).ruled([
    .init(needs: ["schema", "read"]),
    .init("schema", excludes: ["read", "write", "reset"]),
    .init("read", needs: ["write"]),
    .init("write", needs: ["read"]),
    .init("reset", needs: ["read"]),
  ])

  private static let value = Shape([
    Member("key", .sentence, required: true, "the key"),
    Member("to", .template, "the value; if omitted, the value is the name of a theme"),
    Member("theme", .sentence, "the preference that names the theme, without .light or .dark"),
    Member(
      "twin",
      .word(ThemeKind.allCases.map(\.rawValue)),
      "where nightd looks for the light or dark variant of the user's theme"
    ),
    Member(
      "beside",
      .list(.sentence, least: 2, most: 2),
      "the schema and the key of the user's GTK theme; if only one of the two themes is dark, the "
        + "user has mixed them, and nightd keeps this one"
    ),
    Member("usual", .sentence, "the theme that the program uses without the key"),
    Member("ifSet", .flag, "whether nightd writes the key only if the user's file already has it"),
    Member(
      "insteadOf",
      .sentence,
      "the key that names a theme; if that theme has dark colours of its own but no twin, this "
        + "value selects those colours"
    ),
  ]).ruled([
    .init(needs: ["to", "theme", "twin"]),
    .init("to", excludes: ["theme", "twin", "usual"]),
    .init("insteadOf", needs: ["to"]),
  ])

  private static let refusal = Shape([
    Member("when", .object(condition), "the condition that the machine must meet"),
    Member(
      "if",
      .object(
        Shape([
          Member("blank", .flag, "whether the file is blank"),
          Member("lines", names, "a line of the file begins with one of these"),
          Member("contains", .sentence, "the file has this text"),
          Member(
            "firstLineIsNot",
            .sentence,
            "the file's first line that is not blank differs from this text"
          ),
          Member("tomlKey", .sentence, "the TOML file has this key or table at its top"),
          Member("section", .sentence, "the first line of a section begins with this; see “keys”"),
          Member("keys", names, "a line of the section begins with one of these"),
        ])
      ),
      "the properties of the file that cause the refusal"
    ),
    Member("why", .template, required: true, "the reason, with advice"),
    Member(
      "advice",
      .word(Program.Refusal.Advice.allCases.map(\.rawValue)),
      "what the user has to do: add the line, write something else, or change something first"
    ),
  ])

  private static let tell = Shape([
    Member("signal", .word(["HUP", "USR1", "USR2"]), "the signal to send"),
    Member("to", names, "the programs that get the signal if they handle it"),
    Member("run", .list(.template, most: 32), "a command, without a shell"),
    Member("ifRunning", names, "the command runs only if one of these programs runs"),
    Member(
      "mode",
      .list(.template, most: 32),
      "a command that prints light or dark: the style that the running program shows now"
    ),
    Member("each", .template, "the command runs once for each path that matches; {} is the path"),
    Member("terminals", .template, "the bytes for terminals"),
    Member("of", names, "the terminal programs that get the bytes; by default, all"),
    Member("when", .object(condition), "the condition"),
  ]).ruled([
    .init(needs: ["signal", "run", "terminals"]),
    .init("signal", needs: ["to"], excludes: ["run", "terminals"]),
    .init("to", needs: ["signal"]),
    .init("run", excludes: ["terminals"]),
    .init("each", needs: ["run"], excludes: ["ifRunning", "mode"]),
    .init("ifRunning", needs: ["run"]),
    .init("mode", needs: ["run"]),
    .init("of", needs: ["terminals"]),
  ])

  private static let overrides = Shape([
    Member("keys", names, "the words in the user's file that set what nightd's file sets"),
    Member("after", names, "the commands that set a key; by default, a line begins with the key"),
    Member("unless", names, "a command with one of these words does not set the colours"),
    Member("phrases", names, "beginnings of other lines that set the colours"),
    Member("include", names, "the words with which a line includes other files"),
    Member("files", names, "files that are read after nightd's"),
  ])

  private static let block = Shape([
    Member("when", .object(condition), required: true, "the condition"),
    Member("why", .template, required: true, "the reason, with advice"),
  ])

  private static let pictures = Shape([
    Member("name", .sentence, required: true, "the name in nightd's record of your own pictures"),
    Member(
      "running",
      names,
      required: true,
      "the programs that use these settings; one of them must be running"
    ),
    Member(
      "list",
      names,
      "the command that prints one line for each setting: the key, alone or with “until” and other "
        + "text after it"
    ),
    Member("until", .template, "the text after the key in a line"),
    Member("after", .template, "the text before the value in a line; by default, “until”"),
    Member("ending", .sentence, "only keys with this ending are used"),
    Member(
      "all",
      .template,
      "the key for all screens; with “list”, used only if “list” prints no key"
    ),
    Member("light", .sentence, "the key of the light picture, in place of “list”"),
    Member("dark", .sentence, "the key of the dark picture"),
    Member(
      "read",
      names,
      "the command that prints the value of the key {}, unless “list” prints it"
    ),
    Member(
      "prepare",
      names,
      "the command to run before “write”; it may fail, because not every version knows it"
    ),
    Member(
      "write",
      names,
      required: true,
      "the command that gives the key {} the value {=}; {json} is the key and the value as a JSON "
        + "object"
    ),
    Member("value", .template, "a picture as a value: {=} is its path, {url} its path in a URL"),
  ]).ruled([
    .init(needs: ["list", "light", "dark", "all"]),
    .init("list", excludes: ["light", "dark"]),
    .init("light", needs: ["read"]),
    .init("dark", needs: ["read"]),
    .init("until", needs: ["list"]),
    .init("after", needs: ["until"]),
    .init("ending", needs: ["list"]),
    .init("all", needs: ["list", "read"]),
  ])
}
