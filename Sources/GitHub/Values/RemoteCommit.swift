public import Diary
public import JSON
import Platform

/// A commit as its host tells it.
public struct RemoteCommit: Hashable, Sendable {
  /// 40 hexadecimal digits, or 64, in small letters.
  public var sha: String
  public var message: String
  public var authorName: String
  public var authorEmail: String?
  /// The account that the author's address belongs to, where it belongs to one.
  public var authorLogin: String?
  public var authorDate: Instant
  /// What the host sorts and filters by: later than the author's where it was rebased.
  public var committerDate: Instant
  public var parents: [String]
  /// Its page.
  public var url: String?

  public init(
    sha: String, message: String, authorName: String, authorEmail: String? = nil,
    authorLogin: String? = nil, authorDate: Instant, committerDate: Instant,
    parents: [String] = [], url: String? = nil
  ) {
    self.sha = sha
    self.message = message
    self.authorName = authorName
    self.authorEmail = authorEmail
    self.authorLogin = authorLogin
    self.authorDate = authorDate
    self.committerDate = committerDate
    self.parents = parents
    self.url = url
  }

  /// The first line of the message.
  public var subject: String {
    // By bytes: a carriage return and a line feed are one letter.
    let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    return String(Substring(message.utf8.drop(while: isBreak).prefix { !isBreak($0) }))
  }
}

extension RemoteCommit: PageElement {
  public init?(json: JSONValue) {
    let commit = json["commit"]
    guard let sha = json["sha"]?.string.flatMap(RemoteCommit.sha), let commit,
      let dates = RemoteCommit.dates(commit)
    else { return nil }
    self.init(
      sha: sha, message: commit["message"]?.string ?? "",
      authorName: commit["author"]?["name"]?.nonEmptyString
        ?? commit["committer"]?["name"]?.nonEmptyString ?? "",
      authorEmail: commit["author"]?["email"]?.nonEmptyString,
      authorLogin: json["author"]?["login"]?.nonEmptyString.flatMap { login in
        RemoteName.isPlain(login) ? login : nil
      },
      authorDate: dates.author, committerDate: dates.committer,
      parents: (json["parents"]?.array ?? []).compactMap {
        $0["sha"]?.string.flatMap(RemoteCommit.sha)
      },
      url: json["html_url"]?.string.flatMap { WebAddress($0)?.text })
  }

  static func sha(_ text: String) -> String? {
    guard text.utf8.count == 40 || text.utf8.count == 64, text.utf8.allSatisfy(\.isHexDigit)
    else { return nil }
    return text.lowercased()
  }

  /// One of the two may be missing, and is the other then; one that is there and no date makes the
  /// commit one that cannot be put on any day.
  private static func dates(_ commit: JSONValue) -> (author: Instant, committer: Instant)? {
    let texts = ["author", "committer"].map { commit[$0]?["date"]?.string }
    let dates = texts.map { $0.flatMap { Instant(rfc3339: $0) } }
    guard zip(texts, dates).allSatisfy({ $0 == nil || $1 != nil }),
      let author = dates[0] ?? dates[1], let committer = dates[1] ?? dates[0]
    else { return nil }
    return (author, committer)
  }
}
