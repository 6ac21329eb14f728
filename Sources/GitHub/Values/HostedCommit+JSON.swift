public import Diary
public import JSON
import Platform

extension HostedCommit: PageElement {
  /// GitHub reports the instant but not the author's time zone, so the commit is placed on the day
  /// of the user's time zone.
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
    // Compared by bytes, because a carriage return and a line feed form one `Character`.
    let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    return String(Substring(message.utf8.drop(while: isBreak).prefix { !isBreak($0) }))
  }

  /// The id in lower case; `nil` if it is not a valid commit id.
  static func sha(_ text: String) -> String? {
    guard text.utf8.count == 40 || text.utf8.count == 64, text.utf8.allSatisfy(\.isHexDigit)
    else { return nil }
    return text.lowercased()
  }

  /// If one of the two dates is missing, the other one is used. `nil` if a date is invalid, because
  /// the commit has no day then.
  private static func dates(_ commit: JSONValue) -> (author: Instant, committer: Instant)? {
    let texts = ["author", "committer"].map { commit[$0]?["date"]?.string }
    let dates = texts.map { $0.flatMap { Instant(rfc3339: $0) } }
    guard zip(texts, dates).allSatisfy({ $0 == nil || $1 != nil }),
      let author = dates[0] ?? dates[1], let committer = dates[1] ?? dates[0]
    else { return nil }
    return (author, committer)
  }
}
