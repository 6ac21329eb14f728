import Diary
import GitHub

/// A repository that a person named, in the parts by which its host is asked for it.
struct NamedRepository: Sendable {
  let repository: Repository
  let owner: String
  let name: String

  /// - Parameter host: the one that is going to be asked.
  init(_ repository: Repository, on host: GitHubHost) throws(UsageError) {
    let parts = repository.name.split(separator: "/").map(String.init)
    guard parts.first?.lowercased() == host.name else {
      throw .repositoryElsewhere(repository: repository.shortName, host: host.name)
    }
    guard parts.count == 3 else { throw .badRepository(repository.name) }
    self.repository = repository
    owner = parts[1]
    name = parts[2]
  }
}
