import Glibc

// ZoneYears SEED FIRST COUNT: simulates COUNT zone-years; FIRST is the number of the first
// zone-year. The program exits with 1 if anything deviates.
let arguments = CommandLine.arguments.dropFirst().map { UInt32($0) }
guard arguments.count == 3, let seed = arguments[0], let first = arguments[1],
  let count = arguments[2],
  let zones = ZoneFolder()
else {
  print("usage: ZoneYears SEED FIRST COUNT, with time zones in \(ZoneFolder.path)")
  exit(2)
}
let numbers = Int(first)..<Int(first) + Int(count)
exit(Lives(seed: UInt64(seed), numbers: numbers, zones: zones).run() ? 0 : 1)
