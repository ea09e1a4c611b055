import NightCore

/// Prints JSON Schemas of the files that people write by hand.
extension Nightctl {
  func printPreferenceSchema(_ invocation: Invocation) throws(Failure) {
    try output.text(PreferenceSchema.document.text(pretty: true))
  }

  func printThemeSchema(_ invocation: Invocation) throws(Failure) {
    try output.text(ThemeSchema.document.text(pretty: true))
  }
}
