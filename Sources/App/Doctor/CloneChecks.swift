import Context
import Diary
import Git
import Journal
import Localization
import Platform
import Views

/// The checks of the user's clones: how many there are, which directories of `clones.paths` cannot
/// be searched, and which clones cannot be read. Nothing is saved, so that the next command still
/// reports what is new.
struct CloneChecks {
  let app: App
  let author: CommitAuthor
  /// The language of reasons inside of other messages.
  let reader: Reader

  /// The limits for all searches together, and for all clones together.
  private static let searchLimit = Duration.seconds(10)
  private static let readingLimit = Duration.seconds(6)
  private static let gitLimit = Duration.seconds(3)

  /// What was found in the directories of `clones.paths`, or among the remembered clones, and in the
  /// working directory.
  private struct Found: Sendable {
    var clones: [FoundClone] = []
    /// Directories that cannot be searched.
    var directories: [Message] = []
    /// Clones that cannot be read.
    var failures: [GitError] = []
    /// The clone in the working directory, if it is in none of the directories.
    var outsideSetting: FoundClone?
  }

  func all() async -> [Check] {
    let journal = try? await app.journal(for: .reading)
    let paths = app.settings.searchedPaths
    var found = Found()
    if let paths {
      found = await search(paths, in: journal)
    } else {
      let used = (try? await journal?.usedClones()) ?? []
      found.clones = used.map { FoundClone(root: $0.root, commonDirectory: $0.clone) }
    }
    let here = try? Clone.find(in: app.directory.path, environment: app.environment)
    if let here = here.map({ FoundClone($0) }),
      !found.clones.contains(where: { $0.commonDirectory == here.commonDirectory })
    {
      found.clones.append(here)
      if paths != nil { found.outsideSetting = here }
    }
    await examine(&found, in: journal, isComplete: paths != nil)
    return [cloneCheck(found, paths)] + directoryCheck(found)
  }

  // MARK: Results

  private func cloneCheck(_ found: Found, _ paths: [String]?) -> Check {
    guard !found.clones.isEmpty || !found.failures.isEmpty else {
      return noClones(in: paths, isSearched: found.directories.isEmpty)
    }
    let clones = ChosenClones.origin(
      of: found.clones.map(\.commonDirectory), in: paths, and: found.outsideSetting)
    guard let first = found.failures.first?.explanation else {
      return Check(name: .clones, isFine: true, detail: clones)
    }
    for failure in found.failures.dropFirst() {
      app.output.trace(.graphLeftOut(reason: reader.say(failure.explanation.message)))
    }
    let isOne = found.failures.count == 1
    return Check(
      name: .clones, isFine: true,
      detail: .checkClonesUnread(
        clones: clones, count: found.failures.count, reason: first.message),
      hint: first.hint ?? (isOne ? nil : .tryCommand(command: "commitdiary doctor --verbose")),
      isWarning: true)
  }

  private func noClones(in paths: [String]?, isSearched: Bool) -> Check {
    guard let paths else {
      return Check(
        name: .clones, isFine: true, detail: .checkClonesNone, hint: .checkClonesNoneHint,
        isMissing: true)
    }
    return Check(
      name: .clones, isFine: true,
      detail: .graphNoClones(paths: MessageArgument.enumeration(paths)), isMissing: !isSearched,
      isWarning: isSearched)
  }

  private func directoryCheck(_ found: Found) -> [Check] {
    guard let first = found.directories.first else { return [] }
    let reasons = found.directories.map { reader.say($0) }
    return [
      Check(
        name: .setting(Setting.clonePaths.key), isFine: true,
        detail: reasons.count == 1
          ? first : .checkDirectories(reasons: reasons.joined(separator: "; ")),
        hint: .tryCommand(command: "commitdiary config edit"), isWarning: true)
    ]
  }

  // MARK: Searching

  /// Searches the directories at the same time, because each may be on a disk that has to start.
  private func search(_ paths: [String], in journal: Journal?) async -> Found {
    let environment = app.environment
    var searches: [(path: String, real: String, work: BlockingWork<CloneSearch?>)] = []
    for path in paths {
      let real = File.expandingHome(path, environment: environment)
      let known = (try? await journal?.searchedFolders(in: real)) ?? nil
      let work = BlockingWork<CloneSearch?>(nil) { work in
        let search = CloneSearch(in: real, since: known, environment: environment) { folder in
          work.begin(folder, limit: CloneReading.fileLimit)
          return !work.isStopped
        }
        work.update { $0 = search }
      }
      searches.append((path, real, work))
    }
    let end = ContinuousClock.now + Self.searchLimit
    var found = Found()
    var known: Set<String> = []
    for (path, real, work) in searches {
      guard Self.isDone(work, before: end), let search = work.state else {
        work.stop()
        found.directories.append(GitError.timedOut(path: path).explanation.message)
        continue
      }
      found.clones += search.clones.filter { known.insert($0.commonDirectory).inserted }
      for failure in search.failures {
        // The search resolves links.
        if failure.path == real || failure.path == File.realPath(real) {
          found.directories.append(failure.explanation.message)
        } else {
          found.failures.append(failure)
        }
      }
      if search.isCut {
        found.directories.append(.clonesSearchCut(count: CloneSearch.folderLimit, path: path))
      }
    }
    return found
  }

  private static func isDone<State>(
    _ work: BlockingWork<State>, before end: ContinuousClock.Instant
  ) -> Bool {
    while true {
      switch work.wait(atMost: .milliseconds(50)) {
      case .done: return true
      case .blocked: return false
      case .working: if ContinuousClock.now > end { return false }
      }
    }
  }

  // MARK: Reading

  private struct Readings: Sendable {
    var done = 0
    var failures: [Int: GitError] = [:]
  }

  /// Removes the clones that cannot be read, and adds the reasons.
  ///
  /// - Parameter isComplete: whether all clones were there just now. If not, one that is gone only
  ///   matters if it has commits that no longer count.
  private func examine(_ found: inout Found, in journal: Journal?, isComplete: Bool) async {
    let clones = found.clones
    let names = Set(clones.map(\.commonDirectory))
    let saved = ((try? await journal?.histories(of: names, by: author.key)) ?? [:])
      .compactMapValues(SavedHistory.init(bytes:))
    let problems = (try? await journal?.cloneProblems()) ?? [:]
    let end = ContinuousClock.now + Self.readingLimit
    var unread: Set<Int> = []
    var next = 0
    // The clones after one that blocks are read by another thread.
    for _ in 0..<3 where next < clones.count {
      let work = reading(clones, from: next, saved, problems, author)
      let isDone = Self.isDone(work, before: end)
      work.stop()
      let state = work.state
      for (index, error) in state.failures.sorted(by: { $0.key < $1.key }) {
        unread.insert(index)
        if case .noSuchPath = error, !isComplete,
          saved[clones[index].commonDirectory]?.commits.isEmpty ?? true
        {
          continue
        }
        found.failures.append(error)
      }
      next = state.done
      if isDone || next >= clones.count || ContinuousClock.now > end { break }
      unread.insert(next)
      found.failures.append(.timedOut(path: clones[next].root))
      next += 1
    }
    found.clones = clones.indices.filter { !unread.contains($0) }.map { clones[$0] }
  }

  /// Reads the clones one by one. A clone whose files have not changed since its history was saved
  /// is not opened, and git reads the history only of one that had a problem.
  private func reading(
    _ clones: [FoundClone], from first: Int, _ saved: [String: SavedHistory],
    _ problems: [String: String], _ writer: CommitAuthor
  ) -> BlockingWork<Readings> {
    let environment = app.environment
    return BlockingWork(Readings(done: first)) { work in
      var savedClones = SavedClones(environment: environment)
      for (index, clone) in clones.enumerated().dropFirst(first) {
        if work.isStopped { return }
        work.begin(clone.root, limit: CloneReading.fileLimit)
        do throws(GitError) {
          let known = saved[clone.commonDirectory]
          let isCurrent =
            known.map { savedClones.current($0, of: clone, unpushedTo: nil) != nil } ?? false
          if !isCurrent {
            let opened = try Clone.reopen(clone, environment: environment)
            work.begin(clone.root, limit: Self.gitLimit + .seconds(1))
            try opened.check(within: Self.gitLimit)
            if problems[clone.root] != nil { _ = try opened.history(of: writer, since: known) }
          }
        } catch {
          // The check of git reports this.
          if case .gitMissing = error { return }
          work.update { $0.failures[index] = error }
        }
        work.update { $0.done = index + 1 }
      }
    }
  }
}
