/// The words in an output that come from messages: the output without commands, names and texts.
struct MessageWords {
  /// Names of commands and values, which are not translated, and proper names.
  private static let literal = Set(
    """
    mcp MCP lsp LSP Language Server Protocol agent agents docs FILE LINE COLUMN TITLE book epub
    public rejected resume feature branch commitdiary notes add list show edit delete restore
    history search share commits config get set unset doctor completion man help diary write todo
    done undo redo reopen due day every pri year move import export calendar jrnl dayone Day One
    TZ Issue ics iCalendar org vimwiki Dendron csv Obsidian Logseq Joplin USB zip Asia Seoul tzdata task todotxt taskwarrior
    Taskwarrior roff todo.txt txt UUID description auto always never newest oldest repo title text
    markdown json html bash zsh fish sun mon tue wed thu fri sat language ko ja ja_JP en_GB OWNER
    NAME HOST HOME PATH DAY PLACE HEAD ID JSON HTML Markdown UTF ASCII NUL MiB kB git install
    scripts VISUAL EDITOR XDG_DATA_HOME iconv apt Web ToDo URL LOGIN Enterprise NAME.ghe.com PM
    browse jot dy td setup notes.remind tags rename user.email Enter Esc Space Ctrl kitty me.emails noreply merge parser entry note
    all mirror key forget on off log refs why hook amend rebase remove fetch post core.hooksPath
    perf sync sync.auto backup.path browse.keys browse.commands de agents.marks with without only init join leave now login logout status refresh repos open keyring file
    pushed name GitHub OAuth scope Applications gh github.com ghe.com github.tokenCommand read user
    COMMITDIARY_TOKEN graph streak theme preview SVG README octocat true false block compact dots
    digits ascii light dark ask green blue orange pink black github halloween winter dracula
    viridis cividis dimmed classic Wiki en none weekday week month today weather digest Open Meteo
    wiki us eu korea metric contributions entries words todos tag temperature pm cache
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  let lines: [String]

  /// - Parameter others: texts that the test has written or typed.
  init(of output: String, without others: [String] = []) {
    var text = output
    // A key of a setting, which contains a word that tests write.
    text.replace("clones.paths", with: " ")
    for other in others.sorted(by: { $0.count > $1.count }) { text.replace(other, with: " ") }
    for pattern in Patterns.all { text.replace(pattern, with: " ") }
    lines = text.split(separator: "\n").map(String.init)
  }

  /// The words in Latin letters that are not names.
  var latin: [String] {
    lines.flatMap { line in
      line.matches(of: Patterns.word).map { String($0.output) }
    }.filter { !Self.literal.contains($0) }
  }

  func has(_ letters: Letters) -> Bool {
    lines.contains { $0.unicodeScalars.contains(where: letters.contains) }
  }

  enum Letters {
    case hangul, kana, beyondASCII

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch (self, scalar.value) {
      case (.hangul, 0xAC00...0xD7A3), (.kana, 0x3041...0x30FE), (.beyondASCII, 0x80...): true
      default: false
      }
    }
  }
}

/// Regular expressions. They are made only once, because that takes longer than using them.
private enum Patterns {
  nonisolated(unsafe) static let word = /[A-Za-z][A-Za-z_.]*[A-Za-z]/

  /// What is not a word of a message.
  nonisolated(unsafe) static let all: [Regex<AnyRegexOutput>] = [
    // Examples in help are command lines, followed by two spaces.
    Regex(/(?m)^  commitdiary .*?(  |$)/),
    Regex(/--?[a-z][a-z-]*/),
    // The keys of settings.
    Regex(/\b(day|export|github|graph|pages|streak|tags|terminal|todo|weather|week)\.[a-zA-Z]+/),
    Regex(/[~.\/]*(\/[A-Za-z0-9._~+-]+)+/),
    Regex(/\b[0-9][0-9A-Za-z:.+-]*/),
  ]
}

/// Locale settings in the environment. None of these locales has to be installed: the C library
/// looks for them in an empty folder.
enum Locales {
  static let names = ["ko_KR.UTF-8", "ja_JP.UTF-8", "C", "ko_KR.EUC-KR", "de_DE.UTF-8"]

  static func environment(_ variables: [String: String]) -> [String: String] {
    ["LOCPATH": "/nonexistent", "LANG": ""].merging(variables) { $1 }
  }

  static func language(_ locale: String) -> [String: String] { environment(["LANG": locale]) }
}

/// The themes in the order in which they are listed.
enum ThemeNames {
  static let all = [
    "green", "blue", "orange", "pink", "black", "github", "github-dimmed", "github-classic",
    "halloween", "winter", "dracula", "viridis", "cividis",
  ]
}
