import GitHub

/// Responses with only the members that the client reads. Recorded responses are tested elsewhere.
enum Sample {
  static let host: GitHubHost = {
    guard let host = try? GitHubHost("github.com") else { preconditionFailure("it is a name") }
    return host
  }()

  static func sha(_ digit: Character) -> String { String(repeating: digit, count: 40) }

  static func commit(_ sha: String, date: String = "2025-11-21T08:00:00Z") -> String {
    """
    {"sha":"\(sha)","html_url":"https://github.com/octocat/hello/commit/\(sha)",
     "commit":{"message":"Say hello\\r\\n\\r\\nTwice","author":{"name":"Octo Cat","email":"octocat@github.com","date":"\(date)"},
     "committer":{"name":"GitHub","email":"noreply@github.com","date":"2025-11-22T00:00:00+09:00"}},
     "author":{"login":"octocat","id":1},"committer":null,"parents":[{"sha":"\(Sample.sha("f"))"}]}
    """
  }

  static func repository(_ id: Int, _ fullName: String) -> String {
    """
    {"id":\(id),"full_name":"\(fullName)","private":true,"fork":false,"archived":true,
     "pushed_at":"2025-11-21T08:00:00Z","default_branch":"main"}
    """
  }
}
