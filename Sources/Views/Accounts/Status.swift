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

  /// The variable or the setting, for people.
  public var name: String {
    switch self {
    case .environment(let variable): variable
    case .command: "github.tokenCommand"
    case .keyring, .file: source
    }
  }

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

  public init(known: SavedAccount, origin: TokenOrigin, isActive: Bool) {
    self.known = known
    self.origin = origin
    self.isActive = isActive
  }
}

/// The contents of `status`.
public struct Status: Sendable {
  public var accounts: [AccountStatus]
  public var texts: RecordCounts
  public var schema: Int
  /// The name of the journal.
  public var journal: String
  public var path: String
  public var bytes: Int

  public init(
    accounts: [AccountStatus], texts: RecordCounts, schema: Int, journal: String, path: String,
    bytes: Int
  ) {
    self.journal = journal
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
          $0.known.json(source: $0.origin.source, isActive: $0.isActive)
        }),
      "journal": [
        "name": .string(journal), "path": .string(path), "schema": .integer(schema),
        "notes": .integer(texts.notes), "entries": .integer(texts.entries),
        "todos": .integer(texts.toDos), "bytes": .integer(bytes),
      ],
      "lastRefresh": JSONValue(lastRefresh?.description),
    ]
  }
}

// MARK: As text

extension Status {
  /// The accounts, the origin of their tokens and the size of the journal.
  ///
  /// - Parameter tokenFile: the path of the file with tokens.
  public func lines(tokenFile: String, in context: ViewContext) -> [StyledText] {
    var lines: [StyledText] = []
    if accounts.isEmpty {
      lines += context.indented(.statusNotLoggedIn)
      lines += context.indented(.notLoggedInHint, .remark)
    }
    for account in accounts { lines += account.lines(tokenFile: tokenFile, in: context) }
    lines.append("")
    let size = context.reader.write(bytes: bytes)
    lines += context.indented(.statusOfJournal(contents: texts.contents(size: size, path: path)))
    if let last = lastRefresh {
      lines += context.indented(.statusRefreshed(when: context.dateAndTime(last)))
    } else if !accounts.isEmpty {
      lines += context.indented(.statusNeverRefreshed)
    }
    return lines
  }
}

extension AccountStatus {
  fileprivate func lines(tokenFile: String, in context: ViewContext) -> [StyledText] {
    let reader = context.reader
    let login = known.account.login
    var heading = StyledText(login.isEmpty ? "?" : login, .heading)
    heading.append("  " + known.account.host, .remark)
    if isActive { heading += "  " + context.styled(.statusActive, .success) }
    var lines = context.wrapped(heading)
    switch origin {
    case .environment(let variable):
      lines += context.indented(.statusTokenInEnvironment(variable: variable))
    case .command: lines += context.indented(.statusTokenByCommand)
    case .keyring: lines += context.indented(.statusTokenInKeyring)
    case .file:
      lines += context.indented(.tokenInFile(path: tokenFile), .warning)
      lines += context.indented(.tryCommand(command: "commitdiary login --store keyring"), .remark)
    }
    if let scopes = known.scopes {
      lines += context.indented(
        scopes.isEmpty ? .statusNoScopes : .statusScopes(scopes: reader.list(scopes)))
    }
    if let expiry {
      lines += context.indented(.statusExpires(when: context.dateAndTime(expiry)))
    }
    if let limit = known.limit {
      lines += context.indented(
        .statusLimit(
          remaining: reader.write(limit.remaining), limit: reader.write(limit.limit),
          when: reader.time(context.localTime(limit.resetsAt).time)))
    }
    if let problem { lines += context.indented(problem.message, .failure) }
    return lines
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

extension SavedAccount {
  public func json(source: String, isActive: Bool) -> JSONValue {
    [
      "host": .string(account.host),
      "login": .string(account.login),
      "source": .string(source),
      "scopes": .array((scopes ?? []).map(JSONValue.string)),
      "rateLimit": limit.map { limit in
        [
          "limit": .integer(limit.limit), "remaining": .integer(limit.remaining),
          "resetsAt": .string(limit.resetsAt.description),
        ]
      } ?? .null,
      "active": .bool(isActive),
    ]
  }
}
