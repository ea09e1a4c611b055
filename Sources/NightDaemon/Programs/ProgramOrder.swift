/// A program to run beside nightd, and what it needs.
package struct ProgramOrder: Sendable {
  /// What it is for, in a few letters: part of its unit's name.
  package var name: String
  /// One sentence for who looks at the unit.
  package var purpose: String
  /// The first one is an absolute path.
  package var words: [String]
  /// What a shell reads before all else from its input; nil if the program is no such shell.
  package var script: ShellScript?
  /// Added to the environment that programs of the session have.
  package var environment: [String: String]
  /// Whether it gets a pipe to read from, which ends with nightd however that ends; else nothing.
  package var takesInput: Bool
  /// Whether what it complains of is part of its output; else it goes where nightd's own goes.
  package var joinsErrors: Bool
  /// How long its manager lets it run, should nightd be gone by then; nil where it may for ever.
  package var limitMilliseconds: Int?
  /// Whether nightd runs as a unit itself, so that its manager must be somewhere.
  package var isOwnerUnit: Bool
  package var memoryBytes: UInt64
  package var tasks: UInt64
  /// How long the manager may take to say that it starts it.
  package var startMilliseconds: Int

  package init(
    name: String,
    purpose: String,
    words: [String] = ShellScript.words,
    script: ShellScript? = nil,
    environment: [String: String] = [:],
    takesInput: Bool = false,
    joinsErrors: Bool = false,
    limitMilliseconds: Int? = nil,
    isOwnerUnit: Bool = false,
    memoryBytes: UInt64 = 256 << 20,
    tasks: UInt64 = 64,
    startMilliseconds: Int = 10_000
  ) {
    self.name = name
    self.purpose = purpose
    self.words = words
    self.script = script
    self.environment = environment
    self.takesInput = takesInput
    self.joinsErrors = joinsErrors
    self.limitMilliseconds = limitMilliseconds
    self.isOwnerUnit = isOwnerUnit
    self.memoryBytes = memoryBytes
    self.tasks = tasks
    self.startMilliseconds = startMilliseconds
  }
}
