import JSON

/// Writes JSON with all the URLs that GitHub includes, so that a page has a realistic size.
///
/// It is composed as text, because a page of commits has ten thousand members.
struct JSONText {
  /// The URL of the web site. The API is below it.
  let web: String
  private var api: String { web + RequestRouter.apiPrefix }

  init(web: String) { self.web = web }

  static func quoted(_ text: String?) -> String {
    guard let text else { return "null" }
    // Most texts need no escaping, and checking for that takes most of the time.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    return isPlain ? "\"\(text)\"" : JSONValue.string(text).text(.compact)
  }

  // MARK: Accounts

  func account(_ account: World.Account) -> String { "{" + accountFields(account) + "}" }

  private func accountFields(_ account: World.Account) -> String {
    let login = account.login
    let user = "\(api)/users/\(login)"
    return """
      "login":"\(login)","id":\(account.id),"node_id":"MDQ6VXNlcjE9\(account.id)",\
      "avatar_url":"https://avatars.githubusercontent.com/u/\(account.id)?v=4",\
      "gravatar_id":"","url":"\(user)","html_url":"\(web)/\(login)",\
      "followers_url":"\(user)/followers","following_url":"\(user)/following{/other_user}",\
      "gists_url":"\(user)/gists{/gist_id}","starred_url":"\(user)/starred{/owner}{/repo}",\
      "subscriptions_url":"\(user)/subscriptions","organizations_url":"\(user)/orgs",\
      "repos_url":"\(user)/repos","events_url":"\(user)/events{/privacy}",\
      "received_events_url":"\(user)/received_events",\
      "type":"\(account.isOrganization ? "Organization" : "User")",\
      "user_view_type":"public","site_admin":false
      """
  }

  /// `/users/LOGIN`
  func profile(_ account: World.Account) -> String {
    "{" + accountFields(account) + "," + profileFields(account) + "}"
  }

  /// `/user`
  func me(_ account: World.Account) -> String {
    "{" + accountFields(account) + "," + profileFields(account) + """
      ,"private_gists":0,"total_private_repos":1,"owned_private_repos":1,"disk_usage":4711,\
      "collaborators":0,"two_factor_authentication":true,\
      "plan":{"name":"free","space":976562499,"collaborators":0,"private_repos":10000}}
      """
  }

  private func profileFields(_ account: World.Account) -> String {
    """
    "name":\(Self.quoted(account.name)),"company":"@github","blog":"","location":"서울",\
    "email":\(Self.quoted(account.email)),"hireable":null,\
    "bio":"A cat.\\r\\nWith \\"arms\\".","twitter_username":null,"notification_email":null,\
    "public_repos":8,"public_gists":1,"followers":20,"following":0,\
    "created_at":"2011-01-25T18:44:36Z","updated_at":"2026-05-22T12:08:06Z"
    """
  }

  /// The account of an author, or null if the email address belongs to no account.
  private func person(_ signature: World.Signature, _ world: World) -> String {
    guard let login = signature.login else { return "null" }
    let known = world.account(login) ?? World.Account(login, id: 19_864_447)
    return account(known)
  }

  // MARK: Repositories

  func repository(_ repository: World.Repository, caller: String?) -> String {
    let mine = repository.owner.lowercased() == caller?.lowercased()
    let license =
      """
      {"key":"mit","name":"MIT License","spdx_id":"MIT","url":"\(api)/licenses/mit",\
      "node_id":"MDc6TGljZW5zZTEz"}
      """
    return "{" + repositoryFields(repository) + """
      ,"created_at":"\(CivilTime.iso(repository.createdAt))",\
      "updated_at":"\(CivilTime.iso(repository.pushedAt))",\
      "pushed_at":"\(CivilTime.iso(repository.pushedAt))",\
      "git_url":"git://github.com/\(repository.fullName).git",\
      "ssh_url":"git@github.com:\(repository.fullName).git",\
      "clone_url":"\(web)/\(repository.fullName).git",\
      "svn_url":"\(web)/\(repository.fullName)","homepage":"","size":\(108 + repository.id % 997),\
      "stargazers_count":80,"watchers_count":80,"language":\(Self.quoted(repository.language)),\
      "has_issues":true,"has_projects":true,"has_downloads":true,"has_wiki":true,\
      "has_pages":false,"has_discussions":false,"forks_count":9,"mirror_url":null,\
      "archived":\(repository.isArchived),"disabled":false,"open_issues_count":0,\
      "license":\(license),"allow_forking":true,"is_template":false,\
      "web_commit_signoff_required":false,"topics":["octocat","api"],\
      "visibility":"\(repository.isPrivate ? "private" : "public")","forks":9,"open_issues":0,\
      "watchers":80,"default_branch":\(Self.quoted(repository.defaultBranch)),\
      "permissions":{"admin":\(mine),"maintain":\(mine),"push":\(mine),"triage":\(mine),"pull":true}}
      """
  }

  private func repositoryFields(_ repository: World.Repository) -> String {
    let url = "\(api)/repos/\(repository.fullName)"
    var owner = World.Account(repository.owner, id: 0)
    owner.id = repository.owner.utf8.reduce(1000) { $0 * 31 % 999_983 + Int($1) }
    return """
      "id":\(repository.id),"node_id":"MDEwOlJlcG9zaXRvcnk\(repository.id)",\
      "name":\(Self.quoted(repository.name)),"full_name":\(Self.quoted(repository.fullName)),\
      "private":\(repository.isPrivate),"owner":\(account(owner)),\
      "html_url":"\(web)/\(repository.fullName)",\
      "description":\(Self.quoted(repository.description)),"fork":\(repository.isFork),\
      "url":"\(url)","forks_url":"\(url)/forks","keys_url":"\(url)/keys{/key_id}",\
      "collaborators_url":"\(url)/collaborators{/collaborator}","teams_url":"\(url)/teams",\
      "hooks_url":"\(url)/hooks","issue_events_url":"\(url)/issues/events{/number}",\
      "events_url":"\(url)/events","assignees_url":"\(url)/assignees{/user}",\
      "branches_url":"\(url)/branches{/branch}","tags_url":"\(url)/tags",\
      "blobs_url":"\(url)/git/blobs{/sha}","git_tags_url":"\(url)/git/tags{/sha}",\
      "git_refs_url":"\(url)/git/refs{/sha}","trees_url":"\(url)/git/trees{/sha}",\
      "statuses_url":"\(url)/statuses/{sha}","languages_url":"\(url)/languages",\
      "stargazers_url":"\(url)/stargazers","contributors_url":"\(url)/contributors",\
      "subscribers_url":"\(url)/subscribers","subscription_url":"\(url)/subscription",\
      "commits_url":"\(url)/commits{/sha}","git_commits_url":"\(url)/git/commits{/sha}",\
      "comments_url":"\(url)/comments{/number}",\
      "issue_comment_url":"\(url)/issues/comments{/number}",\
      "contents_url":"\(url)/contents/{+path}","compare_url":"\(url)/compare/{base}...{head}",\
      "merges_url":"\(url)/merges","archive_url":"\(url)/{archive_format}{/ref}",\
      "downloads_url":"\(url)/downloads","issues_url":"\(url)/issues{/number}",\
      "pulls_url":"\(url)/pulls{/number}","milestones_url":"\(url)/milestones{/number}",\
      "notifications_url":"\(url)/notifications{?since,all,participating}",\
      "labels_url":"\(url)/labels{/name}","releases_url":"\(url)/releases{/id}",\
      "deployments_url":"\(url)/deployments"
      """
  }

  // MARK: Commits

  func commits(
    _ commits: [World.Commit], of repository: World.Repository, _ world: World
  ) -> String {
    var people: [String: String] = [:]
    var text = "["
    for (index, commit) in commits.enumerated() {
      if index > 0 { text += "," }
      text += "{"
      text += fields(commit, of: repository) { signature in
        let login = signature.login ?? ""
        if let known = people[login] { return known }
        let person = person(signature, world)
        people[login] = person
        return person
      }
      text += "}"
    }
    return text + "]"
  }

  func commit(
    _ commit: World.Commit, of repository: World.Repository, _ world: World
  ) -> String {
    "{" + fields(commit, of: repository) { person($0, world) } + "}"
  }

  private func fields(
    _ commit: World.Commit, of repository: World.Repository,
    person: (World.Signature) -> String
  ) -> String {
    let sha = commit.sha
    let url = "\(api)/repos/\(repository.fullName)"
    let parents = commit.parents.map {
      """
      {"sha":"\($0)","url":"\(url)/commits/\($0)",\
      "html_url":"\(web)/\(repository.fullName)/commit/\($0)"}
      """
    }
    return """
      "sha":"\(sha)","node_id":"C_kwDOAAAAANoAKDE2\(sha)","commit":{\
      "author":\(signature(commit.author)),"committer":\(signature(commit.committer)),\
      "message":\(Self.quoted(commit.message)),"tree":{"sha":"\(sha)",\
      "url":"\(url)/git/trees/\(sha)"},"url":"\(url)/git/commits/\(sha)","comment_count":0,\
      "verification":\(verification(commit))},"url":"\(url)/commits/\(sha)",\
      "html_url":"\(web)/\(repository.fullName)/commit/\(sha)",\
      "comments_url":"\(url)/commits/\(sha)/comments","author":\(person(commit.author)),\
      "committer":\(person(commit.committer)),"parents":[\(parents.joined(separator: ","))]
      """
  }

  private func signature(_ signature: World.Signature) -> String {
    """
    {"name":\(Self.quoted(signature.name)),"email":\(Self.quoted(signature.email)),\
    "date":"\(CivilTime.iso(signature.date))"}
    """
  }

  private func verification(_ commit: World.Commit) -> String {
    guard commit.isSigned else {
      return """
        {"verified":false,"reason":"unsigned","signature":null,"payload":null,"verified_at":null}
        """
    }
    // This text consists of letters and line breaks, which are escaped already.
    let line = commit.sha + commit.sha.prefix(24)
    let armour =
      "\"-----BEGIN PGP SIGNATURE-----\\n\\n"
      + String(repeating: line + "\\n", count: 13) + "-----END PGP SIGNATURE-----\\n\""
    let payload = """
      tree \(commit.sha)
      author \(commit.author.name) <\(commit.author.email)> \(commit.author.date) +0000
      committer \(commit.committer.name) <\(commit.committer.email)> \(commit.committer.date) +0000

      \(commit.message)
      """
    return """
      {"verified":true,"reason":"valid","signature":\(armour),\
      "payload":\(Self.quoted(payload)),"verified_at":"\(CivilTime.iso(commit.committer.date))"}
      """
  }
}
