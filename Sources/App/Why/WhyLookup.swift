import Context
import Diary
package import Git
import Journal
import Localization
import Platform
import Terminal
package import Views

/// Finds why lines of a file are as they are: their commits, with the notes on these, and what the
/// diary and the to-dos say of them.
package struct WhyLookup: Sendable {
  let app: App

  /// The largest file that is read.
  private static let fileLimit = 64 << 20

  package func answer(to typed: String) async throws -> WhyAnswer {
    guard !typed.isEmpty else { throw Self.nothing(typed) }
    let target = try WhyTarget(typed) { File.kind(of: app.directory.file($0)) != nil }
    let path = app.directory.file(target.path)
    if target.isPath, !File.isDirectory(path) {
      return try await answer(aboutFile: File.realPath(path) ?? path, target)
    }
    // A folder has no lines, so its name may also be that of a branch.
    if target.lines == nil, let found = try await answer(aboutCommit: typed) { return found }
    if target.isPath {
      throw Self.folderError(target)
    }
    guard let folder = existingFolder(of: path) else { throw Self.nothing(typed) }
    do {
      return try await answer(aboutFile: folder.real + folder.rest, target)
    } catch  where Self.isUntracked(error) {
      throw Self.nothing(typed)
    }
  }

  /// The answer about a commit, even if a file has its name.
  package func answer(toCommit typed: String) async throws -> WhyAnswer {
    guard !typed.isEmpty, let answer = try await answer(aboutCommit: typed) else {
      throw Self.nothing(typed)
    }
    return answer
  }

  /// The lines of a file that have notes, and the file as it was typed.
  package func signs(of typed: String) async throws -> (path: String, [WhySign]) {
    let target = try WhyTarget(typed) { File.kind(of: app.directory.file($0)) != nil }
    guard target.isPath else {
      throw Explanation(
        .fileFailed(path: typed, reason: Message.reasonNotFound), status: .notFound)
    }
    let path = app.directory.file(target.path)
    if File.isDirectory(path) { throw Self.folderError(target) }
    let answer = try await answer(
      aboutFile: File.realPath(path) ?? path, target, forSigns: true)
    return (target.path, answer.signs)
  }

  /// The answer about a file as an editor has it, saved or not.
  ///
  /// - Parameters:
  ///   - text: `nil` for the saved file.
  ///   - line: `nil` for all lines; then only the notes are looked up.
  ///   - cache: what is known already of the files that were asked about.
  package func answer(
    aboutFile path: String, text: [UInt8]?, line: Int? = nil, cache: BlameCache
  ) async throws -> WhyAnswer {
    let target = WhyTarget(file: path, lines: line.map { $0...$0 })
    return try await answer(
      aboutFile: File.realPath(path) ?? path, target, text: text.map { FileLines($0) },
      cache: cache, forSigns: line == nil)
  }

  /// There is neither a file nor a commit of this name.
  private static func nothing(_ typed: String) -> Explanation {
    Explanation(.whyNothing(typed: typed), hint: .whyHint, status: .notFound)
  }

  /// The file is in no commit, and is not added to the index.
  private static func untracked(_ path: String) -> Explanation {
    Explanation(.whyUntracked(path: path), hint: .whyUntrackedHint, status: .notFound)
  }

  private static func isUntracked(_ error: any Error) -> Bool {
    switch error {
    case GitError.noClone: true
    case let error as Explanation: error.message.key == .whyUntracked
    default: false
    }
  }

  /// A binary file has no lines.
  private static func binary(_ path: String) -> Explanation {
    Explanation(.whyBinary(path: path), hint: .whyBinaryHint, status: .usage)
  }

  private static func folderError(_ target: WhyTarget) -> Explanation {
    Explanation(
      .fileFailed(path: target.path, reason: Message.reasonIsDirectory), hint: .whyHint,
      status: .usage)
  }

  // MARK: Commits

  /// `nil` if there is no such commit.
  private func answer(aboutCommit typed: String) async throws -> WhyAnswer? {
    let typed = Repositories.withoutRepository(typed)
    let place: LocatedRepository?
    do { place = try app.repositories.here() } catch GitError.noClone { place = nil }
    if let place, let clone = place.clone {
      do {
        let commit = try clone.resolve(typed)
        return try await answer(about: [], [commit.sha: commit], in: place)
      } catch GitError.unknownRevision {
      } catch GitError.noCommits {
      }
    }
    guard (7...64).contains(typed.utf8.count), typed.utf8.allSatisfy(\.isHexDigit) else {
      return nil
    }
    if let found = try await app.repositories.commitElsewhere(typed) {
      return try await answer(about: [], [found.commit.sha: found.commit], in: found.place)
    }
    guard let place else { return nil }
    let journal = try await app.journal(for: .reading)
    do {
      let commit = try await app.repositories.commit(typed, of: place, in: journal)
      return try await answer(about: [], [commit.sha: commit], in: place)
    } catch let error as Explanation where error.message.key == .commitUnknown {
    } catch GitError.unknownRevision {
    } catch GitError.noCommits {
    }
    return nil
  }

  // MARK: Files

  /// The real path of the nearest folder of a path that exists, and the rest of the path.
  private func existingFolder(of path: String) -> (real: String, rest: String)? {
    var folder = File.directory(of: path)
    while !File.exists(folder), folder != "/", folder != "." { folder = File.directory(of: folder) }
    guard let real = File.realPath(folder) else { return nil }
    let rest = folder == "." ? path : String(path.utf8.dropFirst(folder.utf8.count)) ?? ""
    return (real == "/" ? "" : real, rest.hasPrefix("/") ? rest : "/" + rest)
  }

  /// - Parameter path: the real path of the file, which may be deleted.
  private func answer(
    aboutFile path: String, _ target: WhyTarget, text: FileLines? = nil,
    cache: BlameCache? = nil, forSigns: Bool = false
  ) async throws -> WhyAnswer {
    let file = try text ?? working(path, target)
    let local = try localClone(with: path)
    // Git works on the blame while the rest is read here.
    let early = cache == nil ? local.flatMap { earlyBlame(of: path, file, target, in: $0) } : nil
    let (clone, configuration) = try openClone(local, target)
    guard path.hasPrefix(clone.root + "/") else { throw Self.untracked(target.path) }
    let name = String(path.utf8.dropFirst(clone.root.utf8.count + 1)) ?? ""
    let place = try app.repositories.place(of: clone, by: configuration)

    guard let head = try committed(name, of: clone) else {
      guard let file, try clone.isTracked(name) else {
        throw Self.untracked(target.path)
      }
      let lines = try askedLines(of: target, in: file)
      return try await answer(
        about: lines.map { WhyAnswer.lines($0, of: name, in: file, by: nil) } ?? [], [:], in: place)
    }
    if file == nil, !clone.isBare { app.output.note(.whyDeleted(path: target.path), .remark) }
    let shown = file ?? head.lines
    guard let lines = try askedLines(of: target, in: shown), !head.lines.isBinary else {
      if target.lines != nil { throw Self.binary(target.path) }
      let last = try clone.lastCommit(of: head.name)
      return try await answer(about: [], last.map { [$0.sha: $0] } ?? [:], in: place)
    }
    let revisions = try clone.ignoredRevisions(by: configuration)
    let prepared = try await prepare(place)
    let blame = try clone.blame(
      head.name, lines: lines, of: shown, inHead: head.lines, ignoring: revisions, early: early,
      cache: cache)
    if blame.isLimited { app.output.note(.whyShallow, .remark) }
    if let file = blame.missingRevisionFiles.first {
      app.output.note(.whyRevisionsMissing(path: file), .remark)
    }
    return try await answer(
      about: WhyAnswer.lines(lines, of: name, in: shown, by: blame), blame.commits,
      committedAt: blame.committedAt, in: place, prepared, forSigns: forSigns)
  }

  /// Starts git, if the question seems to be a simple one.
  private func earlyBlame(
    of path: String, _ file: FileLines?, _ target: WhyTarget, in clone: Clone
  ) -> EarlyBlame? {
    guard let file, !file.isBinary, file.count > 0, path.hasPrefix(clone.root + "/"),
      target.lines.map({ $0.upperBound <= file.count }) ?? true,
      let name = String(path.utf8.dropFirst(clone.root.utf8.count + 1))
    else { return nil }
    let lines = target.lines == 1...file.count ? nil : target.lines
    return EarlyBlame(of: name, lines: lines, in: clone)
  }

  /// The clone with the file, which need not be the one in the working directory.
  private func openClone(
    _ local: Clone?, _ target: WhyTarget
  ) throws -> (clone: Clone, configuration: GitConfiguration) {
    if let local { return try local.readingSettings() }
    // A working tree whose git folder is elsewhere is found by its variables.
    guard app.environment.nonEmpty("GIT_DIR") != nil,
      let clone = try app.repositories.here().clone
    else { throw GitError.noClone(path: target.path) }
    return (clone, try clone.configuration())
  }

  private func localClone(with path: String) throws(GitError) -> Clone? {
    let folder = existingFolder(of: path)?.real ?? ""
    do {
      return try Clone.find(
        from: folder.isEmpty ? "/" : folder, environment: app.environment)
    } catch {
      if case .noClone = error { return nil }
      throw error
    }
  }

  /// The file in the working tree; `nil` if it is deleted.
  private func working(_ path: String, _ target: WhyTarget) throws -> FileLines? {
    guard target.isPath else { return nil }
    do {
      return FileLines(try File.readRegular(path, limit: Self.fileLimit))
    } catch {
      throw Explanation(.fileUnreadable(path: target.path, reason: error.reasonNotRead))
    }
  }

  /// The file in `HEAD`, perhaps under the name that it had before `git mv`.
  private func committed(
    _ name: String, of clone: Clone
  ) throws -> (name: String, lines: FileLines)? {
    if let bytes = try clone.fileInHead(name) { return (name, FileLines(bytes)) }
    guard let old = clone.nameInHead(of: name), let bytes = try clone.fileInHead(old) else {
      return nil
    }
    return (old, FileLines(bytes))
  }

  /// The lines that were asked about, else all; `nil` if the file has none.
  private func askedLines(of target: WhyTarget, in file: FileLines) throws -> ClosedRange<Int>? {
    if file.isBinary {
      if target.lines != nil { throw Self.binary(target.path) }
      return nil
    }
    guard let lines = target.lines else { return file.count == 0 ? nil : 1...file.count }
    for line in [lines.lowerBound, lines.upperBound] where line > file.count {
      let path = target.path
      throw Explanation(
        line == .max ? .whyNoSuchLine(path: path) : .whyNoLine(line: line, path: path),
        hint: .whyLineHint(count: file.count), status: .usage)
    }
    return lines
  }

  // MARK: Notes and other texts

  /// The journal, and what a look for rewritten commits has found but could not save.
  private struct Prepared {
    var journal: Journal
    var unsaved: [String: [CommitPlace]]?
  }

  private func prepare(_ place: LocatedRepository) async throws -> Prepared {
    if let clone = place.clone { try app.expectOwnClone(clone) }
    let journal = try await app.journal(for: .reading)
    return Prepared(journal: journal, unsaved: await app.repositories.follow(place))
  }

  private func answer(
    about lines: [WhyAnswer.Lines], _ commits: [String: Commit],
    committedAt: [String: Int64] = [:], in place: LocatedRepository, _ prepared: Prepared? = nil,
    forSigns: Bool = false
  ) async throws -> WhyAnswer {
    let sorted =
      place.clone?.newestFirst(commits.values, committedAt: committedAt) ?? Array(commits.values)
    let ready = if let prepared { prepared } else { try await prepare(place) }
    let journal = ready.journal
    let notes = try await app.repositories.notes(
      on: sorted.map(\.sha), of: place, in: journal, unsaved: ready.unsaved)
    // Without a clone, the messages are not known.
    let bodies =
      forSigns ? nil : try? place.clone.map { try $0.bodies(of: sorted.map(\.sha)) }
    var reasons: [WhyAnswer.Reason] = []
    let marked = forSigns ? sorted : place.clone?.markingNotes(sorted) ?? sorted
    for var commit in marked {
      if bodies?[commit.sha]?.isMarked == true { commit.isMarked = true }
      var reason = WhyAnswer.Reason(
        commit: commit, repository: place.repository, notes: notes[commit.sha] ?? [])
      if forSigns, reason.notes.isEmpty { continue }
      reason.body = bodies?[commit.sha].map { Self.withoutBlankEnd($0.body) } ?? ""
      reasons.append(forSigns ? reason : try await withTexts(reason, in: journal))
    }
    if !forSigns, let clone = place.clone {
      let others = try await OtherNotes(app: app, place: place, clone: clone).find(
        at: marked, bodies: (bodies ?? [:]).mapValues(\.body), path: lines.first?.path)
      for index in reasons.indices {
        reasons[index].others = others[reasons[index].commit.sha] ?? []
      }
    }
    return WhyAnswer(lines: lines, reasons: reasons)
  }

  private static func withoutBlankEnd(_ body: String) -> String {
    guard let last = body.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(body[...last])
  }

  /// Adds the latest entry and the to-dos that name the commit, and the to-dos that it finished:
  /// those have its time, to the second.
  private func withTexts(
    _ reason: WhyAnswer.Reason, in journal: Journal
  ) async throws -> WhyAnswer.Reason {
    var reason = reason
    let date = reason.commit.date.instant
    let day = app.clock.day(of: date)
    reason.toDos = try await journal.toDosDone(from: day, to: day)
      .filter { $0.toDo.doneAt?.instant == date }
    var filter = EntryFilter(limit: 1)
    filter.order = .newest
    for name in reason.names {
      let query = SearchQuery([name])
      if reason.entry == nil { reason.entry = try await journal.search(query, filter).first }
      if app.process.isAgent { reason.entry = reason.entry?.lines(naming: reason.names) }
      let known = Set(reason.toDos.map(\.toDo.id))
      reason.toDos += try await journal.search(query, ToDoFilter())
        .filter { !known.contains($0.toDo.id) }
    }
    return reason
  }
}

extension Entry {
  /// The lines that name a commit: the rest of a day is not about it. An agent gets no more.
  fileprivate func lines(naming names: [String]) -> Entry? {
    let lines = text.written.split(whereSeparator: \.isNewline).filter { line in
      names.contains { line.contains($0) }
    }
    guard !lines.isEmpty else { return nil }
    var entry = self
    entry.text = Text(body: lines.joined(separator: "\n"))
    return entry
  }
}

extension WhyAnswer {
  /// The lines in ranges of the same commit.
  fileprivate static func lines(
    _ lines: ClosedRange<Int>, of path: String, in file: FileLines, by blame: Blame?
  ) -> [Lines] {
    var found: [Lines] = []
    for line in lines {
      let sha = blame?.shas[line - 1]
      if let last = found.last, last.commit?.sha == sha {
        found[found.count - 1].numbers = last.numbers.lowerBound...line
      } else {
        found.append(
          Lines(
            path: path, numbers: line...line, commit: sha.flatMap { blame?.commits[$0] },
            text: file.text(of: line)))
      }
    }
    return found
  }
}
