/// What a portal's backend can serve, as its file names it.
package enum PortalPart {
  package static let settings = Contract.portalBackendInterface
  package static let fileChooser = "org.freedesktop.impl.portal.FileChooser"
}
