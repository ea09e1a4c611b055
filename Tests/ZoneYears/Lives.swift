import Glibc

/// Some zone-years, one after the other.
struct Lives {
  let seed: UInt64
  let numbers: Range<Int>
  let zones: ZoneFolder

  /// Prints what was not as expected, and at last how many were lived; answers whether all was well.
  func run() -> Bool {
    var comparisons = 0
    var isClean = true
    for number in numbers {
      do {
        var life = try Life(number: number, seed: seed, in: zones)
        life.run()
        comparisons += life.comparisons
        guard let finding = life.findings.first else { continue }
        isClean = false
        say("seed \(seed), zone-year \(number), \(finding)")
      } catch {
        isClean = false
        say("seed \(seed), zone-year \(number), could not be lived: \(error)")
      }
    }
    say("\(numbers.count) zone-years, \(comparisons) comparisons")
    return isClean
  }

  /// At once, though whoever reads may be a pipe.
  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
