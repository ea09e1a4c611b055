import Glibc
import TestSupport
import Testing

/// A fake program `gsettings`, and the settings that it prints.
struct MadeUpSettings {
  static let interface = "org.gnome.desktop.interface"
  static let accessibility = "org.gnome.desktop.a11y.interface"

  let folder: TemporaryFolder

  /// An environment whose PATH begins with the fake program's folder.
  var environment: [String: String] {
    ["PATH": "\(folder.file("bin")):\(Tool.searchPath)", "FOLDER": folder.path]
  }

  /// Makes the fake program; `monitor` is shell code that the fake `gsettings monitor` runs first.
  init(_ values: KeyValuePairs<String, String>, monitor: String = ":") throws {
    folder = try TemporaryFolder()
    for schema in [Self.interface, Self.accessibility] { try folder.write("", to: schema) }
    try set(values)
    try folder.write(
      """
      #!/bin/sh
      echo "$@" >>"$FOLDER/calls"
      case $1 in
      list-keys) [ -e "$FOLDER/$2" ] ;;
      list-recursively) [ -e "$FOLDER/$2" ] && cat "$FOLDER/values.$2" ;;
      monitor)
        # Lines that are written before tail starts are printed too.
        size=$(wc -c <"$FOLDER/$2")
        echo $$ >>"$FOLDER/monitors"
        \(monitor)
        exec tail -c +$((size + 1)) -f "$FOLDER/$2"
        ;;
      esac

      """,
      to: "bin/gsettings"
    )
    _ = try Program.run("chmod", ["+x", folder.file("bin/gsettings")])
  }

  /// Changes the values that `gsettings list-recursively` prints, but lets the monitors print
  /// nothing.
  func set(_ values: KeyValuePairs<String, String>) throws {
    for schema in [Self.interface, Self.accessibility] {
      let lines = values.filter { Self.schema(of: $0.key) == schema }
        .map { "\(schema) \($0.key) \($0.value)\n" }
      try folder.write(lines.joined(), to: "values.\(schema)")
    }
  }

  /// Makes the running monitors print a line.
  func tell(_ key: String, _ value: String) throws {
    let file = folder.file(Self.schema(of: key))
    let told = try Program.run("sh", ["-c", #"echo "$1" >>"$0""#, file, "\(key): \(value)"])
    try #require(told.exit == .exited(0))
  }

  var calls: [Substring] { (folder.text("calls") ?? "").split(separator: "\n") }

  /// The processes of all monitors, in the order in which they started.
  var monitors: [Int32] {
    (folder.text("monitors") ?? "").split(separator: "\n").compactMap { Int32($0) }
  }

  /// The monitors that are still running.
  ///
  /// A monitor that has ended does not count, even before it is reaped.
  var liveMonitors: [Int32] { monitors.filter { ForeignProcess($0)?.hasEnded == false } }

  private static func schema(of key: String) -> String {
    key == "high-contrast" ? accessibility : interface
  }
}
