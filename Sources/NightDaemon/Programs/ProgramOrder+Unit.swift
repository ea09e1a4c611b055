import NightBus

extension ProgramOrder {
  static let unitPropertiesType = BusType.array(.structure([.string, .variant]))

  private static let stopMicroseconds: UInt64 = 2_000_000

  /// What systemd calls the properties of a transient unit, an `a(sv)`.
  func unitProperties(input: Int32?, output: Int32) -> BusValue {
    var properties: [(String, BusValue)] = [
      ("Description", .string(purpose)),
      ("Type", .string("exec")),
      ("ExecStart", command),
      ("StandardOutputFileDescriptor", .fileDescriptor(output)),
      ("Environment", .strings(environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })),
      ("NoNewPrivileges", .boolean(true)),
      ("Slice", .string("background.slice")),
      ("MemoryMax", .uint64(memoryBytes)),
      ("TasksMax", .uint64(tasks)),
      ("TimeoutStopUSec", .uint64(Self.stopMicroseconds)),
      ("CollectMode", .string("inactive-or-failed")),
      // While we are on the bus it stays known until we say otherwise.
      ("AddRef", .boolean(true)),
    ]
    // It would else go where the output goes.
    if !joinsErrors { properties.append(("StandardError", .string("journal"))) }
    if let limitMilliseconds {
      let microseconds = UInt64(clamping: limitMilliseconds) * 1_000
      properties.append(("RuntimeMaxUSec", .uint64(microseconds)))
    }
    if let input { properties.append(("StandardInputFileDescriptor", .fileDescriptor(input))) }
    return .array(
      .structure([.string, .variant]),
      properties.map { .structure([.string($0.0), .variant($0.1)]) }
    )
  }

  /// An `a(sasb)`: the program, its words, and that a failure of it is one.
  private var command: BusValue {
    // It expands variables in all words, but no specifiers, which are a unit file's.
    // By bytes, as it reads: a mark may join the sign before it to one character.
    let dollar = UInt8(ascii: "$")
    let literal = words.map { word in
      String(decoding: word.utf8.flatMap { $0 == dollar ? [dollar, dollar] : [$0] }, as: UTF8.self)
    }
    let fields: [BusValue] = [.string(words.first ?? ""), .strings(literal), .boolean(false)]
    return .array(.structure(fields.map(\.type)), [.structure(fields)])
  }
}
