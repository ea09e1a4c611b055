import Synchronization

/// Runs the fades of one `Night` on the main actor; between fades, it does nothing.
@MainActor
final class Fader {
  /// The time between two frames, at 60 frames per second.
  private static let frameTime = Duration.microseconds(16_667)

  /// The newest frame; each new frame is passed to all subscribers.
  let frames: SubscribableValue<FadeFrame>
  private let tick: MainCall
  private let clock = ContinuousClock()
  private var following: Subscription?
  private var running: (transition: Transition, start: ContinuousClock.Instant, timer: DelayedCall)?

  init(_ channel: AppearanceChannel, _ main: MainDelivery<Appearance>, _ loop: OwnLoop?) {
    tick = MainCall(loop)
    let frame = FadeFrame(fade: 0, target: channel.value, progress: 1)
    frames = SubscribableValue(frame, loop)
    tick.onCall { [weak self] in self?.showFrame() }
    following = main.subscribe { [weak self] appearance in
      self?.begin(appearance)
      return self != nil
    }
  }

  private func begin(_ target: Appearance) {
    let transition = Transition(from: frames.value.target, to: target)
    guard transition.from != target else { return }
    running?.timer.cancel()
    running = nil
    let isShown = transition.duration > .zero
    if isShown {
      let timer = DelayedCall(Self.frameTime, every: Self.frameTime) { [tick] in tick.request() }
      running = (transition, clock.now, timer)
    }
    frames.value = FadeFrame(
      fade: frames.value.fade + 1,
      target: target,
      progress: isShown ? 0 : 1
    )
  }

  private func showFrame() {
    guard let (transition, start, timer) = running else { return }
    let elapsed = clock.now - start
    if transition.isOver(after: elapsed) {
      timer.cancel()
      running = nil
    }
    frames.value.progress = transition.progress(after: elapsed)
  }
}

/// Holds the fader of a `Night`; the fader is made when something fades for the first time.
final class FaderSource: Sendable {
  private let fader = Mutex<Fader?>(nil)
  private let channel: AppearanceChannel
  private let main: MainDelivery<Appearance>
  private let loop: OwnLoop?

  init(_ channel: AppearanceChannel, _ main: MainDelivery<Appearance>, _ loop: OwnLoop?) {
    self.channel = channel
    self.main = main
    self.loop = loop
  }

  @MainActor
  var value: Fader {
    if let known { return known }
    let made = Fader(channel, main, loop)
    fader.withLock { $0 = made }
    return made
  }

  /// The fader, or nil if nothing has faded yet.
  @MainActor
  var known: Fader? { fader.withLock { $0 } }
}

/// Subscriptions to the frames of fades.
extension Night {
  /// Calls `handler` on the main actor with each frame of each fade, as long as `owner` lives.
  ///
  /// The handler is called at once with the present value. `make` derives the fading value from an
  /// appearance. `make` is called once for each change, not for each frame.
  @MainActor
  @discardableResult
  func observeFrames<Owner: AnyObject, Value: Mixable>(
    by owner: Owner,
    key: AnyHashable?,
    _ make: @escaping @MainActor (Appearance) -> Value,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    let frames = fading.value.frames
    var value = FadingValue(frames.value, make)
    let subscription = frames.subscribe(by: owner, key: key) { owner, frame in
      value.show(frame, make)
      // Skip the first frame of a fade, because its value is already shown.
      if frame.progress > 0 { handler(owner, value.shown) }
    }
    frames.callFirst { handler(owner, value.shown) }
    return subscription
  }
}
