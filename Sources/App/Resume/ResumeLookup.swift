import Diary
import Git
import Journal
import Localization
public import Views

/// Finds where work on a branch was left.
public struct ResumeLookup: Sendable {
  let app: App

  private static let mostTexts = 20

  /// - Parameter branch: its name; `nil` for the one that is checked out.
  public func answer(about branch: String?) async throws -> ResumeAnswer {
    let place = try app.repositories.here(orElse: .resumeCloneHint)
    guard let clone = place.clone else { throw GitError.noClone(path: ".") }
    let work: BranchWork
    do throws(GitError) {
      work = try clone.work(onBranch: branch)
    } catch {
      guard case .unknownRevision(let name) = error else { throw error }
      throw Explanation(.resumeNoBranch(name: name), hint: .resumeNoBranchHint, status: .notFound)
    }
    let journal = try await app.journal(for: .reading)
    let notes = try await app.repositories.notes(
      on: work.commits.map(\.sha), of: place, in: journal,
      unsaved: await app.repositories.follow(place))
    let query = SearchQuery([work.name])
    let toDos = try await journal.search(query, ToDoFilter(isDone: false, limit: Self.mostTexts))
    var filter = EntryFilter(limit: Self.mostTexts)
    filter.order = .newest
    let entries = try await journal.search(query, filter)
    let lines = entries.flatMap { entry in
      entry.text.written.split(whereSeparator: \.isNewline)
        .filter { $0.contains(work.name) }.map { (day: entry.day, text: String($0)) }
    }
    return ResumeAnswer(
      work: work, repository: place.repository, notes: notes, toDos: toDos, lines: lines)
  }
}

extension App {
  public var resume: ResumeLookup { ResumeLookup(app: self) }
}
