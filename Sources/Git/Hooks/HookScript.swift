/// A shell script that git runs as a hook, with a checksum in its last line, so that a changed
/// script is recognized.
///
/// It is a shell script and not this program, so that the hooks of others still run if the program
/// was removed.
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

  /// Passes the rewritten commits on to the program, and reads them from `$pairs` later.
  private static func recording(with program: String) -> String {
    """
    program=\(quoted(program))
    [ -x "$program" ] || program=commitdiary
    pairs=$(cat && echo .)
    pairs=${pairs%.}
    printf '%s' "$pairs" | "$program" hook record >/dev/null 2>&1

    """
  }
}

extension HookScript {
  /// The hook `post-rewrite` of one clone. It then runs the hook that was there before, with the
  /// same input, and ends with its status.
  ///
  /// - Parameter previous: the name of that hook, in the same folder.
  static func postRewrite(
    running program: String, previous: String, madeFolder: Bool
  ) -> HookScript {
    HookScript(
      (madeFolder ? folderLine + "\n" : "") + recording(with: program) + """
        previous=${0%/*}/\(previous)
        if [ -f "$previous" ] && [ -x "$previous" ]; then
          printf '%s' "$pairs" | "$previous" "$@"
        fi

        """)
  }

  /// The script that stands for every hook of every clone, because `core.hooksPath` replaces the
  /// hooks of clones. It runs the hook of the clone with the same name.
  static func everyHook(running program: String) -> HookScript {
    HookScript(
      """
      name=${0##*/}
      folder=${GIT_COMMON_DIR-}
      if [ -z "$folder" ]; then
        folder=${GIT_DIR:-.git}
        if [ -f "$folder" ]; then
          read -r line < "$folder"
          folder=${line#gitdir: }
        fi
        if [ -f "$folder/commondir" ]; then
          read -r line < "$folder/commondir"
          case $line in
            /*) folder=$line ;;
            *) folder=$folder/$line ;;
          esac
        fi
      fi
      [ -d "$folder" ] || folder=$(git rev-parse --git-common-dir 2>/dev/null)
      hook=$folder/hooks/$name
      if ! [ -f "$hook" ] || ! [ -x "$hook" ] || [ "$hook" -ef "$0" ]; then
        hook=
      fi
      if [ "$name" = push-to-checkout ] && [ -z "$hook" ]; then
        # What git does by itself without this hook.
        git update-index -q --ignore-submodules --refresh &&
          git diff-files --quiet --ignore-submodules -- &&
          git diff-index --quiet --cached --ignore-submodules HEAD -- &&
          git read-tree -u -m "$1"
        exit
      fi
      if [ "$name" != post-rewrite ]; then
        [ -z "$hook" ] || exec "$hook" "$@"
        exit 0
      fi

      """ + recording(with: program) + """
        if [ -n "$hook" ]; then
          printf '%s' "$pairs" | "$hook" "$@"
        fi

        """)
  }

  /// The hooks of git that are found by their names.
  static let names = [
    "applypatch-msg", "commit-msg", "p4-changelist", "p4-post-changelist", "p4-pre-submit",
    "p4-prepare-changelist", "post-applypatch", "post-checkout", "post-commit",
    "post-index-change", "post-merge", "post-receive", "post-rewrite", "post-update",
    "pre-applypatch", "pre-auto-gc", "pre-commit", "pre-merge-commit", "pre-push", "pre-rebase",
    "pre-receive", "prepare-commit-msg", "proc-receive", "push-to-checkout",
    "reference-transaction", "sendemail-validate", "update",
  ]
}
