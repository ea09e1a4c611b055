package import NightBus
package import NightCore
package import NightStore

/// Reads and parses the hand-written files off the loop's thread, and follows them.
package final class Layering {
  /// Called with all of them once one says something else than before.
  package var onChange: (Layers) -> Void = { _ in }

  private let files: LayerFiles
  private let loop: Loop
  private let following: Following<FileReading.Content>
  /// How long a start waits for the files.
  private static let startMilliseconds = 1_000
  /// What was told last.
  private var layers = Layers()

  package init(_ files: LayerFiles, on loop: Loop, log: Log, graceMilliseconds: Int = 300) {
    self.files = files
    self.loop = loop
    following = Following(
      Dictionary(uniqueKeysWithValues: files.paths.map { ($0, $0) }),
      on: loop,
      graceMilliseconds: graceMilliseconds,
      sayUnwatched: { log.warning(Messages.filesNotWatched(in: $0, $1)) },
      { path, _ in
        let reading = files.read(path)
        return .init(content: reading.content, isHalf: reading.isHalf)
      }
    )
    following.onNews = { [unowned self] then in parse(then) }
    following.saySilent = { [unowned self] _ in
      // The thread that parses is the one that hangs.
      layers = Layers(texts, after: layers)
      onChange(layers)
    }
  }

  /// Begins to read, so that `load` waits less.
  package func begin() { following.beginLoad() }

  /// Reads at the start, and waits a while for it; from then on changes are followed.
  ///
  /// A file that does not answer by then counts as missing until it does.
  package func load() -> Layers {
    following.load(within: Self.startMilliseconds)
    layers = Layers(texts)
    return layers
  }

  /// Reads all of them anew, whether or not they are watched, and answers once none is in doubt.
  ///
  /// What changed is told by `onChange` before.
  package func readNow(then answer: @escaping () -> Void) {
    following.readNow(then: answer)
  }

  /// What counts now.
  package var texts: LayerTexts {
    LayerTexts(
      user: files.user.map(file) ?? .init(path: "", content: .missing),
      systems: files.systems.map { .init(config: file($0.config), locks: file($0.locks)) }
    )
  }

  private func file(_ path: String) -> LayerTexts.File {
    if path == following.silent {
      return .init(path: path, content: .flawed(Messages.doesNotAnswer))
    }
    return switch following.contents[path] ?? .missing {
    case .missing: .init(path: path, content: .missing)
    case .bytes(let bytes): .init(path: path, content: .bytes(bytes))
    case .flawed(let flaw): .init(path: path, content: .flawed(Messages.half(flaw)))
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
