import NightCore

/// The forms in which preferences leave and come back.
enum PreferenceFormat: String, CaseIterable {
  /// Is read as JSON5, which it is part of.
  case json
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

  func node(_ bytes: [UInt8]) throws(Flaw) -> JSONNode {
    switch self {
    case .json, .json5:
      do throws(JSONError) { return try JSONReader.read(bytes, limits: .exact) } catch {
        throw Flaw(place: ":\(error.position)", message: error.message)
      }
    case .plist:
      do throws(PropertyList.Flaw) {
        return JSONNode(PreferenceTree.json(try PropertyList.value(bytes)))
      } catch {
        throw Flaw(place: error.position.map { ":\($0)" } ?? "", message: error.message)
      }
    }
  }

  func tree(
    _ node: JSONNode,
    beside stored: StoredPreferences = .none
  ) throws(Flaw) -> PreferenceTree {
    do throws(PreferenceTree.Flaw) { return try PreferenceTree(node, beside: stored) } catch {
      throw Flaw(place: place(error), message: error.message)
    }
  }

  /// A property list's values are read without their places.
  func place(_ flaw: PreferenceTree.Flaw) -> String {
    switch self {
    case .json, .json5: ":\(flaw.position)"
    case .plist: flaw.path.isEmpty ? "" : " (at \(flaw.path.joined(separator: " ")))"
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
