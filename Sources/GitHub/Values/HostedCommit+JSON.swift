public import Diary
public import JSON
import Platform

extension HostedCommit: PageElement {
  /// The host tells the instant, and not what the author's clock read: the commit is put on the
  /// reader's day.
  public init?(json: JSONValue, on host: GitHubHost) {
    let commit = json["commit"]
    guard let sha = json["sha"]?.string.flatMap(HostedCommit.sha), let commit,
      let dates = HostedCommit.dates(commit)
    else { return nil }
    let author =
      commit["author"]?["name"]?.nonEmptyString ?? commit["committer"]?["name"]?.nonEmptyString
    self.init(
      commit: Commit(
        sha: sha, subject: HostedCommit.subject(of: commit["message"]?.string ?? ""),
        author: author ?? "", date: LocalTime.moment(at: dates.author)),
      login: json["author"]?["login"]?.nonEmptyString.flatMap { login in
        GitHubName.isPlain(login) ? login : nil
      }, committedAt: dates.committer)
  }

  /// The first line of the message.
  private static func subject(of message: String) -> String {
    // By bytes: a carriage return and a line feed are one letter.
    let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    return String(Substring(message.utf8.drop(while: isBreak).prefix { !isBreak($0) }))
  }

  /// In lower case; `nil` for what is no id of a commit.
  private static func sha(_ text: String) -> String? {
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
