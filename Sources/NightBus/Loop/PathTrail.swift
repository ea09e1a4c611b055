/// The way to a file: what has to stay as it is for the path to lead where it leads.
struct PathTrail {
  struct Step {
    /// The number of a watched folder; -1 where it cannot be watched.
    let folder: Int32
    /// Empty where only the folder itself counts.
    let name: String
    /// What would have to happen there.
    let kinds: UInt32
  }

  /// The last one is the file's own.
  var steps: [Step] = []
  /// Whether something stands at the end.
  var isThere = false
  /// A folder on it that cannot be watched though it should be.
  var obstacle: PathWatch.Obstacle?

  mutating func add(_ folder: Int32, _ name: String, _ kinds: UInt32) {
    steps.append(Step(folder: folder, name: name, kinds: kinds))
  }
}
