public import Diary
import Platform

extension LocalClone {
  /// The writer's commits on all branches, remote ones too, and tags.
  ///
  /// - Parameters:
  ///   - known: what was known the last time. Only what has changed since is read.
  ///   - host: asks which of the commits no remote on this host has, as far as it is known here.
  ///   - progress: hears how many commits, anybody's, have been read.
  public func history(
    of writer: CommitAuthor, since known: SavedHistory? = nil, unpushedTo host: String? = nil,
    progress: (Int) -> Void = { _ in }
  ) throws(GitError) -> CloneHistory {
    do throws(GitError) {
      let reading = try HistoryReading(of: self, writer: writer, known: known, host: host)
      return try reading.finish(progress)
    } catch .noClone {
      // Its files are there, and git does not know what to make of them.
      throw .broken(path: root, detail: ".git/HEAD: \(Errno.invalid)")
    }
  }
}

/// The way from what was known to what is.
private struct HistoryReading {
  let clone: LocalClone
  let known: SavedHistory?
  let old: HistoryBasis?
  /// As it will be, but for the tips.
  var basis: HistoryBasis
  /// What the clone has, once it is known.
  var references: References?
  let hasMailmap: Bool
  let isNamed: Bool

  init(
    of clone: LocalClone, writer: CommitAuthor, known: SavedHistory?, host: String?
  ) throws(GitError) {
    self.clone = clone
    self.known = known
    old = known.flatMap { HistoryBasis(bytes: $0.basis) }
    let files = try ReferenceFiles(of: clone)
    references = files.isPlain ? files.references : nil
    let settings: CloneSettings
    var isSame = false
    if let old, old.settings.isCurrent(in: clone.program.environment) {
      settings = old.settings
      isSame = old.references == files.mark
    } else {
      settings = try clone.settings()
    }
    let meant = Self.meant(writer, settings)
    let mailmap = try Mailmap(of: clone, by: settings, since: isSame ? old?.mailmap : nil)
    hasMailmap = mailmap.isThere
    let part: String? = if case .named(let part) = writer { part } else { nil }
    isNamed = part != nil
    basis = HistoryBasis(
      settings: settings, meant: meant, matched: part.map { [$0] } ?? meant, mailmap: mailmap,
      boundary: Self.boundary(of: clone, files.references), references: files.mark, tips: [],
      isChronological: true, host: host, remotes: host.map { settings.remotes(on: $0) } ?? [])
    if let old, old.meant == meant, old.mailmap == mailmap, old.settings.name == settings.name {
      basis.matched = old.matched
    } else if !isNamed {
      basis.matched = try mailmap.completing(meant, named: settings.name, in: clone)
    }
    // Of a clone without commits nobody needs to know whose they are.
    if basis.matched.isEmpty, references?.tips.isEmpty != true {
      throw .noAddress(path: clone.root)
    }
  }

  private static func meant(_ writer: CommitAuthor, _ settings: CloneSettings) -> [String] {
    switch writer {
    case .own(let emails):
      Set(settings.addresses + emails.map { $0.lowercased() }).filter { !$0.isEmpty }.sorted()
    // No address begins so.
    case .named(let part): ["\0" + part]
    }
  }

  /// What makes git see another history from the same tips.
  private static func boundary(of clone: LocalClone, _ references: References) -> UInt64 {
    var print = Fingerprint()
    for file in ["shallow", "info/grafts"] {
      let path = "\(clone.commonDirectory)/\(file)"
      print.add((try? File.readRegular(path, limit: GitFolder.fileLimit)) ?? [])
    }
    print.add(references.replacementMark)
    return print.value
  }

  // MARK: What there is to do

  consuming func finish(_ progress: (Int) -> Void) throws(GitError) -> CloneHistory {
    if let known, let old, canBuild(on: old), old.references == basis.references {
      basis.tips = old.tips
      basis.isChronological = old.isChronological
      return try settle(known, since: old)
    }
    try resolveReferences()
    basis.tips = references?.tips ?? []
    if let known, let old, canBuild(on: old) {
      basis.isChronological = old.isChronological
      // A tip that was there the last time may have been swept away since: then all is read.
      if let commits = try? update(known.commits, from: old, progress) {
        return try result(commits, .update)
      }
    }
    return try result(readAll(progress), .all)
  }

  /// Whether what was read then is still a part of what would be read now.
  private func canBuild(on old: HistoryBasis) -> Bool {
    old.meant == basis.meant && old.matched == basis.matched && old.mailmap == basis.mailmap
      && old.boundary == basis.boundary
  }

  /// Where no reference has moved.
  private consuming func settle(
    _ known: SavedHistory, since old: HistoryBasis
  ) throws(GitError) -> CloneHistory {
    // Who does not ask about a host leaves what is known of one.
    let asked = basis.remotes
    if basis.host == nil {
      basis.host = old.host
      basis.remotes = old.host.map { basis.settings.remotes(on: $0) } ?? []
    }
    let isSameHost = old.host == basis.host && old.remotes == basis.remotes
    if isSameHost, basis == old { return history(known, .none, remotes: asked) }
    var known = known
    if !isSameHost {
      try resolveReferences()
      known.unpushed = try unpushed()
    }
    known.basis = basis.bytes
    return history(known, .update, remotes: asked)
  }

  private mutating func resolveReferences() throws(GitError) {
    if references == nil { references = try clone.askForReferences() }
  }

  /// Adds what has come since, and takes away what is gone; `nil` where that cannot be told.
  private mutating func update(
    _ known: PackedCommits, from old: HistoryBasis, _ progress: (Int) -> Void
  ) throws(GitError) -> PackedCommits? {
    let tips = Set(basis.tips)
    let before = Set(old.tips)
    let come = tips.subtracting(before)
    var gone = before.subtracting(tips)
    // Made anew with names of another length.
    if let tip = tips.first, let other = before.first, tip.isLong != other.isLong { return nil }
    var commits = known
    if !come.isEmpty {
      let walk = try walk(
        from: come, without: before, wanting: Set(gone.map(\.beginning)), progress)
      commits = commits.union(PackedCommits(walk.found))
      basis.isChronological = basis.isChronological && walk.isChronological
      // What new commits follow is not gone.
      gone = gone.filter { !walk.reached.contains($0.beginning) }
    }
    if gone.isEmpty { return commits }
    guard basis.isChronological else { return nil }
    let lost = try walk(from: gone, without: tips, progress)
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
      clone: clone, known: known, effort: effort, isShallow: clone.isShallow, remotes: remotes,
      addresses: isNamed ? [] : basis.meant)
  }

  /// What the branches here have, and no remote on the host; `nil` where there is no such remote.
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
    let small = basis.matched.map(AuthorMatcher.small)
    let author: AuthorMatcher = isNamed ? .part(small.first ?? []) : .addresses(small)
    var reader = HistoryReader(author, wanting: wanted)
    var question: [UInt8] = []
    for tip in tips { question += tip.hexadecimal + [0x0A] }
    for other in others { question += [UInt8(ascii: "^")] + other.hexadecimal + [0x0A] }
    var program = clone.program
    // Git would hand over each commit by itself.
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
