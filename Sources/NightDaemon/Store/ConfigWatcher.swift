package import NightBus
package import NightCore
package import NightStore

/// Reads and parses the hand-written files on a thread other than the loop's, and follows them.
package final class ConfigWatcher {
  /// Called with the contents of all files (the preference layers) after one of the files has
  /// changed.
  package var onChange: (Layers) -> Void = { _ in }

  private let files: LayerFiles
  private let loop: Loop
  private let follower: FileFollower<FileReading.Content>
  /// How long the daemon, at its start, waits for the hand-written files.
  private static let startMilliseconds = 1_000
  /// The preference layers that were reported last.
  private var layers = Layers()

  package init(_ files: LayerFiles, on loop: Loop, log: Log, graceMilliseconds: Int = 300) {
    self.files = files
    self.loop = loop
    follower = FileFollower(
      Dictionary(uniqueKeysWithValues: files.paths.map { ($0, $0) }),
      on: loop,
      graceMilliseconds: graceMilliseconds,
      onUnwatched: { log.warning(Messages.filesNotWatched(in: $0, $1)) },
      { path, _ in
        let reading = files.read(path)
        return .init(content: reading.content, isHalf: reading.isHalf)
      }
    )
    follower.onChange = { [unowned self] then in parse(then) }
    follower.onSilence = { [unowned self] _ in
      // Parse the files' contents here, on the loop's thread, because the thread that usually
      // parses them hangs.
      layers = Layers(texts, after: layers)
      onChange(layers)
    }
  }

  /// Begins to read the hand-written files, so that `load` has less to wait for.
  package func begin() { follower.beginLoad() }

  /// Reads the hand-written files at the start, waits at most a second for them, and then follows
  /// them.
  ///
  /// If a file does not answer in time, nightd uses none of the files until that file answers.
  package func load() -> Layers {
    follower.load(within: Self.startMilliseconds)
    layers = Layers(texts)
    return layers
  }

  /// Reads all files again, even unwatched ones, and then calls `done`.
  ///
  /// nightd waits for the grace periods of files that may be incomplete, but not for a file that
  /// hangs. `onChange` is called before `done`.
  package func readNow(then done: @escaping () -> Void) {
    follower.readNow(then: done)
  }

  /// The contents that nightd uses now, for each hand-written file.
  package var texts: LayerTexts {
    LayerTexts(
      user: files.user.map(file) ?? .init(path: "", content: .missing),
      systems: files.systems.map { .init(config: file($0.config), locks: file($0.locks)) }
    )
  }

  private func file(_ path: String) -> LayerTexts.File {
    if path == follower.silentName {
      return .init(path: path, content: .flawed(Messages.doesNotAnswer))
    }
    return switch follower.contents[path] ?? .missing {
    case .missing: .init(path: path, content: .missing)
    case .bytes(let bytes): .init(path: path, content: .bytes(bytes))
    case .flawed(let flaw): .init(path: path, content: .flawed(Messages.predicate(flaw)))
    }
  }

  private func parse(_ then: @escaping () -> Void) {
    loop.offloadReading { [texts, layers] in
      Layers(texts, after: layers)
    } then: { [weak self] layers in
      guard let self else { return }
      self.layers = layers
      onChange(layers)
      then()
    }
  }
}
