/// The error that an input has broken a property.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func assure(_ holds: Bool, _ finding: @autoclosure () -> String) throws(Finding) {
  guard holds else { throw Finding(finding()) }
}
