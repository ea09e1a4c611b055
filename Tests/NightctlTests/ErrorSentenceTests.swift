import NightBus
import NightClient
import Testing

@testable import nightctl

@Suite("sentences of failed calls")
struct ErrorSentenceTests {
  @Test(
    "A failed start names the doctor, and a name that nobody starts does not",
    arguments: [
      ("org.freedesktop.systemd1.UnitMasked", true),
      ("org.freedesktop.DBus.Error.Spawn.ChildExited", true),
      ("org.freedesktop.DBus.Error.TimedOut", true),
      ("org.freedesktop.DBus.Error.ServiceUnknown", false),
      ("org.freedesktop.DBus.Error.NameHasNoOwner", false),
    ]
  )
  func failedStart(name: String, isStartFailed: Bool) throws {
    let name = try #require(ErrorName(name))
    let sentence = Words.sentence(ClientError(BusError.refused(Refusal(name, "no"))))
    #expect(sentence.hasPrefix("nightd is not running"))
    #expect(sentence.hasSuffix("; nightctl doctor says why") == isStartFailed)
    #expect(sentence.contains("systemctl --user start") != isStartFailed)
  }
}
