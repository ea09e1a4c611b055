import Glibc
import NightKit

// kit-bench follow: observes the style on the main actor, and writes the moment of each call of the
// observer to standard output.
// kit-bench own: does the same, but a loop of the program's own calls the observer.
// kit-bench hear: does the same, but the library's thread calls the observer.
// kit-bench rest: does nothing, so that its memory can be measured.
// kit-bench first: prints the nanoseconds from its start until it has the first colour.
// kit-bench lookup | observers: prints the nanoseconds that one lookup or one observer takes.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func stamp() {
  var moment = now()
  _ = write(STDOUT_FILENO, &moment, MemoryLayout<UInt64>.size)
}

func median(_ values: [UInt64]) -> UInt64 { values.sorted()[values.count / 2] }

/// Hides a value from the optimizer, which could otherwise calculate the result in advance.
@inline(never)
func use<Value>(_ value: Value) -> Value { value }

/// Waits forever, until the program is killed.
func never() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}

@MainActor
func lookup() -> UInt64 {
  let night = NightPreview(.light).night
  let count = 100_000
  return median(
    (0..<50).map { _ in
      let start = now()
      for _ in 0..<count { _ = use(night[use(.surface)]) }
      return (now() - start) / UInt64(count)
    }
  )
}

@MainActor
final class Dot: Themed {
  var fill = Color.clear
  func apply(_ appearance: Appearance) { fill = appearance[.surface] }
}

@MainActor
func observers() -> UInt64 {
  let preview = NightPreview(.light)
  let dots = (0..<10_000).map { _ in Dot() }
  for dot in dots { dot.setUpTheming(by: preview.night) }
  let times = (0..<51).map { round in
    let appearance: Appearance = round.isMultiple(of: 2) ? .dark : .light
    let start = now()
    preview.show(appearance)
    return now() - start
  }
  guard dots.allSatisfy({ $0.fill == Appearance.dark[.surface] }) else { exit(1) }
  return median(times)
}

switch CommandLine.arguments.dropFirst().first {
case "first":
  let start = now()
  let night = Night()
  let color = use(night[.surface])
  print(now() - start)
  withExtendedLifetime((night, color)) {}
case "lookup": print(lookup())
case "observers": print(observers())
case "follow":
  let night = Night(timeout: .seconds(10))
  let subscription = night.observe { _ in stamp() }
  await never()
  withExtendedLifetime((night, subscription)) {}
case "own":
  let night = Night(delivery: .ownLoop, timeout: .seconds(10))
  let subscription = night.observe { _ in stamp() }
  var ready = pollfd(fd: night.fileDescriptor, events: Int16(POLLIN), revents: 0)
  while poll(&ready, 1, -1) > 0 { night.dispatch() }
  withExtendedLifetime((night, subscription)) {}
case "hear":
  let night = Night(timeout: .seconds(10))
  let subscription = night.observeOnFollowingThread { _ in stamp() }
  await never()
  withExtendedLifetime((night, subscription)) {}
case "rest":
  await never()
default:
  print("kit-bench first | follow | own | hear | rest | lookup | observers")
  exit(2)
}
