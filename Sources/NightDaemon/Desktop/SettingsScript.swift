/// What runs as the source `gsettings`, since no more than its printed lines are needed of GSettings.
///
/// It prints changes as `KEY: VALUE`. For each line that it reads it prints what holds now, as
/// `SCHEMA KEY VALUE`, and then a line with a dot.
package enum SettingsScript {
  /// The answer where there is no such program here, or nothing that it could tell of.
  package static let nothingHere: Int32 = 69

  package static let endOfReading = "."

  package static let schemaPrefix = "org.gnome.desktop."

  // The shell itself does nothing but read, so that it sees the end of its input, and with it that of
  // nightd, whatever hangs beside it. Whichever part ends takes the whole group with it.
  package static let text = #"""
    exec 2>/dev/null
    command -v gsettings >/dev/null || exit 69
    schemas=org.gnome.desktop.interface
    gsettings list-keys $schemas >/dev/null || exit 69
    more=org.gnome.desktop.a11y.interface
    if gsettings list-keys $more >/dev/null; then schemas="$schemas $more"; fi
    for schema in $schemas; do
      { gsettings monitor $schema; kill 0; } </dev/null &
    done
    while read -r line; do
      { for schema in $schemas; do gsettings list-recursively $schema; done; echo .; } </dev/null &
    done
    kill 0
    """#
}
