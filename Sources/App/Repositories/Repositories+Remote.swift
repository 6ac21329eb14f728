import Accounts
package import Context
package import Diary
import GitHub
import Journal
import Localization
import Platform

// What the journal or GitHub knows about repositories without a clone here.

extension Repositories {
  /// Asks GitHub for a commit; `nil` if GitHub does not have it, if the session is offline, or if
  /// there is no token for the host.
  func commitOnGitHub(_ typed: String, of repository: Repository) async throws -> Commit? {
    guard !app.options.isOffline else { return nil }
    let parts = repository.name.split(separator: "/").map(String.init)
    guard parts.count == 3 else { return nil }
    let credential = try await credentialIfAny(for: parts[0])
    guard credential != nil || parts[0] == Account.defaultHost else { return nil }
    let client = try app.web.gitHub(credential, options: .init(retryPolicy: .short))
    do {
      let commit = try await app.accounts.callGitHub(with: credential) {
        try await client.commit(typed, of: .named(owner: parts[1], name: parts[2])).value
      }
      guard var found = commit?.commit else { return nil }
      found.date = app.clock.localTime.moment(at: found.date.instant)
      return found
    } catch GitHubError.unknownRevision, GitHubError.notFound, GitHubError.emptyRepository {
      return nil
    }
  }

  /// The token for a host, if the user is logged in there. Public data needs none.
  private func credentialIfAny(for host: String) async throws -> Credential? {
    do {
      let credential = try await app.accounts.credential()
      return credential.host.name == host.lowercased() ? credential : nil
    } catch let error as Explanation where error.message.key == .notLoggedIn {
      return nil
    }
  }

  /// The repositories that the user typed, each once. All must be on a host.
  package func hosted(_ typed: [String]) async throws -> [Repository] {
    var repositories: [Repository] = []
    for word in typed {
      let repository = try await locate(word).repository
      guard !repository.isLocal else {
        throw Explanation(
          .repositoryElsewhere(repository: repository.shortName, host: Account.defaultHost),
          hint: .repositoryHint, status: .usage)
      }
      if !repositories.contains(repository) { repositories.append(repository) }
    }
    return repositories
  }

  /// Repositories to choose from: those with notes, the most recently used first, then those of the
  /// account.
  package func knownRepositories() async throws -> [Repository] {
    let journal = try await app.journal(for: .reading)
    var known = try await journal.repositories()
    if let account = try app.accounts.account(among: try await journal.accounts()) {
      let seen = Set(known)
      known += try await journal.remotes(of: account.account).map(\.remote.repository)
        .filter { !seen.contains($0) }
    }
    return known
  }

  /// Commits to choose from: those that a refresh fetched, then those with notes.
  package func knownCommits(of place: LocatedRepository) async throws -> [Commit] {
    let journal = try await app.journal(for: .reading)
    let remote = try await journal.remoteCommits(of: place.repository)
    let seen = Set(remote.map(\.sha))
    let noted = try await journal.commits(beginning: "", of: place.key)
    return remote + noted.filter { !seen.contains($0.sha) }
  }
}
