import TestSupport
import Testing

/// What `nightctl prefs edit` does if the editor leaves no regular file.
extension PreferenceEditTests {
  @Test(
    "If the editor leaves a pipe in place of the file, `prefs edit` fails and keeps no copy",
    .timeLimit(.minutes(1))
  )
  func pipe() throws {
    let finished = try edit("f() { rm \"$1\"; mkfifo \"$1\"; }; f")
    #expect(finished.exit == .exited(1), "\(finished)")
    #expect(
      finished.errors == "nightctl: the editor left no file that can be read, and nothing was "
        + "changed\n"
    )
    #expect(home.list(Self.folder) == [])
  }

  @Test(
    "If the editor puts a folder or dangling link in the file's place, `prefs edit` keeps no copy"
  )
  func noFile() throws {
    for editor in ["mkdir \"$1\"", "ln -s nowhere \"$1\"", "mkdir \"$1\"; return 3"] {
      let finished = try edit("f() { rm \"$1\"; \(editor); }; f")
      #expect(finished.exit == .exited(1), "\(finished)")
      #expect(
        finished.errors == "nightctl: the editor left no file that can be read, and nothing was "
          + "changed\n"
      )
      #expect(home.list(Self.folder) == [])
    }
  }

  @Test("If the editor leaves a folder with files in place of the file, the error shows the folder")
  func filledFolder() throws {
    let finished = try edit("f() { rm \"$1\"; mkdir \"$1\"; echo mine >\"$1/file\"; }; f")
    #expect(finished.exit == .exited(1), "\(finished)")
    let copy = try #require(home.list(Self.folder).first)
    #expect(
      finished.errors == "nightctl: the editor left no file that can be read, and nothing was "
        + "changed; remove \(home.file(Self.folder))/\(copy) if you do not need it\n"
    )
    #expect(home.text("\(Self.folder)/\(copy)/file") == "mine\n")
  }

  @Test("If the editor removes the file, `prefs edit` fails and changes nothing")
  func removed() throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    for editor in ["rm", "f() { rm \"$1\"; return 3; }; f"] {
      let finished = try edit(editor)
      #expect(finished.exit == .exited(1), "\(finished)")
      #expect(
        finished.errors
          == "nightctl: the editor removed the file that it was given; nothing was changed\n"
      )
      #expect(home.text(Self.config) == "{fade: 1}")
      expectNoCopy()
    }
  }
}
