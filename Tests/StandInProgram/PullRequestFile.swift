import StandIn

/// A merged pull request. The first line of its file is `octocat/hello 12 SHA`, with the commit by
/// which it was merged; the others are its commits, as `git log --reverse --format='%H %at %an'`
/// prints them.
struct PullRequestFile {
  private let owner: String
  private let name: String
  private let request: World.PullRequest

  init?(_ text: String, login: String) {
    let lines = text.split(separator: "\n")
    let head = (lines.first ?? "").split(separator: " ").map(String.init)
    let path = (head.first ?? "").split(separator: "/").map(String.init)
    guard head.count == 3, path.count == 2, let number = Int(head[1]) else { return nil }
    var commits: [World.Commit] = []
    for line in lines.dropFirst() {
      let fields = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard fields.count == 3, let date = Int(fields[1]) else { return nil }
      let author = World.Signature(
        fields[2], "\(login)@example.com", login: login, date: date)
      commits.append(World.Commit(fields[0], "", author: author))
    }
    (owner, name) = (path[0], path[1])
    request = World.PullRequest(number, mergeCommit: head[2], commits: commits)
  }

  func add(to world: inout World) {
    if world.repository("\(owner)/\(name)") == nil {
      world.repositories.append(
        World.Repository(id: 900_000 + world.repositories.count, owner, name))
    }
    world.edit("\(owner)/\(name)") { $0.pullRequests.append(request) }
  }
}
