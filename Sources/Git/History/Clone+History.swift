import Diary
import Platform

extension Clone {
  /// The commits of an author on all branches, including remote branches, and tags.
  ///
  /// - Parameters:
  ///   - known: The saved history. Only changes since then are read.
  ///   - host: If given, the commits that no remote on this host is known to have are determined.
  ///   - progress: Called with the number of commits by all authors that were read so far.
  public func history(
    of writer: CommitAuthor, since known: SavedHistory? = nil, unpushedTo host: String? = nil,
    progress: (Int) -> Void = { _ in }
  ) throws(GitError) -> CloneHistory {
    do throws(GitError) {
      let reading = try HistoryReading(of: self, writer: writer, known: known, host: host)
      return try reading.finish(progress)
    } catch .noClone {
      // The clone has all files of git, but git does not accept them.
      throw .broken(path: root, detail: ".git/HEAD: \(Errno.invalid)")
    }
  }
}

/// Updates a saved history to the current state of the clone.
private struct HistoryReading {
  let clone: Clone
  let known: SavedHistory?
  /// The new state. `tips` is set once the references are known.
  var new = SavedHistory()
  /// `nil` until the references are known.
  var references: References?
  let isNamed: Bool
  private let start = LocalTime.now().secondsSince1970
  private let watched: [String]

  init(
    of clone: Clone, writer: CommitAuthor, known: SavedHistory?, host: String?
  ) throws(GitError) {
    self.clone = clone
    self.known = known
    let files = try ReferenceFiles(of: clone)
    watched = files.watched
    references = files.isPlain ? files.references : nil
    let part: String? = if case .named(let part) = writer { part } else { nil }
    isNamed = part != nil
    var isSame = false
    if let known, known.settings.isCurrent(in: clone.program.environment) {
      new.settings = known.settings
      isSame = known.references == files.mark
    } else {
      new.settings = try clone.settings()
    }
    new.references = files.mark
    new.marks = clone.program.environment[AgentMarks.variable] ?? ""
    new.boundary = Self.boundary(of: clone, files.references)
    new.mailmap = try Mailmap(of: clone, by: new.settings, since: isSame ? known?.mailmap : nil)
    new.host = host
    new.remotes = host.map { new.settings.remotes(on: $0) } ?? []
    new.requestedAuthors = Self.requestedAuthors(writer, new.settings)
    if let part {
      new.matchedAuthors = [part]
    } else if let known, known.requestedAuthors == new.requestedAuthors,
      known.mailmap == new.mailmap, known.settings.name == new.settings.name
    {
      new.matchedAuthors = known.matchedAuthors
    } else {
      new.matchedAuthors = try new.mailmap.completing(
        new.requestedAuthors, named: new.settings.name, in: clone)
    }
    // The author does not matter in a clone without commits.
    if new.matchedAuthors.isEmpty, references?.tips.isEmpty != true {
      throw .noAddress(path: clone.root)
    }
  }

  private static func requestedAuthors(_ writer: CommitAuthor, _ settings: CloneSettings)
    -> [String]
  {
    switch writer {
    case .own(let emails):
      Set(settings.addresses + emails.map { $0.lowercased() }).filter { !$0.isEmpty }.sorted()
    // No address contains a NUL, so this cannot be mistaken for one.
    case .named(let part): ["\0" + part]
    }
  }

  private static let boundaryFiles = ["shallow", "info/grafts"]

  /// A hash of the files and references that change which commits git sees from the same tips.
  private static func boundary(of clone: Clone, _ references: References) -> UInt64 {
    var fingerprint = Fingerprint()
    for file in boundaryFiles {
      fingerprint.add(GitFolder.bytes(of: "\(clone.commonDirectory)/\(file)") ?? [])
    }
    fingerprint.add(references.replacementMark)
    return fingerprint.value
  }

  // MARK: Deciding what to read

  consuming func finish(_ progress: (Int) -> Void) throws(GitError) -> CloneHistory {
    if let known, canBuild(on: known), known.references == new.references {
      return try reuse(known)
    }
    try resolveReferences()
    let tips = references?.tips ?? []
    new.tips = PackedNames(tips)
    var effort = CloneHistory.Effort.all
    // This fails if an old tip was garbage-collected since. Everything is read again then.
    if let known, canBuild(on: known), let added = try? added(to: known, at: Set(tips), progress) {
      effort = .update
      new.commits = known.commits.union(PackedCommits(added.found))
      new.markedByText = known.markedByText.union(PackedCommits(added.marked))
    } else if !tips.isEmpty {
      let walk = try walk(from: tips, without: [], progress)
      new.commits = PackedCommits(walk.found)
      new.markedByText = PackedCommits(walk.marked)
    }
    findMarksInNotes()
    new.unpushed = try unpushed()
    return history(effort, remotes: new.remotes)
  }

  /// The new history, with the states of all files that were read.
  private func history(_ effort: CloneHistory.Effort, remotes: [String]) -> CloneHistory {
    let common = clone.commonDirectory
    let files =
      watched + (Self.boundaryFiles + [Clone.notesOfAgents.name]).map { "\(common)/\($0)" }
      + new.settings.watched
      + Mailmap.files(of: clone, by: new.settings)
    var states = FileStates(environment: clone.program.environment)
    var history = CloneHistory(clone: clone, known: new, effort: effort, remotes: remotes)
    history.known.stamp = states.stamp(of: files, readAt: start)
    history.hasNewStamp = history.known.stamp != nil && history.known.stamp != known?.stamp
    return history
  }

  /// Whether the saved history can be extended.
  private func canBuild(on known: SavedHistory) -> Bool {
    known.requestedAuthors == new.requestedAuthors && known.matchedAuthors == new.matchedAuthors
      && known.mailmap == new.mailmap
      && known.boundary == new.boundary && known.marks == new.marks
  }

  /// Handles the case that no reference has changed.
  private mutating func reuse(_ known: SavedHistory) throws(GitError) -> CloneHistory {
    new.commits = known.commits
    new.markedByText = known.markedByText
    findMarksInNotes()
    new.tips = known.tips
    // A caller that does not ask about a host keeps what was saved for one.
    let requested = new.remotes
    if new.host == nil {
      new.host = known.host
      new.remotes = known.host.map { new.settings.remotes(on: $0) } ?? []
    }
    guard known.host == new.host && known.remotes == new.remotes else {
      try resolveReferences()
      new.unpushed = try unpushed()
      return history(.update, remotes: requested)
    }
    new.unpushed = known.unpushed
    let isSame =
      known.settings == new.settings && known.tipOfAgentNotes == new.tipOfAgentNotes
    return history(isSame ? .none : .update, remotes: requested)
  }

  private mutating func resolveReferences() throws(GitError) {
    if references == nil { references = try clone.askForReferences() }
  }

  /// Which commits have notes of an agent.
  private mutating func findMarksInNotes() {
    new.tipOfAgentNotes = clone.tipOfAgentNotes()
    if let known, known.tipOfAgentNotes == new.tipOfAgentNotes, known.commits == new.commits {
      new.markedByNotes = known.markedByNotes
      return
    }
    let noted = clone.commitsWithAgentNotes(at: new.tipOfAgentNotes)
    guard !noted.isEmpty else { return }
    new.markedByNotes = PackedCommits(new.commits.commits.filter { noted.contains($0.name) })
  }

  /// The commits that were added since; `nil` if others have been lost, as in an amend or a rebase.
  private func added(
    to known: SavedHistory, at tips: Set<ObjectName>, _ progress: (Int) -> Void
  ) throws(GitError) -> (found: [PackedCommit], marked: [PackedCommit])? {
    let before = Set(known.tips.names)
    let added = tips.subtracting(before)
    // The clone was recreated with another hash function.
    if let tip = tips.first, let other = before.first, tip.isLong != other.isLong { return nil }
    let walk = try added.isEmpty ? nil : walk(from: added, without: before, progress)
    // A parent of a new commit is not lost. Of the others, git says whether a reference reaches them.
    let removed = before.subtracting(tips).filter { walk?.boundary.contains($0.beginning) != true }
    if !removed.isEmpty, try self.walk(from: removed, without: tips, limit: 1).count > 0 {
      return nil
    }
    return (walk?.found ?? [], walk?.marked ?? [])
  }

  /// The commits of local branches that no remote on the host is known to have; `nil` if there is
  /// no such remote.
  private func unpushed() throws(GitError) -> PackedCommits? {
    guard let references, !new.remotes.isEmpty else { return nil }
    let pushed = references.objects(of: new.remotes)
    let own = references.heads.subtracting(pushed)
    return PackedCommits(own.isEmpty ? [] : try walk(from: own, without: pushed).found)
  }

  // MARK: Git

  private func walk(
    from tips: some Collection<ObjectName>, without others: Set<ObjectName>,
    limit: Int? = nil, _ progress: (Int) -> Void = { _ in }
  ) throws(GitError) -> HistoryReader {
    let lowercased = new.matchedAuthors.map(AuthorMatcher.lowercased)
    let author: AuthorMatcher = isNamed ? .part(lowercased.first ?? []) : .addresses(lowercased)
    var reader = HistoryReader(author, clone.agentMarks)
    var program = clone.program
    // Prevents git from flushing its output after each commit.
    program.environment["GIT_FLUSH"] = "0"
    let format = HistoryReader.options(of: author.format(hasMailmap: new.mailmap.isThere))
    try program.read(
      ["log", "--stdin"] + format + CommitRecord.plain + (others.isEmpty ? [] : ["--boundary"])
        + (limit.map { ["--max-count=\($0)"] } ?? []), input: Clone.question(tips, without: others)
    ) { bytes in
      reader.take(bytes)
      progress(reader.count)
    }
    return reader
  }
}
