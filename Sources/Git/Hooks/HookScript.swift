/// A shell script that git runs as a hook, with a checksum in its last line, so that a changed
/// script is recognized.
///
/// It is a shell script and not this program, so that the hook that was there before still runs if the
/// program was removed.
struct HookScript: Hashable {
  let text: String

  private static let beginning = """
    #!/bin/sh
    # A hook of commitdiary. To remove it: commitdiary hook remove

    """
  private static let lastLine = "# commitdiary: "

  var bytes: [UInt8] { Array(text.utf8) }

  private init(_ lines: String) {
    let text = Self.beginning + lines
    self.text = text + Self.lastLine + Self.checksum(of: Array(text.utf8)) + "\n"
  }

  private static func checksum(of bytes: some Sequence<UInt8>) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(bytes)
    return String(fingerprint.value, radix: 16)
  }

  enum Kind: Hashable {
    case foreign
    case ours
    /// A script of this program that was changed.
    case changed
  }

  static func kind(of bytes: [UInt8]) -> Kind {
    guard bytes.starts(with: beginning.utf8) else { return .foreign }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 2, lines.last?.isEmpty == true else { return .changed }
    let last = String(decoding: lines[lines.count - 2], as: UTF8.self)
    return last == lastLine + checksum(of: bytes[..<lines[lines.count - 2].startIndex])
      ? .ours : .changed
  }

  /// Whether the script is the reason for which the folder was made.
  static func madeFolder(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: 0x0A).contains { $0.elementsEqual(folderLine.utf8) }
  }

  private static let folderLine = "# The folder was made for this hook."

  private static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }

  /// The hook `post-rewrite` of a clone. It passes the rewritten commits on to the program, then runs
  /// the hook that was there before, with the same input, and ends with its status.
  ///
  /// - Parameter previous: the name of that hook, in the same folder.
  static func postRewrite(
    running program: String, previous: String, madeFolder: Bool
  ) -> HookScript {
    HookScript(
      (madeFolder ? folderLine + "\n" : "") + """
        program=\(quoted(program))
        [ -x "$program" ] || program=commitdiary
        pairs=$(cat && echo .)
        pairs=${pairs%.}
        printf '%s' "$pairs" | "$program" hook record >/dev/null 2>&1
        previous=${0%/*}/\(previous)
        if [ -f "$previous" ] && [ -x "$previous" ]; then
          printf '%s' "$pairs" | "$previous" "$@"
        fi

        """)
  }
}
