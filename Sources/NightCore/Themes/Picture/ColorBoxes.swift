/// Divides the colours of a picture into boxes with similar colours, by Wu's method (“Color
/// quantization by dynamic programming and principal analysis”, 1992).
struct ColorBoxes {
  /// The sums of the colours in a box: red, green, blue, and the number of pixels.
  private typealias Sum = SIMD4<Int>

  /// A box of cells; a cell belongs to the box if the cell is above `low` and at most `high` in
  /// each channel.
  private struct Box {
    var low = SIMD3<Int>()
    var high = SIMD3<Int>(repeating: ColorBoxes.side - 1)

    var volume: Int { (high &- low).x * (high &- low).y * (high &- low).z }
  }

  /// The number of cells in each channel: an empty first cell, then 32 cells for eight values each.
  private static let side = 33

  /// For each cell, the sum of all cells that are at or below that cell in every channel.
  private var sums: [Sum]
  private var squares: [Double]

  init(_ pixels: some Sequence<Pixel>) {
    let count = Self.side * Self.side * Self.side
    sums = Array(repeating: Sum(), count: count)
    squares = Array(repeating: 0, count: count)
    for pixel in pixels {
      let place = Self.place(SIMD3(pixel.red >> 3 + 1, pixel.green >> 3 + 1, pixel.blue >> 3 + 1))
      sums[place] &+= Sum(pixel.red, pixel.green, pixel.blue, 1)
      let square = pixel.red * pixel.red + pixel.green * pixel.green + pixel.blue * pixel.blue
      squares[place] += Double(square)
    }
    for step in [1, Self.side, Self.side * Self.side] {
      for place in step..<count where place / step % Self.side > 0 {
        sums[place] &+= sums[place - step]
        squares[place] += squares[place - step]
      }
    }
  }

  /// The mean colours of at most `count` boxes.
  func colors(_ count: Int) -> [Pixel] {
    var boxes = [Box()]
    var variances = [0.0]
    var next = 0
    while boxes.count < count {
      if let (one, other) = cut(boxes[next]) {
        boxes[next] = one
        boxes.append(other)
        variances[next] = one.volume > 1 ? variance(one) : 0
        variances.append(other.volume > 1 ? variance(other) : 0)
      } else {
        variances[next] = 0
      }
      next = variances.indices.max { variances[$0] < variances[$1] } ?? 0
      // If several boxes have the same variance, cut the first of them, because `max` may have
      // returned another one.
      next = variances.firstIndex(of: variances[next]) ?? next
      guard variances[next] > 0 else { break }
    }
    return boxes.compactMap { box in
      let sum = total(box)
      guard sum.w > 0 else { return nil }
      return Pixel(red: sum.x / sum.w, green: sum.y / sum.w, blue: sum.z / sum.w)
    }
  }

  private static func place(_ cell: SIMD3<Int>) -> Int {
    (cell.x * side + cell.y) * side + cell.z
  }

  /// The sum of a box's values, calculated from the running sums at the box's eight corners.
  private func total<Value>(
    _ box: Box,
    _ values: [Value],
    _ add: (inout Value, Value, Bool) -> Void
  )
    -> Value
  {
    var result = values[Self.place(box.high)]
    for corner in 1..<8 {
      var cell = box.high
      for channel in 0..<3 where corner >> channel & 1 == 1 { cell[channel] = box.low[channel] }
      add(&result, values[Self.place(cell)], corner.nonzeroBitCount % 2 == 0)
    }
    return result
  }

  private func total(_ box: Box) -> Sum {
    total(box, sums) { sum, value, isAdded in if isAdded { sum &+= value } else { sum &-= value } }
  }

  private func variance(_ box: Box) -> Double {
    let square = total(box, squares) { sum, value, isAdded in sum += isAdded ? value : -value }
    return square - Self.weight(total(box))
  }

  /// The squared length of a colour sum, divided by the number of pixels in that sum.
  private static func weight(_ sum: Sum) -> Double {
    Double(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z) / Double(sum.w)
  }

  /// Cuts a box at the place where the two parts differ most; nil if the box has only one colour.
  private func cut(_ box: Box) -> (Box, Box)? {
    let whole = total(box)
    var best: (channel: Int, place: Int)?
    var most = 0.0
    for channel in 0..<3 {
      for place in box.low[channel] + 1..<max(box.high[channel], box.low[channel] + 1) {
        var part = box
        part.high[channel] = place
        let one = total(part)
        let other = whole &- one
        guard one.w > 0, other.w > 0 else { continue }
        let gain = Self.weight(one) + Self.weight(other)
        if gain > most { (most, best) = (gain, (channel, place)) }
      }
    }
    guard let best else { return nil }
    var (one, other) = (box, box)
    one.high[best.channel] = best.place
    other.low[best.channel] = best.place
    return (one, other)
  }
}
