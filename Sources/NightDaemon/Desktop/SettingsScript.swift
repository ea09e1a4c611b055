/// What runs as the source `gsettings`, since no more than its printed lines are needed of GSettings.
///
/// It prints changes as `KEY: VALUE`. For each command `read_all` it prints what holds now, as
/// `SCHEMA KEY VALUE`, and then a line with a dot. A schema that is not here is a line by itself.
package enum SettingsScript {
  /// Without the program there is no schema either.
  package static let nothingHere = "org.gnome.desktop.interface"

  package static let read = "read_all"
  package static let endOfReading = "."

  package static let schemaPrefix = "org.gnome.desktop."

  // The shell itself does nothing but read, so that it sees the end of its input, and with it that of
  // nightd, whatever hangs beside it. Whichever part ends takes the whole group with it: a monitor only
  // after a while, since it ends with the bus, and the end of a unit must not be heard before that of
  // the bus; Daemon says why.
  package static let text = #"""
    exec 2>/dev/null
    schemas='org.gnome.desktop.interface org.gnome.desktop.a11y.interface'
    trap 'kill 0' EXIT

    main() {
      for schema in $schemas; do
        {
          gsettings monitor $schema
          gsettings list-keys $schema >/dev/null && sleep 1 && kill 0
          echo $schema
        } &
      done
    }

    \#(read)() {
      { for schema in $schemas; do gsettings list-recursively $schema; done; echo .; } </dev/null &
    }
    """#
}
