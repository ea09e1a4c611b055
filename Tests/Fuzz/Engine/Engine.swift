import Glibc
import Synchronization

/// Wraps the target's body in a structure, because a bare closure would be wrapped on each read.
private struct Running {
  let body: FuzzTarget.Body
}

private let running = Mutex<Running?>(nil)

/// libFuzzer calls this function once; `NIGHTD_FUZZ_TARGET` names the target.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ words: UnsafeMutableRawPointer) -> CInt {
  let name = getenv("NIGHTD_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    say("NIGHTD_FUZZ_TARGET must be one of: \(known)")
    exit(2)
  }
  do {
    try running.withLock { $0 = Running(body: try target.make()) }
  } catch {
    say("cannot begin: \(error)")
    exit(2)
  }
  return 0
}

/// libFuzzer calls this function with each input; it counts an abort as a crash and keeps the
/// input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    try running.withLock { try $0?.body(bytes) }
  } catch {
    say("FINDING: \(error)")
    abort()
  }
  return 0
}

private func say(_ line: String) {
  _ = write(STDERR_FILENO, line + "\n", line.utf8.count + 1)
}
