/// A property that an input broke.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func assure(_ holds: Bool, _ finding: @autoclosure () -> String) throws(Finding) {
  guard holds else { throw Finding(finding()) }
}
