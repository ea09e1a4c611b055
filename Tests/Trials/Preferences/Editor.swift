import TestSupport

/// A way in which an editor or another program replaces `config.json5`.
///
/// Each way is shell code, in which `$1` is the file and `$2` is the new value of `fade`. `$3` is a
/// number that no earlier edit has used.
package enum Editor: String, CaseIterable, Sendable {
  /// Vim, which renames the old file and writes a new one, or overwrites the old file.
  case vimRenaming, vimInPlace
  /// A program that writes a new file and renames it over the old file.
  case sed
  case truncation
  /// An editor such as Emacs: it renames the old file to a backup, so for a moment there is no
  /// file.
  case backup
  /// A symbolic link that is changed to another file, either directly or by renaming a new link
  /// over it.
  case link, linkRenamed
  /// A path through a link to a folder; this link is changed, as home-manager does.
  case folderLink

  package var isVim: Bool { self == .vimRenaming || self == .vimInPlace }

  package static var installed: [Editor] {
    Tool.path("vim") == nil ? allCases.filter { !$0.isVim } : allCases
  }

  /// Prepares the file for this editor.
  var preparation: String {
    switch self {
    case .link, .linkRenamed:
      #"mkdir -p "$1.store" && mv "$1" "$1.store/first" && ln -s "$1.store/first" "$1""#
    case .folderLink:
      """
      mkdir -p "$1.store/first" && mv "$1" "$1.store/first/config.json5" &&
      ln -sfn "$1.store/first" "$1.present" && ln -s "$1.present/config.json5" "$1"
      """
    default: ""
    }
  }

  /// Turns the file into a plain file again.
  var cleaning: String {
    switch self {
    case .link, .linkRenamed, .folderLink:
      #"cp -L "$1" "$1.plain" && mv "$1.plain" "$1" && rm -rf "$1.store" "$1.present""#
    default: #"rm -f "$1~""#
    }
  }

  var edit: String {
    switch self {
    case .vimRenaming: Self.vim(copy: "no")
    case .vimInPlace: Self.vim(copy: "yes")
    case .sed: #"sed -i "s/fade: [0-9]*/fade: $2/" "$1""#
    case .truncation:
      // While only the first half is written, the text is not JSON, or has another value than the
      // whole text.
      """
      exec >"$1"; printf '// by hand\\n'; \(Self.moment)
      printf '{fade: %s' "${2%?}"; \(Self.moment)
      printf '%s, // changed\\n}\\n' "${2#"${2%?}"}"
      """
    case .backup:
      #"mv "$1" "$1~"; "# + Self.moment + #"; printf '{fade: %s}\n' "$2" >"$1""#
    case .link:
      #"printf '{fade: %s}\n' "$2" >"$1.store/$3"; ln -sfn "$1.store/$3" "$1""#
    case .linkRenamed:
      """
      printf '{fade: %s}\\n' "$2" >"$1.store/$3"
      ln -s "$1.store/$3" "$1.new"; mv -T "$1.new" "$1"
      """
    case .folderLink:
      """
      mkdir "$1.store/$3"; printf '{fade: %s}\\n' "$2" >"$1.store/$3/config.json5"
      ln -s "$1.store/$3" "$1.new"; mv -T "$1.new" "$1.present"
      """
    }
  }

  private static func vim(copy: String) -> String {
    """
    vim -Nu NONE -es -c 'set swapfile backupcopy=\(copy) writebackup' \
    -c "%s/fade: [0-9]*/fade: $2/" -c wq "$1"
    """
  }

  /// A pause, so that the daemon may read the file while it is half-written.
  private static let moment = "sleep 0.02"
}
