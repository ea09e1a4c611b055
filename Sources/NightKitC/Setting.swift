package import CNightKit
import NightKit

// What this promises stands in nightkit.h.

@_cdecl("nightkit_set_style")
package func nightkitSetStyle(
  _ night: OpaquePointer?,
  _ style: nightkit_style,
  _ why: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> nightkit_outcome {
  let (outcome, sentence) = set(style, by: Handle.at(night))
  _ = write(sentence, to: why, size)
  return outcome
}

private func set(_ style: nightkit_style, by handle: Handle?) -> (nightkit_outcome, String) {
  guard let handle else { return (NIGHTKIT_MISUSED, "there is no handle") }
  guard handle.isOfThisProcess else {
    return (NIGHTKIT_MISUSED, "the handle is another process's, which was forked")
  }
  guard let style = Style(style) else { return (NIGHTKIT_MISUSED, "there is no such style") }
  do throws(NightError) {
    try handle.reader.set(style)
    return (NIGHTKIT_DONE, "")
  } catch {
    return (error.inC, error.description)
  }
}
