package import Diary
import Platform

/// What the reflogs of a clone show of rewriting.
package struct Reflogs {
  /// Lines of an amend, a reword, a squash or a fixup: they replace a commit by another one. In a
  /// rebase the old one is often an intermediate commit.
  package private(set) var replaced: [Change] = []
  /// Commits that `git reset` removed from a branch, and the one that was made right afterwards.
  package private(set) var recommitted: [Change] = []
  /// Rebases that were finished.
  package private(set) var rebases: [Change] = []
  /// Successive values of a branch, except where they are known to add commits only.
  package private(set) var moves: [Change] = []
  /// All commits that `HEAD` and the branches have had.
  package private(set) var commits: Set<ObjectName> = []

  package struct Change: Hashable {
    package var old: ObjectName
    package var new: ObjectName

    package init(old: ObjectName, new: ObjectName) {
      self.old = old
      self.new = new
    }
  }

  /// Actions that keep the parents of the commit that they replace.
  private static let replacing: Set = ["amend", "reword", "squash", "fixup", "edit", "continue"]
  /// Messages of lines that add commits to a branch, and of a checkout, which changes no branch.
  private static let additions = ["commit: ", "checkout:", "branch: "].map { Array($0.utf8) }

  /// Reads all reflogs of a clone. Those that cannot be read are skipped.
  package init(of clone: Clone) {
    let common = clone.commonDirectory
    let trees = (try? File.list(common + "/worktrees")) ?? []
    for folder in [common] + trees.map({ "\(common)/worktrees/\($0)" }) {
      readHead(folder + "/logs/HEAD")
      readOriginalHead(folder + "/ORIG_HEAD")
    }
    for kind in ["heads", "remotes"] { readFolder("\(common)/logs/refs/\(kind)", levels: 64) }
  }

  /// The beginnings of the names that a commit had before it was amended, reworded or squashed, or
  /// made again after `git reset`.
  package func forms(before sha: String) -> Set<UInt64> {
    let old = Dictionary((recommitted + replaced).map { ($0.new, $0.old) }) { _, last in last }
    var forms: Set<UInt64> = []
    var name = ObjectName(hexadecimal: sha.utf8)
    while let earlier = name.flatMap({ old[$0] }), forms.insert(earlier.beginning).inserted {
      name = earlier
    }
    return forms
  }

  private static func lines(of path: String) -> [ReflogLine] {
    (GitFolder.bytes(of: path) ?? []).split(separator: 0x0A).compactMap(ReflogLine.init)
  }

  private mutating func readHead(_ path: String) {
    var start: ObjectName?
    var block: [Change] = []
    var reset: ReflogLine?
    for line in Self.lines(of: path) {
      if let reset, reset.new == line.old, line.begins(with: "commit: ") {
        recommitted.append(Change(old: reset.old, new: line.new))
      }
      reset = line.begins(with: "reset: ") ? line : nil
      commits.formUnion([line.old, line.new])
      switch line.action {
      case "start":
        start = line.old
        block = []
      case "finish":
        if let start { rebases.append(Change(old: start, new: line.new)) }
        replaced += block
        start = nil
        block = []
      // Nothing that the rebase made is on a branch.
      case "abort":
        start = nil
        block = []
      default:
        if let action = line.action, Self.replacing.contains(action) {
          block.append(Change(old: line.old, new: line.new))
        }
        if start == nil {
          replaced += block
          block = []
          addMove(line)
        }
      }
    }
    replaced += block
  }

  private mutating func addMove(_ line: ReflogLine) {
    if line.old == line.new || line.old.isNothing { return }
    if !Self.additions.contains(where: line.message.starts) {
      moves.append(Change(old: line.old, new: line.new))
    }
  }

  private mutating func readFolder(_ path: String, levels: Int) {
    guard levels > 0 else { return }
    for entry in (try? File.entries(of: path)) ?? [] {
      switch entry.kind {
      case .folder: readFolder("\(path)/\(entry.name)", levels: levels - 1)
      case .link: break
      case .other:
        for line in Self.lines(of: "\(path)/\(entry.name)") {
          commits.formUnion([line.old, line.new])
          if line.action == "amend" { replaced.append(Change(old: line.old, new: line.new)) }
          addMove(line)
        }
      }
    }
  }

  /// Git keeps the earlier value of `HEAD` in `ORIG_HEAD` when it moves far.
  private mutating func readOriginalHead(_ path: String) {
    guard let bytes = GitFolder.bytes(of: path),
      let name = ObjectName(hexadecimal: bytes.prefix { $0 > 0x20 })
    else { return }
    commits.insert(name)
  }
}

/// A line of a reflog: what a reference was, what it became, and why.
struct ReflogLine {
  var old: ObjectName
  var new: ObjectName
  var message: ArraySlice<UInt8>

  /// Parses `OLD NEW Name <mail> SECONDS ZONE\tMESSAGE`.
  init?(_ line: ArraySlice<UInt8>) {
    guard let space = line.firstIndex(of: 0x20), let old = ObjectName(hexadecimal: line[..<space])
    else { return nil }
    let rest = line[(space + 1)...]
    guard let end = rest.firstIndex(of: 0x20), let new = ObjectName(hexadecimal: rest[..<end])
    else { return nil }
    self.old = old
    self.new = new
    message = line.firstIndex(of: 0x09).map { line[($0 + 1)...] } ?? []
  }

  func begins(with prefix: String) -> Bool { message.starts(with: prefix.utf8) }

  /// What git did, such as `pick` in `rebase -i (pick): subject`: the word in parentheses before
  /// the first colon. `GIT_REFLOG_ACTION` can replace what is before it.
  var action: String? {
    let head = message.prefix { $0 != UInt8(ascii: ":") }
    guard head.last == UInt8(ascii: ")"), let open = head.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    return String(decoding: head[(open + 1)...].dropLast(), as: UTF8.self)
  }
}

/// The map from old to new commits that `git filter-repo` writes. Each run replaces it.
package struct FilterMap {
  package static func path(of clone: Clone) -> String {
    clone.commonDirectory + "/filter-repo/commit-map"
  }

  /// The lines whose old commit is one of `wanted`. Commits that were removed or kept are left out.
  package static func records(
    of clone: Clone, among wanted: Set<ObjectName>
  ) -> [RewriteRecord] {
    var records: [RewriteRecord] = []
    for line in (GitFolder.bytes(of: path(of: clone)) ?? []).split(separator: 0x0A) {
      guard let space = line.firstIndex(of: 0x20),
        let old = ObjectName(hexadecimal: line[..<space]), wanted.contains(old),
        let new = ObjectName(hexadecimal: line[(space + 1)...]), !new.isNothing, new != old
      else { continue }
      records.append(RewriteRecord(.replaced, old: old.text, new: new.text))
    }
    return records
  }
}
