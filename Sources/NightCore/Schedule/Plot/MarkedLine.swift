/// A line above a picture with words at some of its columns.
struct MarkedLine {
  private var characters: [Character]
  private let sign: Character
  private let margin: Int

  init(_ sign: Character, from margin: Int, to width: Int) {
    self.sign = sign
    characters = Array(repeating: " ", count: width)
    self.margin = margin
  }

  /// Points at a column, with the word beside it on the side that has room, or on none.
  mutating func mark(_ column: Int, _ word: String) {
    let place = margin + column
    guard isFree(place...place) else { return }
    characters[place] = sign
    // A blank before the word, and one between it and what may follow.
    let room = word.count + 2
    if isFree(place + 1...place + room - 1) {
      write(word, at: place + 2)
    } else if isFree(place - room...place - 1) {
      write(word, at: place - room + 1)
    }
  }

  var text: String {
    let end = characters.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return String(characters[..<end])
  }

  private func isFree(_ range: ClosedRange<Int>) -> Bool {
    range.allSatisfy { characters.indices.contains($0) && characters[$0] == " " }
  }

  private mutating func write(_ word: String, at place: Int) {
    for (index, character) in word.enumerated() { characters[place + index] = character }
  }
}
