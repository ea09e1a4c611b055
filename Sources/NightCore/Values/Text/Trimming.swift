extension BidirectionalCollection {
  /// The elements between the first and the last one that is not blank.
  package func trimmed(where isBlank: (Element) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
