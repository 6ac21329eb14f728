import Context
package import Git
package import Platform

/// A search of clones for addresses that are likely the user's, for suggestions.
package enum OwnAddresses {
  private static let maxCount = 6

  /// The address of git's settings, then those found in the clones below the folders, the ones with
  /// the most commits first. What is not found in time, or in folders that do not answer, is left
  /// out.
  package static func find(
    in folders: [String], _ identity: GitIdentity?, _ environment: Environment,
    limit: Duration = .seconds(3)
  ) -> [String] {
    let end = ContinuousClock.now + limit
    let work = BlockingWork([String: Int]()) { work in
      for folder in folders {
        let search = CloneSearch(in: folder, environment: environment) { _ in !work.isStopped }
        for clone in search.clones where !work.isStopped {
          let left = ContinuousClock.now.duration(to: end)
          guard
            let identity = try? GitIdentity.read(in: clone.root, environment: environment),
            let authors = try? GitIdentity.authors(
              in: clone.root, environment: environment, deadline: left)
          else { continue }
          let likely = likely(authors, identity)
          work.update { $0.merge(likely) { $0 + $1 } }
        }
      }
    }
    _ = work.wait(atMost: limit)
    work.stop()
    let own = [identity?.email].compactMap { $0 }.filter(isAddress)
    let found = work.state.filter { isAddress($0.key) && !own.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return Array((own + found).prefix(maxCount))
  }

  /// The address that git uses in a clone, and those of authors with the name that git uses there.
  ///
  /// Others may have the same name. It counts in clones to which the user has committed with the
  /// first address, and in those in which a tenth of the commits are by this name.
  static func likely(_ authors: [GitIdentity: Int], _ identity: GitIdentity) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (author, count) in authors where author.name?.lowercased() == identity.name?.lowercased() {
      if let email = author.email { counts[email, default: 0] += count }
    }
    let isOwn =
      authors.contains { $0.key.email == identity.email }
      || counts.values.reduce(0, +) * 10 >= authors.values.reduce(0, +)
    if identity.name == nil || !isOwn { counts = [:] }
    if let email = identity.email { counts[email, default: 0] += 0 }
    return counts
  }

  private static func isAddress(_ email: String) -> Bool {
    (try? Setting.emails.value(typed: [email])) != nil
  }
}
