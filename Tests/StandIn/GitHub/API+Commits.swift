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
    return .json(text: JSONText(web: web).commit(commit, of: repository, world))
  }
}
