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

  public init(
    name: Name, isFine: Bool, detail: Message, hint: Message? = nil, isMissing: Bool = false
  ) {
    self.name = name
    self.isFine = isFine
    self.detail = detail
    self.hint = hint
    self.isMissing = isMissing
  }

  public enum Name: String, Sendable {
    case config, drafts, git, journal, keyring, limits, locale, network, terminal, token

    public var message: Message {
      switch self {
      case .config: .checkConfig
      case .drafts: .checkDrafts
      case .git: .checkGit
      case .journal: .checkJournal
      case .keyring: .checkKeyring
      case .limits: .checkLimits
      case .locale: .checkLocale
      case .network: .checkNetwork
      case .terminal: .checkTerminal
      case .token: .checkToken
      }
    }
  }

  public func json(for english: Reader) -> JSONValue {
    [
      "name": .string(name.rawValue), "ok": .bool(isFine),
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
      if isMissing { ("–", "--", .faint) } else if isFine { ("✓", "ok", .success) } else {
        ("✗", "!!", .failure)
      }
    let line =
      StyledText((context.screen.unicode ? sign : ascii) + " ", style)
      + StyledText(context.reader.say(name.message) + "  ", .heading)
      + context.styled(detail)
    let hint = hint.map {
      StyledText("  \(context.screen.arrow) " + context.reader.say($0), .faint)
    }
    let width = context.screen.width ?? .max
    return [line, hint].compactMap { $0 }
      .flatMap { $0.wrapped(to: max(width, 1), indent: 4, on: context.screen) }
  }
}
