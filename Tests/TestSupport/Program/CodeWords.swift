import Glibc

/// The text that the C library has for an error code.
func words(forCode code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
