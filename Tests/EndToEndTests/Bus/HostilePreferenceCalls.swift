import NightBus
import TestSupport

/// Invalid calls about preferences.
extension HostileCallTests {
  private static func ask(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [String],
    _ name: String,
    _ sentence: String
  ) -> Bad {
    Bad(
      interface: interface,
      member: member,
      arguments: arguments.map(BusValue.string),
      name: night(name),
      sentence: sentence
    )
  }

  private static let plain =
    "an application's identifier must be a non-empty text without control characters"
  private static let letters =
    "is not a key: a key has letters, digits, - and _, in parts with dots between them"

  private static func readings(_ member: MemberName) -> [Bad] {
    let isExplaining = member == "Explain"
    func bad(_ app: String, _ key: String, _ name: String, _ sentence: String) -> [Bad] {
      [.preferences, .control].map { ask($0, member, [app, key], name, sentence) }
    }
    var all = bad(
      "",
      "fdae",
      "UnknownKey",
      "“fdae” is not a key that nightd knows; did you mean fade?"
    )
    all += bad("", "theme", "UnknownKey", "“theme” is not a key that nightd knows")
    all += bad("", "app.X", "UnknownKey", "“app.X” is not a key that nightd knows")
    all += bad("", "", "InvalidValue", "“” \(letters)")
    all += bad("X", "a..b", "InvalidValue", "“a..b” \(letters)")
    all += bad("X", "a\u{1b}", "InvalidValue", "“aU+001B” \(letters)")
    all += bad("X", "a.b.c.d.e.f.g.h.i", "LimitExceeded", "a key has at most 8 parts")
    all += bad("X", million, "LimitExceeded", "a key has at most 255 bytes")
    all += bad("a\nb", "fade", "InvalidValue", plain)
    all += bad(
      million,
      "fade",
      "LimitExceeded",
      "an application's identifier has at most 255 bytes"
    )
    for key in ["location.latitude", "location.longitude"] {
      all.append(
        ask(
          .preferences,
          member,
          ["", key],
          "Private",
          "\(key) is private; only the interface org.nightd.Night1.Control returns its value"
        )
      )
    }
    if !isExplaining {
      let none = "is not set, and there is no default for it"
      all += bad("X", "nothing.at-all", "NotSet", "nothing.at-all of “X” \(none)")
    }
    return all
  }

  private static func edit(_ app: String, _ key: String, _ values: [BusValue]) -> BusValue {
    .structure([
      .string(app), .string(key), .array(.variant, values.map { .variant($0) }),
    ])
  }

  private static func write(
    _ edits: [BusValue],
    _ options: [(String, BusValue)],
    gives name: String,
    _ sentence: String
  ) -> Bad {
    let type = BusType.structure([.string, .string, .array(.variant)])
    return Bad(
      member: "Write",
      arguments: [.array(type, edits), .options(options)],
      name: night(name),
      sentence: sentence
    )
  }

  private static func write(
    _ app: String,
    _ key: String,
    _ values: BusValue...,
    gives name: String,
    _ sentence: String
  ) -> Bad {
    write([edit(app, key, values)], [], gives: name, sentence)
  }

  private static let fade = "fade takes a whole number from 0 to 10000 (milliseconds), and this is"
  private static let noValue = "is not one that a preference can have"

  private static func nested(_ depth: Int) -> BusValue {
    (1..<depth).reduce(BusValue.array(.variant, [])) { inner, _ in
      .array(.variant, [.variant(inner)])
    }
  }

  private static let writings: [Bad] = [
    write(
      "",
      "fdae",
      .int32(1),
      gives: "UnknownKey",
      "“fdae” is not a key that nightd knows; did you mean fade?"
    ),
    write(
      "",
      "fdae",
      gives: "UnknownKey",
      "“fdae” is not a key that nightd knows; did you mean fade?"
    ),
    write("", "theme", gives: "UnknownKey", "“theme” is not a key that nightd knows"),
    write("", "app", gives: "UnknownKey", "“app” is not a key that nightd knows"),
    write("", "", .int32(1), gives: "InvalidValue", "“” \(letters)"),
    write("", "", gives: "InvalidValue", "“” \(letters)"),
    write("X", "", .int32(1), gives: "InvalidValue", "“” \(letters)"),
    write("a\u{7}", "", gives: "InvalidValue", plain),
    write(million, "", gives: "LimitExceeded", "an application's identifier has at most 255 bytes"),
    write("X", million, .int32(1), gives: "LimitExceeded", "a key has at most 255 bytes"),
    write("", "fade", .int32(-1), gives: "InvalidValue", "\(fade) -1"),
    write("", "fade", .double(5), gives: "InvalidValue", "\(fade) 5.0"),
    write("", "fade", .string("5"), gives: "InvalidValue", "\(fade) the string “5”"),
    write("", "fade", .array(.byte, []), gives: "InvalidValue", "\(fade) data"),
    write("", "fade", .options([]), gives: "InvalidValue", "\(fade) a dictionary"),
    write("", "fade", .structure([.int64(0)]), gives: "InvalidValue", "\(fade) a date"),
    write(
      "",
      "choice",
      .string("dark"),
      gives: "InvalidValue",
      "choice is changed by nightctl set and can only be deleted here"
    ),
    write(
      "",
      "location.latitude",
      .double(91.5),
      gives: "InvalidValue",
      "location.latitude takes a number from -90 to 90 (degrees north)"
    ),
    write(
      "X",
      "a",
      .int32(1),
      .int32(2),
      gives: "InvalidValue",
      "the value of a of “X” \(noValue)"
    ),
    write("X", "a", .objectPath("/a"), gives: "InvalidValue", "the value of a of “X” \(noValue)"),
    write("X", "a", .uint64(.max), gives: "InvalidValue", "the value of a of “X” \(noValue)"),
    write("X", "a", .double(.nan), gives: "InvalidValue", "the value of a of “X” \(noValue)"),
    write("X", "a", .double(-.infinity), gives: "InvalidValue", "the value of a of “X” \(noValue)"),
    write(
      "X",
      "a",
      .structure([.int64(.max)]),
      gives: "InvalidValue",
      "the value of a of “X” \(noValue)"
    ),
    write(
      "X",
      "a",
      .structure([.int64(0), .int64(0)]),
      gives: "InvalidValue",
      "the value of a of “X” \(noValue)"
    ),
    write(
      "X",
      "a",
      .dictionary(.int32, .string, []),
      gives: "InvalidValue",
      "the value of a of “X” \(noValue)"
    ),
    write(
      "X",
      "a",
      .options([("twice", .int32(1)), ("twice", .int32(2))]),
      gives: "InvalidValue",
      "the value of a of “X” \(noValue)"
    ),
    write(
      "X",
      "a",
      .array(.variant, [.variant(.objectPath("/"))]),
      gives: "InvalidValue",
      "the value of a of “X” \(noValue)"
    ),
    write("X", "a", nested(9), gives: "LimitExceeded", "a has more than 8 nested levels"),
    write(
      "X",
      "a",
      .string(String(repeating: "x", count: 65_535)),
      gives: "LimitExceeded",
      "a is larger than 64 KiB"
    ),
    write("X", "a", .string(million), gives: "LimitExceeded", "a is larger than 64 KiB"),
    write(
      [edit("X", "a", [.int32(5)]), edit("X", "a.b", [.int32(5)])],
      [],
      gives: "InvalidValue",
      "a is set and is not a dictionary, so a.b cannot be set below it"
    ),
    write(
      [BusValue](repeating: edit("", "fade", []), count: 4_097),
      [],
      gives: "LimitExceeded",
      "a call makes at most 4096 changes"
    ),
    write(
      (0..<4_096).map { edit("X", "k\($0)", [.int32(1)]) },
      [("revison", .uint64(1))],
      gives: "UnknownOption",
      "“revison” is not an option of this call; nothing was changed"
    ),
    write(
      [],
      [("revision", .int32(1))],
      gives: "InvalidValue",
      "the option “revision” is a number (t)"
    ),
    write(
      [],
      [("revision", .uint64(.max))],
      gives: "Conflict",
      "another change was stored after revision 9223372036854775807; nothing was changed"
    ),
    ask(.control, "SetFor", ["", "dark"], "InvalidValue", plain),
    ask(.control, "SetFor", ["a\nb", "dark"], "InvalidValue", plain),
    ask(
      .control,
      "SetFor",
      [million, "dark"],
      "LimitExceeded",
      "an application's identifier has at most 255 bytes"
    ),
    ask(
      .control,
      "SetFor",
      ["X", ""],
      "InvalidValue",
      "“” is not a choice for an application; expected light, dark or follow"
    ),
    ask(
      .control,
      "SetFor",
      ["X", "system"],
      "InvalidValue",
      "“system” is not a choice for an application; expected light, dark or follow"
    ),
  ]

  static let preferences: [Bad] =
    ["Read", "Origin", "Explain"].flatMap(readings)
    + [InterfaceName.preferences, .control].flatMap { interface in
      [
        ask(interface, "ReadAll", ["a\nb"], "InvalidValue", plain),
        ask(
          interface,
          "ReadAll",
          [million],
          "LimitExceeded",
          "an application's identifier has at most 255 bytes"
        ),
      ]
    } + writings

  private static let two: [MemberName] = ["Read", "Origin", "Explain"]

  static let preferenceShapes: [Bad] =
    [InterfaceName.preferences, .control].flatMap { interface in
      two.flatMap { member in
        [
          types(interface, member, "ss", []), types(interface, member, "ss", [.string("")]),
          types(interface, member, "ss", [.string(""), .string("fade"), .string("")]),
          types(interface, member, "ss", [.objectPath("/"), .string("fade")]),
          types(interface, member, "ss", [.variant(.string("")), .string("fade")]),
        ]
      } + [
        types(interface, "ReadAll", "s", []), types(interface, "ReadAll", "s", [.int32(1)]),
        types(interface, "Applications", "", [.string("")]),
      ]
    } + [
      types(.control, "Write", "a(ssav)a{sv}", []),
      types(.control, "Write", "a(ssav)a{sv}", [none, none]),
      types(.control, "Write", "a(ssav)a{sv}", [.strings([]), none]),
      types(
        .control,
        "Write",
        "a(ssav)a{sv}",
        [.array(.structure([.string, .string, .variant]), []), none]
      ),
      types(.control, "Write", "a(ssav)a{sv}", [edit("", "fade", []), none]),
      types(.control, "UseThemeFor", "ssa{sv}", [.string("X"), .string("midnight")]),
      types(.control, "SetFor", "ss", [.string("X")]),
      types(.control, "SetFor", "ss", [.string("X"), .string("dark"), none]),
      types(.control, "Export", "", [.string("")]), types(.control, "Check", "", [none]),
    ]
}
