import NightCore
import NightPrograms

/// The colours that were last announced to each program in this session.
///
/// If a program already has the colours, it is not notified again.
///
/// The file is `programs.json` in the runtime folder, so it is deleted when the session ends.
final class ProgramStamps {
  private static let mostBytes = 64 << 10

  private let file: UserFile?
  private var stamps: [String: String] = [:]
  private let stored: [String: String]

  /// Reads the stamps from nightd's runtime folder; if `folder` is nil, every change is announced.
  init(in folder: String?) {
    file = folder.map { .own($0 + "/programs.json") }
    for member in file?.json(most: Self.mostBytes)?.members ?? [] {
      if case .string(let stamp) = member.node.value { stamps[member.name] = stamp }
    }
    stored = stamps
  }

  func stamp(of name: String) -> String? { stamps[name] }

  func store(_ stamp: String, of name: String) { stamps[name] = stamp }

  func remove(_ name: String) { stamps[name] = nil }

  /// Stores the stamps; ignores errors, because a lost stamp only causes one more announcement.
  func save() {
    guard stamps != stored else { return }
    let members = stamps.sorted { $0.key < $1.key }.map {
      JSON.Member(name: $0.key, value: .string($0.value))
    }
    try? file?.write(.object(members), isSynced: false)
  }

  /// The fingerprint of the given files and announcements.
  static func stamp(_ files: [ColorFile], _ announcements: [Announcement]) -> String {
    let texts = files.map(\.path) + files.map(\.text) + announcements.flatMap(\.texts)
    return Fingerprint.of(texts.joined(separator: "\0"))
  }
}
