/// An asynchronous sequence that yields the present appearance, and then each frame of each fade.
///
/// Between two fades, the sequence yields nothing.
public struct Fades<FrameClock: Clock>: AsyncSequence, Sendable
where FrameClock.Duration == Duration {
  let appearances: Appearances
  let newest: @Sendable () -> Appearance?
  let frameTime: Duration
  let clock: FrameClock

  /// An iterator whose `next()` waits until the caller must paint a new appearance.
  public struct Iterator: AsyncIteratorProtocol {
    private struct Fade {
      let transition: Transition
      let start: FrameClock.Instant
      var nextFrame: FrameClock.Instant
    }

    private let fades: Fades
    private var changes: Appearances.Iterator
    private var shown: Appearance?
    private var fade: Fade?

    init(_ fades: Fades) {
      self.fades = fades
      changes = fades.appearances.makeAsyncIterator()
    }

    /// Waits until there is a new appearance that the caller must paint.
    ///
    /// - Returns: The appearance; nil if the `Night` was released or the task was cancelled.
    public mutating func next() async -> Appearance? { await next(isolation: #isolation) }

    /// Waits, on the caller's actor, until there is a new appearance that the caller must paint.
    ///
    /// - Parameter actor: The actor on which the caller runs; `for await` passes the actor for you.
    /// - Returns: The appearance, or nil if `next()` would return nil.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Appearance? {
      while true {
        if let fade { return await nextFrame(of: fade) }
        guard let change = await changes.next(isolation: actor) else { return nil }
        guard let shown else {
          self.shown = change
          return change
        }
        // Skip a change if an earlier fade has already reached the new appearance.
        guard let target = fades.newest(), target != shown else { continue }
        begin(target, from: shown)
      }
    }

    private mutating func nextFrame(of fade: Fade) async -> Appearance? {
      let clock = fades.clock
      if fade.nextFrame > clock.now {
        // If the task is cancelled, the sleep ends at once.
        guard (try? await clock.sleep(until: fade.nextFrame, tolerance: nil)) != nil else {
          return nil
        }
      }
      guard !Task.isCancelled, let target = fades.newest() else { return nil }
      var fade = fade
      if target != fade.transition.to, let shown {
        begin(target, from: shown)
        guard let begun = self.fade else { return target }
        fade = begun
      }
      let now = clock.now
      let elapsed = fade.start.duration(to: now)
      fade.nextFrame = now.advanced(by: fades.frameTime)
      self.fade = fade.transition.isOver(after: elapsed) ? nil : fade
      let appearance = fade.transition.appearance(after: elapsed)
      shown = appearance
      return appearance
    }

    private mutating func begin(_ target: Appearance, from shown: Appearance) {
      let transition = Transition(from: shown, to: target)
      let now = fades.clock.now
      let pause = Swift.min(fades.frameTime, transition.duration)
      fade = Fade(transition: transition, start: now, nextFrame: now.advanced(by: pause))
    }
  }

  /// Makes the sequence's iterator; make only one iterator for each sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension Night {
  /// An asynchronous sequence that yields the present appearance, and then each frame of each fade.
  ///
  /// If the appearance changes during a fade, the next fade starts from the last painted frame. If
  /// the user wants less motion, or if the new appearance's `fade` is zero, the sequence yields
  /// only the new appearance. Between two fades, the sequence yields nothing.
  ///
  /// ```swift
  /// for await appearance in night.fades() { paint(appearance) }
  /// ```
  ///
  /// The sequence ends when ``appearances`` ends.
  ///
  /// - Parameter frameTime: The time between two frames, more than zero; by default 1/60 second.
  /// - Returns: The sequence; use a new one for each loop.
  public func fades(every frameTime: Duration = .microseconds(16_667)) -> Fades<ContinuousClock> {
    fades(every: frameTime, clock: ContinuousClock())
  }

  /// The same sequence as `fades(every:)`, but with a clock that you provide, for tests.
  ///
  /// - Parameters:
  ///   - frameTime: The time between two frames, more than zero.
  ///   - clock: The clock that measures the fade and waits for each frame.
  /// - Returns: The sequence; use a new one for each loop.
  public func fades<FrameClock: Clock>(
    every frameTime: Duration,
    clock: FrameClock
  ) -> Fades<FrameClock> where FrameClock.Duration == Duration {
    Fades(
      appearances: appearances,
      newest: { [weak channel] in channel.flatMap { $0.isClosed ? nil : $0.value } },
      // Wait at least one millisecond, because a fade without pauses would keep a whole processor
      // busy.
      frameTime: max(frameTime, .milliseconds(1)),
      clock: clock
    )
  }
}
