import NightCore

/// The forms in which preferences leave and come back.
enum PreferenceFormat: String {
  case json5
  case plist

  /// Why a text is not what it should be.
  struct Flaw: Error {
    /// `:LINE:COLUMN` or the names that lead to it; nothing where it is the text as a whole.
    let place: String
    let message: String
  }

  /// A property list begins with `<`, JSON5 never does.
  init(guessing bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let first = text.first { !blanks.contains($0) }
    self = first == UInt8(ascii: "<") || bytes.starts(with: Array("bplist".utf8)) ? .plist : .json5
  }

  func edits(_ bytes: [UInt8]) throws(Flaw) -> [PreferenceEdit] {
    switch self {
    case .json5: try Self.json5(bytes)
    case .plist: try Self.plist(bytes)
    }
  }

  private static func json5(_ bytes: [UInt8]) throws(Flaw) -> [PreferenceEdit] {
    let node: JSONNode
    do throws(JSONError) { node = try JSONReader.read(bytes) } catch {
      throw Flaw(place: ":\(error.position)", message: error.message)
    }
    let tree: PreferenceValue
    do throws(PreferenceValue.Flaw) { tree = try PreferenceValue(node) } catch {
      throw Flaw(place: ":\(error.position ?? node.position)", message: error.message)
    }
    do throws(PreferenceTree.Flaw) { return try PreferenceTree.edits(tree) } catch {
      throw Flaw(place: ":\(error.position(in: node))", message: error.message)
    }
  }

  // MARK: - Property lists

  private static func plist(_ bytes: [UInt8]) throws(Flaw) -> [PreferenceEdit] {
    throw Flaw(place: "", message: "property lists cannot be read yet")
  }

  static func plist(_ node: JSONNode) throws(Failure) -> String {
    throw .system("property lists cannot be written yet")
  }
}
