import Diary
import JSON
import Journal

/// Accounts as other programs read them.
enum AccountJSON {
  static func account(_ known: KnownAccount, source: String, isActive: Bool) -> JSONValue {
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
