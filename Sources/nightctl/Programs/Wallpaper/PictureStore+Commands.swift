import NightCore
import NightPrograms

extension PictureStore {
  /// Whether one of its programs runs, and its commands are installed.
  func isHere(_ finder: ProgramFinder, _ processes: Processes) -> Bool {
    !processes.running(running).isEmpty
      && [list, read, write].compactMap(\.first).allSatisfy { finder.path(of: $0) != nil }
  }

  /// The settings as they are.
  func values(_ run: AwaitedCommand) throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    for key in [light, dark].compactMap(\.self) { values[key] = "" }
    if !list.isEmpty {
      do throws(Failure) { values = self.values(in: try run.output(list)) } catch {
        // Newer versions of a program may no longer list its settings.
        guard all != nil else { throw error }
      }
    }
    if let all, values.isEmpty { values[all] = "" }
    guard !read.isEmpty else { return values }
    for key in values.keys {
      let text = try run.output(read.map { $0.filled([("{}", key)]) })
      values[key] = String(text.trimmed { " \n\t\r".contains($0) })
    }
    return values
  }

  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      let pair = JSON.object([.init(name: key, value: .string(value))]).text(pretty: false)
      let words = [("{}", key), ("{=}", value), ("{json}", pair)]
      if !prepare.isEmpty { _ = try? run.output(prepare.map { $0.filled(words) }) }
      try run.output(write.map { $0.filled(words) })
    }
  }
}
