extension World {
  /// Pushes new commits, the newest first, to a branch.
  public mutating func push(_ commits: [Commit], to fullName: String, branch: String? = nil) {
    edit(fullName) { repository in
      let branch = branch ?? repository.defaultBranch
      let before = repository.commits(onBranch: branch) ?? repository.commits
      repository.set(commits + before, on: branch)
    }
  }

  /// Replaces the newest commits of a branch by others, the newest first.
  public mutating func forcePush(
    _ commits: [Commit], over count: Int, to fullName: String, branch: String? = nil
  ) {
    edit(fullName) { repository in
      let branch = branch ?? repository.defaultBranch
      let before = repository.commits(onBranch: branch) ?? []
      repository.set(commits + before.dropFirst(count), on: branch)
    }
  }

  /// Renames a repository, and transfers it if the new name has an owner. The old name redirects to
  /// the new one.
  public mutating func rename(_ fullName: String, to new: String) {
    let parts = new.split(separator: "/").map(String.init)
    edit(fullName) { repository in
      repository.formerNames.append(repository.fullName)
      repository.name = parts.last ?? repository.name
      if parts.count == 2 { repository.owner = parts[0] }
    }
  }

  public mutating func delete(_ fullName: String) {
    if let index = index(of: fullName) { repositories.remove(at: index) }
  }

  public mutating func befall(_ fullName: String, _ misfortune: Misfortune?) {
    edit(fullName) { $0.misfortune = misfortune }
  }

  /// Changes the repository with this name, if there is one.
  public mutating func edit(_ fullName: String, _ change: (inout Repository) -> Void) {
    if let index = index(of: fullName) { change(&repositories[index]) }
  }
}

extension World.Repository {
  fileprivate mutating func set(_ commits: [World.Commit], on branch: String) {
    if branch == defaultBranch { self.commits = commits } else { branches[branch] = commits }
    if let newest = commits.first { pushedAt = max(pushedAt, newest.committer.date) }
  }
}
