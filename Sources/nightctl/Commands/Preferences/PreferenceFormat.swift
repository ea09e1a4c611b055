import NightCore

/// The forms in which preferences leave and come back.
enum PreferenceFormat: String {
  case json5
  case plist

  /// Why a text is not what it should be.
  struct Flaw: Error {
    /// `:LINE:COLUMN`, or the names that lead to it; nothing where it is the text as a whole.
    let place: String
    let message: String
  }

  /// A property list begins with `<`, JSON5 never does.
  init(guessing bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let first = text.first { !blanks.contains($0) }
    self = first == UInt8(ascii: "<") ? .plist : .json5
  }

  func edits(_ bytes: [UInt8]) throws(Flaw) -> [PreferenceEdit] {
    switch self {
    case .json5: try Self.json5(bytes)
    case .plist: try Self.plist(bytes)
    }
  }

  private static func json5(_ bytes: [UInt8]) throws(Flaw) -> [PreferenceEdit] {
    let node: JSONNode
    do throws(JSONError) { node = try JSONReader.read(bytes, limits: .exact) } catch {
      throw Flaw(place: ":\(error.position)", message: error.message)
    }
    do throws(PreferenceTree.Flaw) { return try PreferenceTree.edits(node) } catch {
      throw Flaw(place: ":\(error.position)", message: error.message)
    }
  }

  private static func plist(_ bytes: [UInt8]) throws(Flaw) -> [PreferenceEdit] {
    let tree: PreferenceValue
    do throws(PropertyList.Flaw) { tree = try PropertyList.value(bytes) } catch {
      throw Flaw(place: error.position.map { ":\($0)" } ?? "", message: error.message)
    }
    do throws(PreferenceTree.Flaw) {
      return try PreferenceTree.edits(JSONNode(PreferenceTree.json(tree)))
    } catch {
      let place = error.path.isEmpty ? "" : " (at \(error.path.joined(separator: " ")))"
      throw Flaw(place: place, message: error.message)
    }
  }

  /// What the daemon exported, as a property list.
  static func plist(_ export: JSONNode) throws(Flaw) -> String {
    let tree: PreferenceValue
    do throws(PreferenceValue.Flaw) { tree = try PreferenceTree.value(export) } catch {
      throw Flaw(place: error.position.map { ":\($0)" } ?? "", message: error.message)
    }
    do throws(PropertyList.Flaw) { return try PropertyList.text(tree) } catch {
      throw Flaw(place: "", message: error.message)
    }
  }
}
