import Views

/// The arguments with which an editor opens a file with the cursor at the end of the text.
///
/// Editors that are not listed get the path alone, because an unknown argument may be refused or
/// taken for the name of a file. The same holds if the user's command has such an argument already.
struct EditorPosition: Sendable {
  /// The command and its arguments, as in `EDITOR`.
  let words: [String]

  /// The words that open `path`.
  ///
  /// - Parameter end: the line and the column after the last character, counted from 1; `nil` if
  ///   there is not text.
  func opening(_ path: String, at end: EditorText.Position?) -> [String] {
    guard let end, let style, !words.dropFirst().contains(where: style.isPositioned) else {
      return words + [path]
    }
    return words + style.arguments(path, end)
  }

  private var style: Style? {
    guard let command = words.first else { return nil }
    let name = command.split(separator: "/").last.map(String.init) ?? command
    return Self.styles[name]
  }

  private enum Style {
    case vi, vim, line, lineAndColumn, lineCommaColumn, path, goTo

    /// Whether an argument may already set the position.
    func isPositioned(_ argument: String) -> Bool {
      switch self {
      case .vi, .vim: argument.hasPrefix("+") || argument.hasPrefix("-c") || argument == "-"
      case .goTo: argument == "-g" || argument == "--goto"
      default: argument.hasPrefix("+")
      }
    }

    func arguments(_ path: String, _ end: EditorText.Position) -> [String] {
      switch self {
      case .vi: ["-c", "\(end.line)", path]
      case .vim: ["-c", "normal! \(end.line)G$", path]
      case .line: ["+\(end.line)", path]
      case .lineAndColumn: ["+\(end.line):\(end.column)", path]
      case .lineCommaColumn: ["+\(end.line),\(end.column)", path]
      case .path: ["\(path):\(end.line):\(end.column)"]
      case .goTo: ["--goto", "\(path):\(end.line):\(end.column)"]
      }
    }
  }

  private static let styles: [String: Style] = [
    "vi": .vi, "nvi": .vi, "vim": .vim, "vim.basic": .vim, "vim.nox": .vim, "vim.tiny": .vim,
    "vim.gtk3": .vim, "nvim": .vim, "nano": .lineCommaColumn, "ne": .lineCommaColumn,
    "emacs": .lineAndColumn, "emacs-nox": .lineAndColumn, "emacs-gtk": .lineAndColumn,
    "emacsclient": .lineAndColumn, "emacsclient.emacs": .lineAndColumn, "micro": .lineAndColumn,
    "kak": .lineAndColumn, "helix": .path, "hx": .path, "joe": .line, "jmacs": .line,
    "jstar": .line, "mg": .line, "code": .goTo, "code-insiders": .goTo, "codium": .goTo,
  ]
}
