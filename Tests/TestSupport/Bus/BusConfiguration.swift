/// The configuration of a private bus.
struct BusConfiguration {
  let folder: String
  let addition: String

  /// The usual configuration of a user's session bus, but without the services of the distribution.
  ///
  /// The limits are those of Debian's session.conf, so that tests fail at the same limits as users'
  /// programs.
  var text: String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <keep_umask/>
      <listen>unix:path=\(folder)/socket</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(folder)/services</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
      \(limits.map { "<limit name=\"\($0)\">\($1)</limit>" }.joined(separator: "\n  "))
      \(addition)
    </busconfig>

    """
  }

  private var limits: KeyValuePairs<String, Int> {
    [
      "max_incoming_bytes": 1_000_000_000,
      "max_incoming_unix_fds": 250_000_000,
      "max_outgoing_bytes": 1_000_000_000,
      "max_outgoing_unix_fds": 250_000_000,
      "max_message_size": 1_000_000_000,
      "service_start_timeout": 120_000,
      "auth_timeout": 240_000,
      "pending_fd_timeout": 150_000,
      "max_completed_connections": 100_000,
      "max_incomplete_connections": 10_000,
      "max_connections_per_user": 100_000,
      "max_pending_service_starts": 10_000,
      "max_names_per_connection": 50_000,
      "max_match_rules_per_connection": 50_000,
      "max_replies_per_connection": 50_000,
    ]
  }
}
