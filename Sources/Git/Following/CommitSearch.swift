import Diary

/// Where a lost commit is now, or could be.
struct LostCommitMatch {
  var targets: [ObjectName]
  var evidence: CommitEvidence
  /// `false` if the targets are only candidates.
  var isCertain: Bool

  static func one(_ target: ObjectName, _ evidence: CommitEvidence) -> LostCommitMatch {
    LostCommitMatch(targets: [target], evidence: evidence, isCertain: true)
  }

  /// The only target for certain, or several as candidates; `nil` if there is none.
  static func only(_ targets: [ObjectName], _ evidence: CommitEvidence) -> LostCommitMatch? {
    targets.isEmpty
      ? nil : LostCommitMatch(targets: targets, evidence: evidence, isCertain: targets.count == 1)
  }

  static func maybe(_ targets: [ObjectName], _ evidence: CommitEvidence) -> LostCommitMatch? {
    targets.isEmpty ? nil : LostCommitMatch(targets: targets, evidence: evidence, isCertain: false)
  }
}

/// The commits among which lost ones are searched: those that no branch reaches (`old`), and those
/// that a branch does (`new`), with indexes over both.
struct CommitSearch {
  let clone: LocalClone
  private(set) var old: [ObjectName: CommitHeader] = [:]
  private(set) var new: [ObjectName: CommitHeader] = [:]
  /// Commits that a branch reaches, including those whose headers were not read.
  var reachable: Set<ObjectName> = []
  /// Whether `new` was selected from the whole history, and not only from commits that are new.
  private(set) var hasWhole = false

  private(set) var children: [ObjectName: [ObjectName]] = [:]
  private(set) var oldByAuthor: [UInt64: [ObjectName]] = [:]
  private(set) var newByAuthor: [UInt64: [ObjectName]] = [:]
  private(set) var newByTree: [ObjectName: [ObjectName]] = [:]
  private(set) var newByChange: [String: [ObjectName]] = [:]
  private(set) var copies: [ObjectName: [ObjectName]] = [:]
  private(set) var mentions: [ObjectName: [ObjectName]] = [:]
  private var replaced: [ObjectName: [ObjectName]] = [:]
  private(set) var rebases: [Reflogs.Rebase] = []
  private(set) var moves: [Reflogs.Move] = []
  /// What earlier checks have saved about commits. Their objects may be gone.
  private(set) var facts: [ObjectName: CommitFacts] = [:]
  /// The commits in `facts` whose objects are gone.
  private(set) var gone: Set<ObjectName> = []
  /// The patch ids that were computed; `nil` for a commit without one.
  private(set) var patches: [ObjectName: String?] = [:]
  /// The commits that a branch has gained by a move.
  var ranges: [Reflogs.Move: Set<ObjectName>] = [:]
  /// The patch ids of the changes from one commit to another; `nil` if there are none.
  var knownRanges: [ObjectName: [ObjectName: String?]] = [:]
  var rangeCalls = 0
  /// The newest commits that could be squashes, the newest first.
  var squashable: [(name: ObjectName, committedAt: Int64)]?
  /// The ancestors of old commits, once they are known.
  var oldAncestors: Set<ObjectName>?

  init(clone: LocalClone) { self.clone = clone }

  // MARK: Filling

  mutating func addOld(_ headers: [CommitHeader]) {
    for header in headers where old[header.name] == nil && new[header.name] == nil {
      old[header.name] = header
      oldByAuthor[header.authored, default: []].append(header.name)
      for parent in header.parents { children[parent, default: []].append(header.name) }
    }
  }

  mutating func addNew(_ headers: [CommitHeader], isWhole: Bool = false) {
    if isWhole { hasWhole = true }
    squashable = nil
    for header in headers where new[header.name] == nil {
      new[header.name] = header
      reachable.insert(header.name)
      newByAuthor[header.authored, default: []].append(header.name)
      newByTree[header.tree, default: []].append(header.name)
      if let change = header.changeID { newByChange[change, default: []].append(header.name) }
      for name in header.copied { copies[name, default: []].append(header.name) }
      for name in header.squashed { mentions[name, default: []].append(header.name) }
    }
  }

  /// Drops the commits of `new` that are not reached from `tip`.
  mutating func keepNew(reachedFrom tip: ObjectName) {
    var kept: Set<ObjectName> = []
    var open = [tip]
    while let name = open.popLast() {
      guard let header = new[name], kept.insert(name).inserted else { continue }
      open += header.parents
    }
    let headers = kept.compactMap { new[$0] }
    self = CommitSearch(clone: clone)
    addNew(headers)
  }

  /// What is known of a commit whose object may be gone.
  mutating func addFacts(_ facts: CommitFacts, of name: ObjectName) {
    self.facts[name] = facts
    if let patch = facts.patchID { patches[name] = patch }
    guard old[name] == nil else { return }
    gone.insert(name)
    if let header = CommitHeader(facts, of: name) { addOld([header]) }
  }

  /// - Parameter pairs: what git has recorded. Lines of reflogs are checked against the commits.
  mutating func add(pairs: [(old: ObjectName, new: ObjectName)], _ reflogs: Reflogs) {
    moves = reflogs.moves
    for (old, new) in pairs { replaced[old, default: []].append(new) }
    var missing: Set<ObjectName> = []
    for (_, new) in reflogs.replaced where old[new] == nil && self.new[new] == nil {
      missing.insert(new)
    }
    var others: [ObjectName: CommitHeader] = [:]
    try? clone.headers(from: missing, walks: false) { others[$0.name] = $0 }
    for (old, new) in reflogs.replaced where old != new {
      // An amend keeps the parents. In a rebase, the old commit of a line is often the parent.
      guard let before = self.old[old] ?? self.new[old],
        let after = self.new[new] ?? self.old[new] ?? others[new],
        before.parents == after.parents
      else { continue }
      replaced[old, default: []].append(new)
    }
    for (old, new) in reflogs.recommitted where old != new {
      guard let before = self.old[old], let after = self.new[new] ?? self.old[new],
        before.parents == after.parents, before.tree == after.tree
      else { continue }
      replaced[old, default: []].append(new)
    }
    rebases = reflogs.rebases
  }

  /// The commits of the whole history that could be matches.
  func wanted(for names: [ObjectName]) -> WantedCommits {
    var wanted = WantedCommits()
    var since = Int64.max
    for name in names {
      if let header = old[name] {
        since = min(since, header.committedAt)
      } else if let facts = facts[name] {
        since = min(since, facts.committedAt ?? facts.authoredAt)
        wanted.authored.insert(
          CommitHeader.authored(by: facts.author, at: facts.authoredAt))
        if let tree = facts.tree.flatMap({ ObjectName($0) }) { wanted.trees.insert(tree) }
        if let change = facts.changeID { wanted.changes.insert(change) }
      }
      wanted.names.insert(name)
    }
    for header in old.values {
      wanted.authored.insert(header.authored)
      wanted.trees.insert(header.tree)
      if let change = header.changeID { wanted.changes.insert(change) }
    }
    wanted.since = since
    return wanted
  }

  // MARK: Reading

  func authored(_ name: ObjectName) -> UInt64? {
    old[name]?.authored ?? new[name]?.authored
      ?? facts[name].map { CommitHeader.authored(by: $0.author, at: $0.authoredAt) }
  }

  func subject(of name: ObjectName) -> String? {
    let subject = old[name]?.subject ?? new[name]?.subject ?? facts[name]?.subject
    return subject?.isEmpty == true ? nil : subject
  }

  func changeID(of name: ObjectName) -> String? {
    old[name]?.changeID ?? new[name]?.changeID ?? facts[name]?.changeID
  }

  /// The patch id, which is computed if it is not known.
  mutating func patch(_ name: ObjectName) -> String? {
    if let known = patches[name] { return known }
    compute([name])
    return patches[name] ?? nil
  }

  mutating func compute(_ names: some Collection<ObjectName>) {
    let open = names.filter { patches[$0] == nil && (old[$0] != nil || new[$0] != nil) }
    let found = clone.patchIDs(of: open)
    for name in open { patches[name] = .some(found[name]) }
    for name in names where patches[name] == nil { patches[name] = .some(nil) }
  }

  /// The reachable commits that replaced this one, as git recorded it.
  func replacements(of name: ObjectName) -> [ObjectName] {
    if replaced.isEmpty { return [] }
    var seen: Set<ObjectName> = [name]
    var open = replaced[name] ?? []
    var found: [ObjectName] = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if reachable.contains(next) { found.append(next) } else { open += replaced[next] ?? [] }
    }
    return found
  }

  /// The commits that replaced this one in between, and that no branch reaches, the first one
  /// first.
  func intermediates(of name: ObjectName) -> [ObjectName] {
    if replaced.isEmpty { return [] }
    var found = [name]
    var index = 0
    while index < found.count {
      for next in replaced[found[index]] ?? [] where old[next] != nil && !found.contains(next) {
        found.append(next)
      }
      index += 1
    }
    return Array(found.dropFirst())
  }

  /// The old commits on the lines of history that contain this one, apart from itself.
  func line(of name: ObjectName) -> Set<ObjectName> {
    var heads: Set<ObjectName> = []
    for commit in descendants(of: name) where children[commit] == nil { heads.insert(commit) }
    var line: Set<ObjectName> = []
    var open = Array(heads)
    while let next = open.popLast() {
      guard let header = old[next], line.insert(next).inserted else { continue }
      open += header.parents
    }
    line.remove(name)
    return line
  }

  /// This commit and the old ones on top of it, the nearest first.
  func descendants(of name: ObjectName, limit: Int = .max) -> [ObjectName] {
    var found = [name]
    var seen: Set<ObjectName> = [name]
    var index = 0
    while index < found.count, found.count < limit {
      for child in children[found[index]] ?? [] where seen.insert(child).inserted {
        found.append(child)
      }
      index += 1
    }
    return found
  }
}

/// Selects commits by what could make them matches.
struct WantedCommits {
  var names: Set<ObjectName> = []
  var authored: Set<UInt64> = []
  var trees: Set<ObjectName> = []
  var changes: Set<String> = []
  /// The earliest committer date of a squash.
  var since = Int64.max

  func contains(_ header: CommitHeader) -> Bool {
    authored.contains(header.authored) || trees.contains(header.tree)
      || header.changeID.map(changes.contains) == true
      || header.parents.count == 1 && header.committedAt >= since
      || header.copied.contains(where: names.contains)
      || header.squashed.contains(where: names.contains)
  }
}
