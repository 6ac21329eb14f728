package import Context
package import Diary
import Git
import Journal

extension Repositories {
  /// A commit outside of the working directory, by the beginning of its id: one of the journal, else
  /// one of the user's clones. `nil` if neither has it.
  package func commitElsewhere(
    _ typed: String
  ) async throws -> (place: LocatedRepository, commit: Commit)? {
    guard (7...64).contains(typed.utf8.count), typed.utf8.allSatisfy(\.isHexDigit) else {
      return nil
    }
    let prefix = typed.lowercased()
    let known = try await app.journal(for: .reading).commits(beginning: prefix)
    var found = known.map { (place: LocatedRepository($0.repository), commit: $0.commit) }
    if found.isEmpty {
      for place in await otherClones() {
        if let commit = try? place.clone?.resolve(prefix) { found.append((place, commit)) }
      }
    }
    let ids = Set(found.map(\.commit.sha))
    guard ids.count <= 1 else {
      throw GitError.ambiguousRevision(
        typed, candidates: ids.sorted().map { String($0.prefix(12)) })
    }
    return found.first
  }

  /// The user's clones, apart from those that cannot be read.
  func otherClones() async -> [LocatedRepository] {
    let clones = (try? await app.clones.chosen(by: .all, .unlimited))?.found ?? []
    return clones.compactMap { found in
      let clone = try? Clone.find(from: found.root, environment: app.environment)
      return clone.flatMap { try? place(of: $0) }
    }
  }
}
