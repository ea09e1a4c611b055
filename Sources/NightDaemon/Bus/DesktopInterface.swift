package import NightBus
import NightContract
import NightCore

/// `org.nightd.Night1.Desktop`: what the desktop's own settings say.
package let desktopInterface = Interface<Service>(
  .desktop,
  methods: [
    Method("Read", [], gives: [Argument("facts", .dictionary(.string, .variant))]) {
      service,
      call in
      call.answer([service.desktopView.bus])
    }
  ],
  signals: [Signal("Changed", [])]
)
