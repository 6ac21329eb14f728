public import Diary
public import JSON
public import Journal
public import Localization
public import Records
public import Terminal

/// Where a token comes from.
public enum TokenOrigin: Hashable, Sendable {
  /// The environment variable with this name.
  case environment(String)
  /// The output of `github.tokenCommand`.
  case command
  case keyring
  case file

  /// The name of the origin in JSON.
  public var source: String {
    switch self {
    case .environment: "environment"
    case .command: "command"
    case .keyring: "keyring"
    case .file: "file"
    }
  }
}

/// An account and the state of its token.
public struct AccountStatus: Sendable {
  public var known: SavedAccount
  public var origin: TokenOrigin
  public var isActive: Bool
  /// When the token expires, if it does.
  public var expiry: Instant?
  /// Why the state could not be requested from GitHub.
  public var problem: Explanation?

  public init(
    known: SavedAccount, origin: TokenOrigin, isActive: Bool, expiry: Instant? = nil,
    problem: Explanation? = nil
  ) {
    self.known = known
    self.origin = origin
    self.isActive = isActive
    self.expiry = expiry
    self.problem = problem
  }
}

/// The contents of `status`.
public struct Status: Sendable {
  public var accounts: [AccountStatus]
  public var texts: RecordCounts
  public var schema: Int
  public var path: String
  public var bytes: Int

  public init(
    accounts: [AccountStatus], texts: RecordCounts, schema: Int, path: String, bytes: Int
  ) {
    self.accounts = accounts
    self.texts = texts
    self.schema = schema
    self.path = path
    self.bytes = bytes
  }

  var lastRefresh: Instant? { accounts.compactMap(\.known.refreshedAt).max() }

  public var json: JSONValue {
    [
      "accounts": .array(
        accounts.map {
          AccountJSON.account($0.known, source: $0.origin.source, isActive: $0.isActive)
        }),
      "journal": [
        "path": .string(path), "schema": .integer(schema),
        "notes": .integer(texts.notes), "entries": .integer(texts.entries),
        "todos": .integer(texts.toDos), "bytes": .integer(bytes),
      ],
      "lastRefresh": JSONValue(lastRefresh?.description),
    ]
  }
}

/// The accounts, the origin of their tokens and the size of the journal, in human-readable form.
public struct StatusView: Sendable {
  public let status: Status
  /// The path of the token file.
  public let tokenFile: String
  public let context: ViewContext

  public init(status: Status, tokenFile: String, context: ViewContext) {
    self.status = status
    self.tokenFile = tokenFile
    self.context = context
  }

  public func lines() -> [StyledText] {
    var lines: [StyledText] = []
    if status.accounts.isEmpty {
      lines += wrapped(.statusNotLoggedIn)
      lines += wrapped(.notLoggedInHint, .remark)
    }
    for account in status.accounts { lines += self.lines(for: account) }
    lines.append("")
    let reader = context.reader
    lines += wrapped(
      .statusOfJournal(
        contents: status.texts.contents(
          size: reader.write(bytes: status.bytes), path: status.path)))
    if let last = status.lastRefresh {
      lines += wrapped(.statusRefreshed(when: when(last)))
    } else if !status.accounts.isEmpty {
      lines += wrapped(.statusNeverRefreshed)
    }
    return lines
  }

  private func lines(for account: AccountStatus) -> [StyledText] {
    let login = account.known.account.login
    var heading = StyledText(login.isEmpty ? "?" : login, .heading)
    heading.append("  " + account.known.account.host, .remark)
    if account.isActive { heading += "  " + context.styled(.statusActive, .success) }
    var lines = context.wrapped(heading)
    lines += wrapped(place(of: account.origin), account.origin == .file ? .warning : .plain)
    if account.origin == .file { lines += wrapped(.tokenInFileHint, .remark) }
    if let scopes = account.known.scopes {
      lines += wrapped(
        scopes.isEmpty
          ? .statusNoScopes : .statusScopes(scopes: context.reader.list(scopes)))
    }
    if let expiry = account.expiry { lines += wrapped(.statusExpires(when: when(expiry))) }
    if let limit = account.known.limit {
      lines += wrapped(
        .statusLimit(
          remaining: context.reader.write(limit.remaining),
          limit: context.reader.write(limit.limit), when: time(limit.resetsAt)))
    }
    if let problem = account.problem { lines += wrapped(problem.message, .failure) }
    return lines
  }

  private func place(of origin: TokenOrigin) -> Message {
    switch origin {
    case .environment(let variable): .statusTokenInEnvironment(variable: variable)
    case .command: .statusTokenByCommand
    case .keyring: .statusTokenInKeyring
    case .file: .tokenInFile(path: tokenFile)
    }
  }

  private func wrapped(_ message: Message, _ style: Style = .plain) -> [StyledText] {
    context.wrapped("  " + context.styled(message, style), indent: 4)
  }

  private func when(_ instant: Instant) -> String {
    context.reader.dateAndTime(context.localTime(instant))
  }

  private func time(_ instant: Instant) -> String {
    context.reader.time(context.localTime(instant).time)
  }
}

extension RecordCounts {
  /// For example `3 notes, 1 entry, 2 to-dos, 24 kB, /home/me/journal.sqlite`.
  public func contents(size: String, path: String) -> MessageArgument {
    .enumeration([
      .message(.countNotes(count: notes)), .message(.countEntries(count: entries)),
      .message(.countToDos(count: toDos)), .text(size), .text(path),
    ])
  }
}

/// The JSON of accounts.
public enum AccountJSON {
  public static func account(_ known: SavedAccount, source: String, isActive: Bool) -> JSONValue {
    [
      "host": .string(known.account.host),
      "login": .string(known.account.login),
      "source": .string(source),
      "scopes": .array((known.scopes ?? []).map(JSONValue.string)),
      "rateLimit": known.limit.map { limit in
        [
          "limit": .integer(limit.limit), "remaining": .integer(limit.remaining),
          "resetsAt": .string(limit.resetsAt.description),
        ]
      } ?? .null,
      "active": .bool(isActive),
    ]
  }
}
