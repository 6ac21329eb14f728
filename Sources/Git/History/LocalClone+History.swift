public import Diary
import Platform

extension LocalClone {
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
  let clone: LocalClone
  let known: SavedHistory?
  let old: HistoryBasis?
  /// The new state. `tips` is set once the references are known.
  var basis: HistoryBasis
  /// `nil` until the references are known.
  var references: References?
  let hasMailmap: Bool
  let isNamed: Bool
  private let start = LocalTime.now().secondsSince1970
  private let watched: [String]

  init(
    of clone: LocalClone, writer: CommitAuthor, known: SavedHistory?, host: String?
  ) throws(GitError) {
    self.clone = clone
    self.known = known
    old = known.flatMap { HistoryBasis(bytes: $0.basis) }
    let files = try ReferenceFiles(of: clone)
    watched = files.watched
    references = files.isPlain ? files.references : nil
    let settings: CloneSettings
    var isSame = false
    if let old, old.settings.isCurrent(in: clone.program.environment) {
      settings = old.settings
      isSame = old.references == files.mark
    } else {
      settings = try clone.settings()
    }
    let requestedAuthors = Self.requestedAuthors(writer, settings)
    let mailmap = try Mailmap(of: clone, by: settings, since: isSame ? old?.mailmap : nil)
    hasMailmap = mailmap.isThere
    let part: String? = if case .named(let part) = writer { part } else { nil }
    isNamed = part != nil
    basis = HistoryBasis(
      settings: settings, requestedAuthors: requestedAuthors,
      matchedAuthors: part.map { [$0] } ?? requestedAuthors, mailmap: mailmap,
      boundary: Self.boundary(of: clone, files.references), references: files.mark, tips: [],
      isChronological: true, host: host, remotes: host.map { settings.remotes(on: $0) } ?? [])
    if let old, old.requestedAuthors == requestedAuthors, old.mailmap == mailmap,
      old.settings.name == settings.name
    {
      basis.matchedAuthors = old.matchedAuthors
    } else if !isNamed {
      basis.matchedAuthors = try mailmap.completing(
        requestedAuthors, named: settings.name, in: clone)
    }
    // The author does not matter in a clone without commits.
    if basis.matchedAuthors.isEmpty, references?.tips.isEmpty != true {
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
  private static func boundary(of clone: LocalClone, _ references: References) -> UInt64 {
    var fingerprint = Fingerprint()
    for file in boundaryFiles {
      let path = "\(clone.commonDirectory)/\(file)"
      fingerprint.add((try? File.readRegular(path, limit: GitFolder.fileLimit)) ?? [])
    }
    fingerprint.add(references.replacementMark)
    return fingerprint.value
  }

  // MARK: Deciding what to read

  consuming func finish(_ progress: (Int) -> Void) throws(GitError) -> CloneHistory {
    if let known, let old, canBuild(on: old), old.references == basis.references {
      basis.tips = old.tips
      basis.isChronological = old.isChronological
      return stamped(try reuse(known, since: old))
    }
    try resolveReferences()
    basis.tips = references?.tips ?? []
    if let known, let old, canBuild(on: old) {
      basis.isChronological = old.isChronological
      // This fails if an old tip was garbage-collected since. Everything is read again then.
      if let commits = try? update(known.commits, from: old, progress) {
        return stamped(try result(commits, .update))
      }
    }
    return stamped(try result(readAll(progress), .all))
  }

  /// Adds the states of all files that were read.
  private func stamped(_ history: CloneHistory) -> CloneHistory {
    let common = clone.commonDirectory
    let files =
      watched + Self.boundaryFiles.map { "\(common)/\($0)" } + basis.settings.watched
      + Mailmap.files(of: clone, by: basis.settings)
    var states = FileStates(environment: clone.program.environment)
    let stamp = HistoryStamp(of: files, start: start, states: &states)?.bytes
    var history = history
    history.hasNewStamp = stamp != nil && stamp != known?.stamp
    history.known.stamp = stamp
    return history
  }

  /// Whether the saved history can be extended.
  private func canBuild(on old: HistoryBasis) -> Bool {
    old.requestedAuthors == basis.requestedAuthors && old.matchedAuthors == basis.matchedAuthors
      && old.mailmap == basis.mailmap
      && old.boundary == basis.boundary
  }

  /// Handles the case that no reference has changed.
  private mutating func reuse(
    _ known: SavedHistory, since old: HistoryBasis
  ) throws(GitError) -> CloneHistory {
    // A caller that does not ask about a host keeps what was saved for one.
    let requested = basis.remotes
    if basis.host == nil {
      basis.host = old.host
      basis.remotes = old.host.map { basis.settings.remotes(on: $0) } ?? []
    }
    let isSameHost = old.host == basis.host && old.remotes == basis.remotes
    if isSameHost, basis == old { return history(known, .none, remotes: requested) }
    var known = known
    if !isSameHost {
      try resolveReferences()
      known.unpushed = try unpushed()
    }
    known.basis = basis.bytes
    return history(known, .update, remotes: requested)
  }

  private mutating func resolveReferences() throws(GitError) {
    if references == nil { references = try clone.askForReferences() }
  }

  /// Adds the new commits and removes the lost ones; `nil` if everything must be read again.
  private mutating func update(
    _ known: PackedCommits, from old: HistoryBasis, _ progress: (Int) -> Void
  ) throws(GitError) -> PackedCommits? {
    let tips = Set(basis.tips)
    let before = Set(old.tips)
    let added = tips.subtracting(before)
    var removed = before.subtracting(tips)
    // The clone was recreated with another hash function.
    if let tip = tips.first, let other = before.first, tip.isLong != other.isLong { return nil }
    var commits = known
    if !added.isEmpty {
      let walk = try walk(
        from: added, without: before, wanting: Set(removed.map(\.beginning)), progress)
      commits = commits.union(PackedCommits(walk.found))
      basis.isChronological = basis.isChronological && walk.isChronological
      // A parent of a new commit is not lost.
      removed = removed.filter { !walk.reached.contains($0.beginning) }
    }
    if removed.isEmpty { return commits }
    guard basis.isChronological else { return nil }
    let lost = try walk(from: removed, without: tips, progress)
    return commits.subtracting(PackedCommits(lost.found))
  }

  private mutating func readAll(_ progress: (Int) -> Void) throws(GitError) -> PackedCommits {
    basis.isChronological = true
    if basis.tips.isEmpty { return PackedCommits() }
    let walk = try walk(from: basis.tips, without: [], progress)
    basis.isChronological = walk.isChronological
    return PackedCommits(walk.found)
  }

  private func result(
    _ commits: PackedCommits, _ effort: CloneHistory.Effort
  ) throws(GitError) -> CloneHistory {
    let known = SavedHistory(basis: basis.bytes, commits: commits, unpushed: try unpushed())
    return history(known, effort, remotes: basis.remotes)
  }

  private func history(
    _ known: SavedHistory, _ effort: CloneHistory.Effort, remotes: [String]
  ) -> CloneHistory {
    CloneHistory(
      clone: clone, known: known, effort: effort, remotes: remotes, addresses: basis.addresses,
      repository: basis.settings.repository)
  }

  /// The commits of local branches that no remote on the host is known to have; `nil` if there is
  /// no such remote.
  private func unpushed() throws(GitError) -> PackedCommits? {
    guard let references, !basis.remotes.isEmpty else { return nil }
    let pushed = references.objects(of: basis.remotes)
    let own = references.heads.subtracting(pushed)
    if own.isEmpty { return PackedCommits() }
    if basis.isChronological { return PackedCommits(try walk(from: own, without: pushed).found) }
    let there = pushed.isEmpty ? [] : try walk(from: pushed, without: []).found
    return PackedCommits(try walk(from: own, without: []).found)
      .subtracting(PackedCommits(there))
  }

  // MARK: Git

  private func walk(
    from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
    wanting wanted: Set<UInt64> = [], _ progress: (Int) -> Void = { _ in }
  ) throws(GitError) -> HistoryReader {
    let lowercased = basis.matchedAuthors.map(AuthorMatcher.lowercased)
    let author: AuthorMatcher = isNamed ? .part(lowercased.first ?? []) : .addresses(lowercased)
    var reader = HistoryReader(author, wanting: wanted)
    var question: [UInt8] = []
    for tip in tips { question += tip.hexadecimal + [0x0A] }
    for other in others { question += [UInt8(ascii: "^")] + other.hexadecimal + [0x0A] }
    var program = clone.program
    // Prevents git from flushing its output after each commit.
    program.environment["GIT_FLUSH"] = "0"
    let format = HistoryReader.format(of: author.format(hasMailmap: hasMailmap))
    var stream = try program.stream(
      [
        "log", "--stdin", format, "--encoding=UTF-8", "--no-color", "--no-decorate",
        "--no-show-signature", "--no-notes", "--no-patch", "--no-ext-diff", "--no-textconv",
      ] + (others.isEmpty ? [] : ["--boundary"]), input: question)
    while let bytes = try stream.next() {
      reader.take(bytes)
      progress(reader.count)
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, path: clone.root)
    }
    return reader
  }
}
