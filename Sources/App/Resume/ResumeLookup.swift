import Context
import Diary
import Git
import Journal
import Localization
package import Views

/// Finds where work on a branch was left.
package struct ResumeLookup: Sendable {
  let app: App

  private static let mostTexts = 20

  /// - Parameter branch: its name; `nil` for the one that is checked out.
  package func answer(about branch: String?) async throws -> ResumeAnswer {
    let place = try app.repositories.here(orElse: .mirrorHint)
    guard let clone = place.clone else { throw GitError.noClone(path: ".") }
    var isThere = true
    let work: BranchWork
    do throws(GitError) {
      work = try clone.work(onBranch: branch)
    } catch {
      guard case .unknownRevision(let name) = error else { throw error }
      // What was written on a branch outlives it.
      work = BranchWork(name: name, commits: [])
      isThere = false
    }
    let journal = try await app.journal(for: .reading)
    let notes = try await app.repositories.notes(
      on: work.commits.map(\.sha), of: place, in: journal,
      unsaved: await app.repositories.follow(place))
    let rooted = try await app.repositories.withRoot(place, for: .reading)
    let written = try await journal.texts(
      writtenOn: [work.name]
        + (isThere ? clone.formerNames(ofBranch: work.name) : []),
      of: rooted.key, limit: Self.mostTexts)
    guard isThere || !written.isEmpty else {
      throw Explanation(
        .resumeNoBranch(name: work.name), hint: .tryCommand(command: "git branch"),
        status: .notFound)
    }
    let query = SearchQuery([work.name])
    let toDos =
      written.toDos
      + (try await journal.search(query, ToDoFilter(isDone: false, limit: Self.mostTexts)))
      .filter { found in
        found.toDo.text.names(work.name) && !written.toDos.contains { $0.toDo.id == found.toDo.id }
      }
    var filter = EntryFilter(limit: Self.mostTexts)
    filter.order = .newest
    let entries = try await journal.search(query, filter)
    // On the default branch anything may be written, and its name may be a usual word.
    let isDefault = clone.isDefaultBranch(work.name)
    let commits = work.commits.map(\.shortSHA)
    var ofCommits: [Entry] = []
    for sha in commits { ofCommits += try await journal.search(SearchQuery([sha]), filter) }
    let naming = (isDefault ? ofCommits : entries + ofCommits).flatMap { entry in
      entry.text.written.split(whereSeparator: \.isNewline).reversed().filter { line in
        (!isDefault && line.names(work.name)) || commits.contains { line.names($0) }
      }.map { DiaryLine(day: entry.day, text: String($0)) }
    }
    var lines = isDefault ? [] : written.lines
    for line in naming where !lines.contains(line) { lines.append(line) }
    let known = Set(notes.values.joined().map(\.note.id))
    return ResumeAnswer(
      work: work, repository: place.repository, notes: notes,
      otherNotes: written.notes.filter { !known.contains($0.note.id) },
      toDos: Array(toDos.prefix(Self.mostTexts)),
      lines: Array(lines.sorted { $0.day > $1.day }.prefix(Self.mostTexts)))
  }
}

extension StringProtocol {
  /// Whether the text has this name, and not as a part of another one.
  fileprivate func names(_ name: String) -> Bool {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_-/".contains(character)
    }
    var rest = self[...]
    while let found = rest.firstRange(of: name) {
      let before = found.lowerBound > startIndex ? self[index(before: found.lowerBound)] : " "
      let after = found.upperBound < endIndex ? self[found.upperBound] : " "
      if !isPart(before), !isPart(after) { return true }
      rest = self[found.upperBound...]
    }
    return false
  }
}
