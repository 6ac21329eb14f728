import JSON

extension API {
  /// `/repos/OWNER/NAME/commits`
  func commits(of repository: World.Repository) -> Answer {
    let revision = request.query("sha") ?? repository.defaultBranch
    guard let line = line(from: revision, in: repository) else {
      return problem("Not Found", status: 404)
    }
    // The range applies to the committer date, as on GitHub, not to the author date.
    let since = request.query("since").flatMap(CivilTime.parse) ?? .min
    let until = request.query("until").flatMap(CivilTime.parse) ?? .max
    let author = request.query("author")?.lowercased()
    let found = line.filter { commit in
      (since...max(since, until)).contains(commit.committer.date)
        && (author == nil || commit.author.login?.lowercased() == author
          || commit.author.email.lowercased() == author)
    }
    let page = Page(found, request, cursor: .lastSHA(top: revision), world.paging) { $0.sha }
    let text = JSONText(web: web).commits(Array(page.items), of: repository, world)
    return page.linked(.json(text: text), at: "\(base)/repositories/\(repository.id)/commits")
  }

  /// The commits from a revision down, the newest first.
  private func line(
    from revision: String, in repository: World.Repository
  ) -> ArraySlice<World.Commit>? {
    if let branch = repository.commits(onBranch: revision) { return branch[...] }
    guard let commit = repository.commit(revision) else { return nil }
    for branch in [repository.commits] + repository.branches.values {
      if let place = branch.firstIndex(of: commit) { return branch[place...] }
    }
    return nil
  }

  /// `/repos/OWNER/NAME/commits/REVISION`
  func commit(_ revision: String, in repository: World.Repository) -> Answer {
    guard let commit = repository.commit(revision) else {
      return problem(
        "No commit found for SHA: \(revision)", status: 422,
        page: "https://docs.github.com/rest/commits/commits#get-a-commit")
    }
    return .json(text: JSONText(web: web).wholeCommit(commit, of: repository, world))
  }

  /// `/search/commits`
  func searchCommits(_ caller: Caller) -> Answer {
    guard let words = request.query("q"), !words.isEmpty else {
      return problem(
        "Validation Failed", status: 422, page: "https://docs.github.com/v3/search",
        [.init("errors", [["resource": "Search", "field": "q", "code": "missing"]])])
    }
    let query = CommitSearch(words)
    var found: [(repository: World.Repository, commit: World.Commit)] = []
    for repository in world.repositories
    where isVisible(repository, to: caller) && query.covers(repository) {
      for commit in repository.commits where query.matches(commit) {
        found.append((repository, commit))
      }
    }
    let isAscending = request.query("order") == "asc"
    found.sort { left, right in
      let (left, right) = (left.commit.author.date, right.commit.author.date)
      return isAscending ? left < right : left > right
    }
    // The search returns at most 1,000 results.
    let page = Page(Array(found.prefix(1000)), request, cursor: .after, .numbers) { $0.commit.sha }
    let size = request.query("per_page").flatMap { Int($0) } ?? 30
    if (request.query("page").flatMap { Int($0) } ?? 1) * size > 1000 + size - 1 {
      return problem("Only the first 1000 search results are available", status: 422)
    }
    let text = JSONText(web: web)
    let items = page.items.map {
      text.commit($0.commit, of: $0.repository, world, isInSearch: true)
    }
    return page.linked(
      .json(
        text: """
          {"total_count":\(found.count),"incomplete_results":false,\
          "items":[\(items.joined(separator: ","))]}
          """), at: "\(base)/search/commits")
  }
}

/// A query such as `author:octocat author-date:2026-01-01..2026-02-01 words`.
private struct CommitSearch {
  private var words: [String] = []
  private var qualifiers: [(name: String, value: String)] = []

  init(_ text: String) {
    for word in text.split(separator: " ") {
      let parts = word.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        qualifiers.append((String(parts[0]), parts[1].lowercased()))
      } else {
        words.append(word.lowercased())
      }
    }
  }

  func covers(_ repository: World.Repository) -> Bool {
    qualifiers.allSatisfy { name, value in
      switch name {
      case "repo": repository.fullName.lowercased() == value
      case "user", "org": repository.owner.lowercased() == value
      case "is": value == (repository.isPrivate ? "private" : "public")
      default: true
      }
    }
  }

  func matches(_ commit: World.Commit) -> Bool {
    let message = commit.message.lowercased()
    return words.allSatisfy { message.contains($0) }
      && qualifiers.allSatisfy { name, value in
        switch name {
        case "author": commit.author.login?.lowercased() == value
        case "author-email": commit.author.email.lowercased() == value
        case "committer": commit.committer.login?.lowercased() == value
        case "author-date": Self.span(value).contains(commit.author.date)
        case "committer-date": Self.span(value).contains(commit.committer.date)
        case "hash": commit.sha == value
        default: true
        }
      }
  }

  /// A range such as `A..B`, `>=A`, `<B` or `A`. The last day is included.
  private static func span(_ text: String) -> ClosedRange<Int> {
    func start(_ text: Substring) -> Int { CivilTime.parse(text) ?? .min }
    func end(_ text: Substring) -> Int {
      CivilTime.parse(text).map { text.utf8.count == 10 ? $0 + 86_399 : $0 } ?? .max
    }
    if let dots = text.firstRange(of: "..") {
      let (from, to) = (start(text[..<dots.lowerBound]), end(text[dots.upperBound...]))
      return from...max(from, to)
    }
    let value = text.drop { "<>=".contains($0) }
    if text.hasPrefix(">=") { return start(value)...Int.max }
    if text.hasPrefix(">") { return (end(value) + 1)...Int.max }
    if text.hasPrefix("<=") { return Int.min...end(value) }
    if text.hasPrefix("<") { return Int.min...(start(value) - 1) }
    return start(value)...end(value)
  }
}
