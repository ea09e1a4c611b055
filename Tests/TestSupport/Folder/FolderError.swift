import Glibc

/// The error that a file or folder in a temporary folder could not be made, read or written.
package struct FolderError: Error, CustomStringConvertible {
  package let action: String
  package let path: String
  package let code: Int32

  /// Takes the reason from `errno`, so call this initializer right after the call that failed.
  init(_ action: String, _ path: String, code: Int32 = errno) {
    self.action = action
    self.path = path
    self.code = code
  }

  package var description: String { "cannot \(action) \(path): \(words(forCode: code))" }
}
