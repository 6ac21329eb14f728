import JSON

extension API {
  /// `/user…`
  func user(_ parts: ArraySlice<String>, _ caller: Caller) -> Answer {
    switch Array(parts) {
    case []:
      guard case .account(let account) = caller else {
        return problem("Requires authentication", status: 401)
      }
      return .json(text: JSONText(web: web).me(account))
    case ["repos"]:
      guard case .account(let account) = caller else {
        return problem("Requires authentication", status: 401)
      }
      let path = "\(base)/user/repos"
      return list(world.repositories.filter { affiliated($0, account) }, at: path, caller)
    default: return notFound
    }
  }

  /// `/users/LOGIN`
  func users(_ parts: ArraySlice<String>) -> Answer {
    guard parts.count == 1, let login = parts.first, let account = world.account(login) else {
      return notFound
    }
    return .json(text: JSONText(web: web).profile(account))
  }

  /// `/repos/OWNER/NAME…`
  func repos(_ parts: ArraySlice<String>, _ caller: Caller) -> Answer {
    let parts = Array(parts)
    guard parts.count >= 2 else { return notFound }
    let name = "\(parts[0])/\(parts[1])"
    if let repository = world.repository(name) {
      return self.repository(repository, parts.dropFirst(2), caller)
    }
    guard let moved = world.repository(previousName: name), isVisible(moved, to: caller) else {
      return notFound
    }
    let raw = request.path.dropFirst(RequestRouter.apiPrefix.count).split(separator: "/")
    let rest = raw.dropFirst(3).map { "/" + $0 }.joined()
    let query = request.rawQuery.isEmpty ? "" : "?" + request.rawQuery
    let address = "\(base)/repositories/\(moved.id)\(rest)\(query)"
    let message = world.renameStatus == 301 ? "Moved Permanently" : "Temporary Redirect"
    return Answer.json(
      [
        "message": .string(message), "url": .string(address),
        "documentation_url":
          "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects",
      ], status: world.renameStatus, headers: [("Location", address)])
  }

  /// `/repositories/ID…`, and the equivalent `/repos/OWNER/NAME…`.
  func repository(
    _ repository: World.Repository, _ parts: ArraySlice<String>, _ caller: Caller
  ) -> Answer {
    guard isVisible(repository, to: caller) else { return notFound }
    if let misfortune = misfortune(of: repository) { return misfortune }
    guard let first = parts.first else {
      return .json(text: JSONText(web: web).repository(repository, caller: caller.login))
    }
    guard first == "commits" else { return notFound }
    if repository.misfortune == .empty || repository.commits.isEmpty {
      return problem(
        "Git Repository is empty.", status: 409,
        page: "https://docs.github.com/rest/commits/commits#list-commits")
    }
    let revision = parts.dropFirst().joined(separator: "/")
    return revision.isEmpty ? commits(of: repository) : commit(revision, in: repository)
  }

  func isVisible(_ repository: World.Repository, to caller: Caller) -> Bool {
    guard repository.isPrivate else { return true }
    guard case .account(let account) = caller else { return false }
    return account.scopes?.contains("repo") ?? true ? belongs(repository, to: account) : false
  }

  private func misfortune(of repository: World.Repository) -> Answer? {
    switch repository.misfortune {
    case nil, .empty: return nil
    case .gone: return notFound
    case .blocked:
      return blocked(reason: "dmca", status: 451)
    case .blockedByTerms:
      return blocked(reason: "tos", status: 403)
    case .singleSignOn(let url):
      return problem(
        "Resource protected by organization SAML enforcement. You must grant your OAuth token "
          + "access to this organization.", status: 403
      ).with("X-GitHub-SSO", "required; url=\(url)")
    case .saml:
      return problem(
        "Resource protected by organization SAML enforcement. You must grant your personal "
          + "access token access to this organization.", status: 403)
    case .addressNotAllowed:
      return problem(
        "Although you appear to have the correct authorization credentials, the "
          + "`\(repository.owner)` organization has an IP allow list enabled, and your IP address "
          + "is not permitted to access this resource.", status: 403)
    case .applicationNotAllowed:
      return problem(
        "Although you appear to have the correct authorization credentials, the "
          + "`\(repository.owner)` organization has enabled OAuth App access restrictions, "
          + "meaning that data access to third-parties is limited.", status: 403)
    }
  }

  private func blocked(reason: String, status: Int) -> Answer {
    .json(
      [
        "message": "Repository access blocked",
        "block": [
          "reason": .string(reason), "created_at": "2019-05-17T21:32:24Z",
          "html_url": "https://github.com/github/dmca/blob/master/2019/05/2019-05-16-Example.md",
        ],
      ], status: status)
  }

  // MARK: Lists

  private func belongs(_ repository: World.Repository, to account: World.Account) -> Bool {
    let login = account.login.lowercased()
    return repository.owner.lowercased() == login
      || repository.members.contains { $0.lowercased() == login }
  }

  private func affiliated(_ repository: World.Repository, _ account: World.Account) -> Bool {
    guard isVisible(repository, to: .account(account)), belongs(repository, to: account) else {
      return false
    }
    switch request.query("visibility") {
    case "public" where repository.isPrivate, "private" where !repository.isPrivate: return false
    default: break
    }
    guard let wanted = request.query("affiliation")?.split(separator: ",") else { return true }
    let isOwner = repository.owner.lowercased() == account.login.lowercased()
    let isTeam = world.account(repository.owner)?.isOrganization ?? false
    return wanted.contains(isOwner ? "owner" : isTeam ? "organization_member" : "collaborator")
  }

  private func list(
    _ repositories: [World.Repository], at address: String, _ caller: Caller
  ) -> Answer {
    let page = Page(sorted(repositories), request, cursor: .after, world.paging) { "\($0.id)" }
    let text = JSONText(web: web)
    let items = page.items.map { text.repository($0, caller: caller.login) }
    return page.linked(.json(text: "[" + items.joined(separator: ",") + "]"), at: address)
  }

  private func sorted(_ repositories: [World.Repository]) -> [World.Repository] {
    let order = request.query("sort") ?? "full_name"
    let isDescending =
      (request.query("direction") ?? (order == "full_name" ? "asc" : "desc"))
      == "desc"
    let ascending = repositories.sorted { left, right in
      switch order {
      case "pushed", "updated": (left.pushedAt, left.id) < (right.pushedAt, right.id)
      case "created": (left.createdAt, left.id) < (right.createdAt, right.id)
      default: left.fullName.lowercased() < right.fullName.lowercased()
      }
    }
    return isDescending ? ascending.reversed() : ascending
  }
}

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
