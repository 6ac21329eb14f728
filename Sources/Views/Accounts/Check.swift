public import JSON
public import Localization
public import Terminal

/// The result of one check of `doctor`.
public struct Check: Sendable {
  public var name: Name
  public var isFine: Bool
  public var detail: Message
  public var hint: Message?
  /// Whether the checked thing does not exist but is not needed either.
  public var isMissing = false
  /// Whether nothing is broken, but the user probably wants it otherwise.
  public var isWarning = false

  public init(
    name: Name, isFine: Bool, detail: Message, hint: Message? = nil, isMissing: Bool = false,
    isWarning: Bool = false
  ) {
    self.name = name
    self.isFine = isFine
    self.detail = detail
    self.hint = hint
    self.isMissing = isMissing
    self.isWarning = isWarning
  }

  public enum Name: Hashable, Sendable {
    case clones, config, drafts, git, journal, keyring, limits, locale, network, notes, sync,
      terminal
    case token
    /// A setting, by its key.
    case setting(String)

    /// The name in JSON.
    public var text: String { words.name }

    /// The translated name.
    func text(for reader: Reader) -> String { words.title.map(reader.say) ?? words.name }

    private var words: (name: String, title: Message?) {
      switch self {
      case .clones: ("clones", .checkClones)
      case .config: ("config", .checkConfig)
      case .drafts: ("drafts", .checkDrafts)
      case .git: ("git", .checkGit)
      case .journal: ("journal", .checkJournal)
      case .keyring: ("keyring", .checkKeyring)
      case .limits: ("limits", .checkLimits)
      case .locale: ("locale", .placeholderLanguage)
      case .network: ("network", .checkNetwork)
      case .notes: ("notes", .labelNotes)
      case .sync: ("sync", .checkSyncName)
      case .terminal: ("terminal", .checkTerminal)
      case .token: ("token", .checkToken)
      case .setting(let key): (key, nil)
      }
    }
  }

  public func json(for english: Reader) -> JSONValue {
    [
      "name": .string(name.text), "ok": .bool(isFine),
      "detail": .string(english.say(detail)),
      "hint": hint.map { .string(english.say($0)) } ?? .null,
    ]
  }
}

extension Check {
  public init(_ name: Name, failedWith error: any Error) {
    let explanation = Explanation(of: error)
    self.init(name: name, isFine: false, detail: explanation.message, hint: explanation.hint)
  }
}

extension Check {
  public func lines(in context: ViewContext) -> [StyledText] {
    let (sign, ascii, style): (String, String, Style) =
      if isWarning { ("!", "!", .warning) } else if isMissing {
        ("–", "--", .remark)
      } else if isFine { ("✓", "ok", .success) } else {
        ("✗", "!!", .failure)
      }
    let line =
      StyledText((context.screen.unicode ? sign : ascii) + " ", style)
      + StyledText(name.text(for: context.reader) + "  ", .heading)
      + context.styled(detail)
    let hint = hint.map {
      StyledText("  \(context.screen.arrow) " + context.reader.say($0), .remark)
    }
    let width = context.screen.width ?? .max
    return [line, hint].compactMap { $0 }
      .flatMap { $0.wrapped(to: max(width, 1), indent: 4, on: context.screen) }
  }
}
