/// Finds the word that someone probably meant.
package enum NearestWord {
  /// The known word that takes the fewest changes of letters, if it is close at all.
  package static func to(_ word: String, among known: [String]) -> String? {
    // Longer than any word that is known: not a slip of the finger.
    guard word.utf8.count <= 64 else { return nil }
    let folded = word.lowercased()
    if let same = known.first(where: { $0.lowercased() == folded }) { return same }
    let begun = known.filter { $0.hasPrefix(word) }
    if let only = begun.first, begun.count == 1, !word.isEmpty { return only }
    let candidates = known.map { (word: $0, distance: distance(word, $0)) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, best.word.count / 3)
    else { return nil }
    return best.word
  }

  /// How many letters must be added, left out, replaced or swapped with their neighbour.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left), right = Array(right)
    var before: [Int] = []
    var row = Array(0...right.count)
    for i in left.indices {
      var next = [i + 1]
      for j in right.indices {
        let replaced = row[j] + (left[i] == right[j] ? 0 : 1)
        var least = min(replaced, row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      before = row
      row = next
    }
    return row[right.count]
  }
}
