/// The style, as nightctl and NightKit write it.
package enum Style: String, Decodable, CaseIterable, Sendable {
  case light, dark
}

/// The reply of `nightctl why --json`.
///
/// In all reports, the names are those of docs/nightctl.md, without the dashes. Members that the
/// window does not show are left out.
package struct WhyReport: Decodable, Equatable, Sendable {
  package var style: Style
  package var choice: String
  package var chosen: Bool
  package var theme: String
  package var reason: String
  package var next: String?
  package var nextStyle: Style?
  package var holdUntil: String?
  package var by: String?
  package var why: [String]

  package init(
    style: Style,
    choice: String,
    chosen: Bool,
    theme: String,
    reason: String,
    next: String? = nil,
    nextStyle: Style? = nil,
    holdUntil: String? = nil,
    by: String? = nil,
    why: [String] = []
  ) {
    (self.style, self.choice, self.chosen, self.theme) = (style, choice, chosen, theme)
    (self.reason, self.next, self.nextStyle) = (reason, next, nextStyle)
    (self.holdUntil, self.by, self.why) = (holdUntil, by, why)
  }
}

/// The reply of `nightctl programs --json`.
package struct ProgramsReport: Decodable, Equatable, Sendable {
  package var programs: [Program]
  package var updates: [Update]

  package struct Program: Decodable, Equatable, Sendable {
    package var name: String
    package var title: String
    package var group: String
    package var follows: String
    package var on: Bool
    package var installed: Bool
    package var released: Bool?
    package var written: [String]?
    package var effective: Bool?
    package var reason: String?
    package var tried: String?
    package var note: String?

    var followsByItself: Bool { follows == "by itself" }
  }

  package struct Update: Decodable, Equatable, Sendable {
    package var name: String
    package var failed: Bool?
    package var words: String?
    package var output: String?
  }
}

/// The reply of `nightctl doctor --json`.
package struct DoctorReport: Decodable, Equatable, Sendable {
  package var findings: [Finding]
  package var fixable: [String]?

  package struct Finding: Decodable, Equatable, Sendable {
    package var code: String
    package var what: String
    package var means: String
    package var level: String
    package var lines: [String]
    package var command: String?
    package var file: String?
    package var content: String?
    package var group: String?
    package var entry: String?
  }
}

/// The reply of `nightctl theme list --json`.
package struct ThemesReport: Decodable, Equatable, Sendable {
  package var themes: [Theme]

  package struct Theme: Decodable, Equatable, Sendable {
    package var name: String
    package var style: Style?
    package var origin: String
    package var description: String?
    package var author: String?
    package var flaw: String?
    package var inEffect: Bool
    package var slots: [String]
  }
}

/// The reply of `nightctl theme show --json`.
package struct ColorsReport: Decodable, Equatable, Sendable {
  package var themes: [Theme]

  package struct Theme: Decodable, Equatable, Sendable {
    package var name: String
    package var values: [Value]
    package var contrasts: [Contrast]
  }

  /// A value of a theme; `value` is nil unless the value is a colour.
  package struct Value: Decodable, Equatable, Sendable {
    package var kind: String
    package var name: String
    package var color: String?

    private enum CodingKeys: String, CodingKey {
      case kind, name
      case color = "value"
    }

    package init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      kind = try members.decode(String.self, forKey: .kind)
      name = try members.decode(String.self, forKey: .name)
      color = kind == "color" ? try members.decode(String.self, forKey: .color) : nil
    }
  }

  package struct Contrast: Decodable, Equatable, Sendable {
    package var role: String
    package var on: String
    package var contrast: Double
  }
}

/// The reply of `nightctl schedule --json`.
package struct ScheduleReport: Decodable, Equatable, Sendable {
  package var days: [Day]
  package var rules: [String]
  package var zone: String
  package var placeFrom: String
  package var geoclue: String?
  package var latitude: Double?
  package var longitude: Double?
  package var choice: String

  package struct Day: Decodable, Equatable, Sendable {
    package var date: String
    package var style: Style
    package var transitions: [Transition]
  }

  package struct Transition: Decodable, Equatable, Sendable {
    package var time: String
    package var style: Style
  }
}

/// The reply of `nightctl schedule simulate --json`.
package struct SimulationReport: Decodable, Equatable, Sendable {
  package var zone: String
  package var place: String?
  package var from: String
  package var to: String
  package var style: Style
  package var transitions: [Transition]

  package struct Transition: Decodable, Equatable, Sendable {
    package var time: String
    package var local: String
    package var style: Style
  }
}

/// What the window must know about nightd's preferences.
package struct PreferencesReport: Equatable, Sendable {
  /// For each locked preference, the place of its lock, as `FILE:LINE:COLUMN`.
  package var locks: [String: String]
  /// Whether nightd may not write the settings of other programs, as after an undo.
  package var keepsOff: Bool

  package init(locks: [String: String] = [:], keepsOff: Bool = false) {
    self.locks = locks
    self.keepsOff = keepsOff
  }

  /// The preferences whose locks the window shows.
  package static let keys = [
    "choice", "location.latitude", "programs", "schedule", "theme.dark", "theme.light",
  ]
}

/// The reply of `nightctl prefs explain --json`.
package struct ExplainReport: Decodable, Equatable, Sendable {
  package var key: String
  package var layers: [Layer]

  package struct Layer: Decodable, Equatable, Sendable {
    package var lock: String?
  }
}

/// A command of nightctl that has ended.
package struct CommandResult: Equatable, Sendable {
  package var code: Int32
  package var output: String
  package var errors: String

  package init(code: Int32, output: String = "", errors: String = "") {
    self.code = code
    self.output = output
    self.errors = errors
  }

  /// What nightctl or nightd-icon wrote to standard error, without the name of the program before
  /// each line.
  package var message: String {
    errors.split(separator: "\n").map { line in
      let name = ["nightctl: ", "nightd-icon: "].first(where: line.hasPrefix) ?? ""
      return String(line.dropFirst(name.count))
    }
    .joined(separator: "\n")
  }
}
