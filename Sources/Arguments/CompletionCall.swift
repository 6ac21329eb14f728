public import Localization

/// The hidden command `__complete SHELL …`, which the completion scripts call. zsh and fish pass
/// the words. bash splits words at `=` and `:` and keeps their quotes, so its script passes the
/// line up to the cursor, `COMP_WORDBREAKS`, `COMP_TYPE`, the width of the terminal, and what the
/// name in the line is an alias for.
public struct CompletionCall: Hashable, Sendable {
  /// The name of the hidden command.
  static let name = "__complete"

  private enum Client: Hashable, Sendable {
    case shell
    /// - Parameter columns: the width of the list that bash shows, or `nil` if it inserts the text.
    case bash(BashLine, columns: Int?)
  }

  private var client: Client
  public private(set) var words: [String]
  public private(set) var cursorWord: String

  /// The value of an option before the cursor.
  public func value(ofOption name: String) -> String? {
    for (index, word) in words.enumerated().reversed() {
      if word.hasPrefix("--\(name)=") { return String(word.dropFirst(name.count + 3)) }
      if word == "--\(name)", index + 1 < words.count { return words[index + 1] }
    }
    return nil
  }

  init?(_ words: [String]) {
    guard words.count >= 3, words[0] == Self.name else { return nil }
    if words[1] == Shell.bash.rawValue {
      let line = BashLine(
        words[2], breaks: words.count > 3 ? words[3] : "\"'@><=;|&(:",
        alias: words.count > 6 ? words[6] : "")
      let isListing = words.count > 4 && Self.listingTypes.contains(words[4])
      let columns = words.count > 5 ? Int(words[5]) : nil
      client = .bash(line, columns: isListing ? columns ?? 80 : nil)
      self.words = line.words
      cursorWord = line.cursorWord
    } else {
      client = .shell
      self.words = Array(words[2...].dropLast())
      cursorWord = words.last ?? ""
    }
  }
}

extension CompletionCall {
  /// The values of `COMP_TYPE` with which bash lists the candidates. With the others it may insert
  /// one of them.
  private static let listingTypes = "?!@".unicodeScalars.map { String($0.value) }

  /// The output for the script: a line with the completions that the shell adds and the prefix to
  /// keep, then one line per candidate.
  ///
  /// - Parameter fit: cuts a description to a number of columns.
  public func response(
    _ completion: Completion, for reader: Reader,
    fit: (_ description: String, _ columns: Int) -> String = { text, _ in text }
  ) -> String {
    let candidates = completion.candidates.filter {
      !$0.word.unicodeScalars.contains(where: \.isControl)
    }
    let rows: [String] =
      switch client {
      case .bash(let line, nil): candidates.map { line.replacement(for: $0.word) }
      case .bash(let line, let columns?): Self.list(candidates, on: line, columns, fit)
      case .shell:
        candidates.map { candidate in
          let description = candidate.description.map { "\t" + $0.text(for: reader).onOneLine }
          return candidate.word + (description ?? "")
        }
      }
    let first = "\(completion.additions.rawValue)\t\(completion.prefix)"
    return ([first] + rows).joined(separator: "\n") + "\n"
  }

  /// The candidates with the titles of notes, commits and to-dos, one in each row. bash inserts
  /// only what all rows begin with, so a single candidate stays without a title.
  private static func list(
    _ candidates: [Candidate], on line: BashLine, _ columns: Int,
    _ fit: (_ description: String, _ columns: Int) -> String
  ) -> [String] {
    let words = candidates.map { line.replacement(for: $0.word) }
    guard words.count > 1, Set(words).count == words.count else { return words }
    let wordWidth = words.map(\.count).max() ?? 0
    // bash leaves two columns free.
    let room = columns - wordWidth - 4
    guard room >= 8 else { return words }
    return zip(candidates, words).map { candidate, word in
      guard case .literal(let title)? = candidate.description, !title.isEmpty else { return word }
      let row = word + spaces(wordWidth - word.count + 2) + fit(title.onOneLine, room)
      // Rows longer than half of the width are not put side by side.
      return row + spaces(columns / 2 - row.count)
    }
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  fileprivate var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }
}

/// A command line from the bash line editor, up to the cursor.
struct BashLine: Hashable, Sendable {
  /// The words before the cursor as the program would receive them, without its own name.
  let words: [String]
  private let line: ShellWords

  /// The unquoted word at the cursor.
  var cursorWord: String { line.last ?? "" }

  /// - Parameters:
  ///   - breaks: the value of `COMP_WORDBREAKS`.
  ///   - alias: what the program's name in the line is an alias for, such as `commitdiary jot`.
  init(_ text: String, breaks: String, alias: String = "") {
    line = ShellWords(text, breaks: breaks, takesLastCommand: true)
    // This drops assignments such as in `LANG=ko commitdiary …`, and the program's name.
    words = [ShellWords(alias).all ?? [], line.words].flatMap {
      $0.drop { $0.contains("=") }.dropFirst()
    }
  }

  /// The replacement for the part that bash treats as the word, with the quoting that is open at
  /// the cursor.
  func replacement(for word: String) -> String {
    let rest = String(word.unicodeScalars.dropFirst(line.keptCount))
    switch line.quote {
    case "'":
      return rest.replacing("'", with: #"'\''"#)
    case "\"":
      return rest.map { "\\\"$`".contains($0) ? "\\\($0)" : String($0) }.joined()
    default:
      return rest.enumerated().map { index, letter in
        letter.isLetter || letter.isNumber || "-_./=:@%+,".contains(letter)
          || (letter == "~" && index > 0)
          ? String(letter) : "\\\(letter)"
      }.joined()
    }
  }
}

/// A shell with support for completion, and its script.
public enum Shell: String, CaseIterable, Sendable, ArgumentValue {
  case bash, zsh, fish

  /// The script contains no commands or options: it calls `program` for the completions, so that it
  /// is never out of date.
  public func completionScript(for program: String) -> String {
    let function = "_" + program
    switch self {
    case .bash:
      // `-o default` and `-o dirnames` let bash complete files itself, because it handles ~, quotes
      // and directories better. The script does not need the bash-completion package.
      return """
        # bash completion for \(program)
        \(function)() {
          local kind lines program=${1-\(program)} alias
          alias=${BASH_ALIASES[$program]-}
          [[ -z $alias ]] || program=\(program)
          COMPREPLY=()
          mapfile -t lines < <("$program" __complete bash \\
            "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" "${COMP_TYPE-}" "${COLUMNS-}" \\
            "$alias" 2>/dev/null)
          kind=${lines[0]%%$'\\t'*}
          case $kind in
            files) compopt -o default ;;
            directories) compopt -o dirnames ;;
          esac
          COMPREPLY=("${lines[@]:1}")
        }
        complete -o nosort -F \(function) \(program)

        """
    case .zsh:
      return """
        #compdef \(program)
        \(function)() {
          local -a lines entries alias
          local line kind prefix
          # With COMPLETE_ALIASES, zsh passes an alias as it was typed.
          if [[ $words[1] != \(program) && -n ${aliases[$words[1]]-} ]]; then
            alias=(${${(z)aliases[$words[1]]}:#noglob})
            words[1]=($alias)
            (( CURRENT += $#alias - 1 ))
          fi
          lines=("${(@f)$("${(Q)words[1]}" __complete zsh \\
            "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
          kind=${lines[1]%%$'\\t'*}
          prefix=${lines[1]#*$'\\t'}
          for line in "${(@)lines[2,-1]}"; do
            line=${line//\\\\/\\\\\\\\}
            line=${line//:/\\\\:}
            entries+=("${line/$'\\t'/:}")
          done
          case $kind in
            files|directories) compset -p ${#prefix} ;|
            files) _files ;;
            directories) _files -/ ;;
            words) _describe -V -t values \(program) entries ;;
          esac
        }
        if [[ $funcstack[1] == \(function) ]]; then
          \(function) "$@"
        else
          compdef \(function) \(program)
        fi

        """
    case .fish:
      return """
        # fish completion for \(program)
        function _\(function)
          set -l words (commandline -opc)
          while string match -qr -- '^\\w+=' "$words[1]"
            set -e words[1]
          end
          set -l cursor (commandline -ct)
          set -l plain (string unescape -- "$cursor"; or string trim -l -c '"\\'' -- "$cursor")
          set -l lines ($words[1] __complete fish $words[2..] "$plain" 2>/dev/null)
          set -l first (string split -- \\t "$lines[1]")
          switch "$first[1]"
            case files
              __fish_complete_path (string sub -s (math 1 + (string length -- "$first[2]")) \\
                -- "$plain") | string replace -r -- '^' "$first[2]"
            case directories
              __fish_complete_directories \\
                (string sub -s (math 1 + (string length -- "$first[2]")) -- "$plain") \\
                | string replace -r -- '^' "$first[2]"
          end
          printf '%s\\n' $lines[2..]
        end
        complete -c \(program) -f -k -a '(_\(function))'

        """
    }
  }
}

/// The words of a command line, divided as a POSIX shell does, without any other expansion.
public struct ShellWords: Hashable, Sendable {
  /// The words in front of the last one.
  public private(set) var words: [String] = []
  /// The word at the end, without its quotes; `nil` after a space.
  public private(set) var last: String?
  /// Where that word begins in the text, with its quotes.
  public private(set) var lastStart: String.Index
  /// The quotation mark that is open at the end.
  private(set) var quote: Unicode.Scalar?
  /// The number of scalars of `last` up to its last quotation mark or unquoted break.
  private(set) var keptCount = 0
  private let isEscaped: Bool

  /// - Parameters:
  ///   - breaks: letters at which bash divides the word at the cursor.
  ///   - takesLastCommand: whether `;`, `|` and `&` end a command, and only the last one is read.
  public init(_ text: String, breaks: String = "", takesLastCommand: Bool = false) {
    var word = String.UnicodeScalarView()
    // A quoted word may be empty.
    var isWord = false
    var start: String.Index?
    var isEscaped = false
    for index in text.unicodeScalars.indices {
      let letter = text.unicodeScalars[index]
      let endsCommand = takesLastCommand && ";|&".unicodeScalars.contains(letter)
      if !isEscaped, quote == nil, letter.properties.isWhitespace || endsCommand {
        if isWord { words.append(String(word)) }
        if endsCommand { words = [] }
        (word, isWord, start, keptCount) = (.init(), false, nil, 0)
        continue
      }
      start = start ?? index
      if isEscaped {
        isEscaped = false
        // Within double quotes, only these are special.
        if quote == "\"", !"\\\"$`\n".unicodeScalars.contains(letter) { word.append("\\") }
        // A backslash at the end of a line continues the word on the next line.
        guard letter != "\n" else { continue }
        word.append(letter)
      } else if letter == "\\", quote != "'" {
        isEscaped = true
        continue
      } else if letter == quote || quote == nil && (letter == "'" || letter == "\"") {
        quote = quote == nil ? letter : nil
        keptCount = word.count
      } else {
        word.append(letter)
        if quote == nil, breaks.unicodeScalars.contains(letter) { keptCount = word.count }
      }
      isWord = true
    }
    last = isWord ? String(word) : nil
    lastStart = start ?? text.endIndex
    self.isEscaped = isEscaped
  }

  /// All words; `nil` if a quote is not closed or the text ends in a backslash.
  public var all: [String]? {
    quote == nil && !isEscaped ? words + (last.map { [$0] } ?? []) : nil
  }

  /// The word in quotes if a shell would change it.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./:@,+=".unicodeScalars.contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
