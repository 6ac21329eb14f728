import Diary
import Git

/// The evidence of a search: the commits that no branch reaches any more (`old`) and those that one does
/// (`new`), what git has recorded about them, and indexes over both. What a search answers depends on it
/// alone.
struct CommitIndex {
  /// Whether the repository lacks the commits before some, so that lost ones may only be missing.
  let isShallow: Bool
  private(set) var old: [ObjectName: CommitHeader] = [:]
  private(set) var new: [ObjectName: CommitHeader] = [:]
  /// Commits that a branch reaches, including those whose headers were not read.
  var reachable: Set<ObjectName> = []
  /// Whether `new` was selected from the whole history, and not only from commits that are new.
  private(set) var hasWhole = false

  private(set) var children: [ObjectName: [ObjectName]] = [:]
  private(set) var oldByAuthor: [UInt64: [ObjectName]] = [:]
  private(set) var newByAuthor: [UInt64: [ObjectName]] = [:]
  /// The commits with each tree, old ones too: a squash can have been rewritten since.
  private(set) var byTree: [ObjectName: [ObjectName]] = [:]
  private(set) var newByChange: [String: [ObjectName]] = [:]
  private(set) var copies: [ObjectName: [ObjectName]] = [:]
  private(set) var mentions: [ObjectName: [ObjectName]] = [:]
  private var replaced: [ObjectName: [ObjectName]] = [:]
  private var origins: [ObjectName: [ObjectName]] = [:]
  private var records: Set<RewriteRecord> = []
  private(set) var rebases: [Reflogs.Change] = []
  /// The rebases and the other moves of branches.
  private(set) var moves: Set<Reflogs.Change> = []
  /// The old commits of which the hook reported what replaced them, and the replacements.
  private(set) var hooked: (old: Set<ObjectName>, new: Set<ObjectName>) = ([], [])
  /// The commits whose objects may be gone, of which only what earlier checks have saved is known.
  private(set) var gone: Set<ObjectName> = []
  /// Those of them whose trees and parents are not known. They are in no index.
  private var incomplete: [ObjectName: CommitHeader] = [:]
  /// The patch ids that earlier checks have saved.
  private(set) var patches: [ObjectName: String] = [:]

  init(isShallow: Bool = false) { self.isShallow = isShallow }

  // MARK: Filling

  mutating func addOld(_ headers: [CommitHeader]) {
    for header in headers where old[header.name] == nil && new[header.name] == nil {
      old[header.name] = header
      oldByAuthor[header.authored, default: []].append(header.name)
      byTree[header.tree, default: []].append(header.name)
      for parent in header.parents { children[parent, default: []].append(header.name) }
      for name in header.squashed { mentions[name, default: []].append(header.name) }
    }
  }

  mutating func addNew(_ headers: [CommitHeader], isWhole: Bool = false) {
    if isWhole { hasWhole = true }
    for header in headers where new[header.name] == nil {
      new[header.name] = header
      reachable.insert(header.name)
      newByAuthor[header.authored, default: []].append(header.name)
      byTree[header.tree, default: []].append(header.name)
      if let change = header.changeID { newByChange[change, default: []].append(header.name) }
      for name in header.copied { copies[name, default: []].append(header.name) }
      for name in header.squashed { mentions[name, default: []].append(header.name) }
    }
  }

  /// What is known of a commit whose object may be gone.
  mutating func addFacts(_ facts: CommitFacts, of name: ObjectName) {
    if let patch = facts.patchID { patches[name] = patch }
    if old[name] != nil { return }
    let header = CommitHeader(facts, of: name)
    if header.tree.isNothing {
      incomplete[name] = header
    } else {
      gone.insert(name)
      addOld([header])
    }
  }

  mutating func add(_ records: some Sequence<RewriteRecord>) {
    for record in records {
      guard let old = ObjectName(record.old), self.records.insert(record).inserted else { continue }
      guard let new = ObjectName(record.new), old != new else { continue }
      switch record.kind {
      case .hook, .replaced:
        replaced[old, default: []].append(new)
        origins[new, default: []].append(old)
        if record.kind == .hook {
          hooked.old.insert(old)
          hooked.new.insert(new)
        }
      case .rebase:
        rebases.append(Reflogs.Change(old: old, new: new))
        moves.insert(Reflogs.Change(old: old, new: new))
      case .move: moves.insert(Reflogs.Change(old: old, new: new))
      case .tip: break
      }
    }
  }

  /// What reflogs show of lost commits. Their lines are checked against the commits: an amend keeps
  /// the parents, while in a rebase the old commit of a line is often the parent.
  func records(of reflogs: Reflogs, in source: any CommitSource) -> [RewriteRecord] {
    let changes = reflogs.replaced + reflogs.recommitted
    var others: [ObjectName: CommitHeader] = [:]
    let missing = Set(changes.lazy.flatMap { [$0.old, $0.new] }).filter {
      old[$0] == nil && new[$0] == nil
    }
    source.headers(of: missing) { others[$0.name] = $0 }
    func header(_ name: ObjectName) -> CommitHeader? { old[name] ?? new[name] ?? others[name] }
    var found: [RewriteRecord] = []
    func add(_ changes: [Reflogs.Change], _ kind: RewriteRecord.Kind, needsTree: Bool = false) {
      for change in changes where change.old != change.new {
        if kind == .replaced {
          guard let before = header(change.old), let after = header(change.new),
            before.parents == after.parents, !needsTree || before.tree == after.tree
          else { continue }
        } else if old[change.old] == nil {
          continue
        }
        found.append(RewriteRecord(kind, old: change.old.text, new: change.new.text))
      }
    }
    add(reflogs.replaced, .replaced)
    add(reflogs.recommitted, .replaced, needsTree: true)
    add(reflogs.rebases, .rebase)
    add(reflogs.moves, .move)
    return found
  }

  /// The commits of the whole history that could be matches.
  func wanted(for names: [ObjectName]) -> WantedCommits {
    var wanted = WantedCommits()
    var since = Int64.max
    for name in names {
      if let header = lost(name) {
        since = min(since, header.committedAt)
        wanted.add(header)
      }
      wanted.names.insert(name)
    }
    for header in old.values { wanted.add(header) }
    wanted.since = since
    return wanted
  }

  // MARK: Reading

  /// What is known of a commit.
  subscript(_ name: ObjectName) -> CommitHeader? { old[name] ?? new[name] ?? incomplete[name] }

  private func lost(_ name: ObjectName) -> CommitHeader? { old[name] ?? incomplete[name] }

  func subject(of name: ObjectName) -> Subject { self[name]?.subject ?? Subject() }

  func committedAt(_ name: ObjectName) -> Int64? { (old[name] ?? new[name])?.committedAt }

  func parents(of name: ObjectName) -> [ObjectName] { lost(name)?.parents ?? [] }

  /// The parents of lost commits that are not lost themselves, or not known.
  var edges: Set<ObjectName> {
    var edges: Set<ObjectName> = []
    for headers in [old, incomplete] {
      for header in headers.values { edges.formUnion(header.parents.filter { old[$0] == nil }) }
    }
    return edges
  }

  /// The earlier one of its dates.
  func earliestDate(of name: ObjectName) -> Int64? {
    lost(name).map { min($0.authoredAt, $0.committedAt) }
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

  /// The commits that this one replaced, as git recorded it.
  func origins(of name: ObjectName) -> Set<ObjectName> {
    var found: Set<ObjectName> = []
    var open = origins[name] ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += origins[next] ?? [] }
    }
    return found
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

  /// Whether a rebase left the commit out: the hook reported which commits it replaced, and this one
  /// is not among them.
  func wasDropped(_ name: ObjectName) -> Bool {
    if hooked.old.isEmpty || hooked.old.contains(name) { return false }
    let above = Set(descendants(of: name))
    return rebases.contains { rebase in
      hooked.new.contains(rebase.new) && above.contains(rebase.old)
        && !line(of: rebase.new).contains(name) && rebase.new != name
    }
  }
}
