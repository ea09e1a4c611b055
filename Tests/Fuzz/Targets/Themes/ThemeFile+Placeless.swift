import NightCore

extension ThemeFile {
  /// The file, without the positions of its parts.
  var placeless: ThemeFile {
    let start = Position(line: 1, column: 1)
    var file = self
    file.parentPosition = nil
    for index in file.palette.indices { file.palette[index].term.position = start }
    for index in file.entries.indices {
      file.entries[index].position = start
      file.entries[index].fields = []
      if case .color(var term) = file.entries[index].written {
        term.position = start
        file.entries[index].written = .color(term)
      }
    }
    return file
  }
}
