import Testing

@testable import nightctl

/// What is known at one moment, and what is said of it.
struct WhyCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () -> Reasoning
  let lines: [String]

  init(_ description: String, _ lines: String..., make: @escaping @Sendable () -> Reasoning) {
    testDescription = description
    self.make = make
    self.lines = lines
  }
}
