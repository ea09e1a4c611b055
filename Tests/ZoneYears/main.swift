import Glibc

// ZoneYears SEED FIRST COUNT: simulates COUNT zone-years from number FIRST on. Exits with 1 if
// anything was not as expected.
let words = CommandLine.arguments.dropFirst().map { UInt32($0) }
guard words.count == 3, let seed = words[0], let first = words[1], let count = words[2],
  let zones = ZoneFolder()
else {
  print("usage: ZoneYears SEED FIRST COUNT, with time zones in \(ZoneFolder.path)")
  exit(2)
}
let numbers = Int(first)..<Int(first) + Int(count)
exit(Lives(seed: UInt64(seed), numbers: numbers, zones: zones).run() ? 0 : 1)
