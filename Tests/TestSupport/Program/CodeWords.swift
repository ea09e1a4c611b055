import Glibc

/// The C library's message for an error code.
func words(forCode code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
