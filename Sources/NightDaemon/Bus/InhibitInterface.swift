package import NightBus
import NightContract
import NightCore

/// `org.nightd.Night1.Inhibit`: for programs that present or play.
package let inhibitInterface = Interface<Service>(
  .inhibit,
  methods: [
    Method(
      "Inhibit",
      [Argument("app", .string), Argument("why", .string)],
      gives: [Argument("cookie", .uint64)]
    ) { (service, call) throws(Refusal) in try service.inhibit(call) },
    Method("Release", [Argument("cookie", .uint64)], gives: []) { (service, call) throws(Refusal) in
      try service.releaseInhibitor(call)
    },
    Method("List", [], gives: [Argument("inhibitors", .array(.dictionary(.string, .variant)))]) {
      service,
      call in service.listInhibitors(call)
    },
  ],
  signals: [Signal("Changed", [])]
)
