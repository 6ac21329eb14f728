import Platform

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

/// The rewriting that reflogs show.
struct Reflogs {
  /// Lines of an amend, a reword, a squash or a fixup: they replace a commit by another one. In a
  /// rebase the old one is often an intermediate commit.
  var replaced: [(old: ObjectName, new: ObjectName)] = []
  /// Commits that `git reset` removed from a branch, and the one that was made right afterwards.
  var recommitted: [(old: ObjectName, new: ObjectName)] = []
  /// Rebases that were finished.
  var rebases: [Rebase] = []
  /// Successive values of a branch. If the branch was rewritten, the first is not an ancestor of the
  /// second.
  var moves: [Move] = []
  /// All commits that `HEAD` and the branches have had.
  var commits: Set<ObjectName> = []

  struct Move: Hashable {
    var old: ObjectName
    var new: ObjectName
  }

  struct Rebase {
    var old: ObjectName
    var new: ObjectName
    /// The results of its squash and fixup lines.
    var folds: [ObjectName]
  }

  /// Actions that keep the parents of the commit that they replace.
  private static let replacing: Set = ["amend", "reword", "squash", "fixup", "edit", "continue"]

  /// Reads all reflogs of a clone. Those that cannot be read are skipped.
  init(of clone: LocalClone) {
    let common = clone.commonDirectory
    let trees = (try? File.list(common + "/worktrees")) ?? []
    for folder in [common] + trees.map({ "\(common)/worktrees/\($0)" }) {
      readHead(folder + "/logs/HEAD")
      readOriginalHead(folder + "/ORIG_HEAD")
    }
    for kind in ["heads", "remotes"] { readFolder("\(common)/logs/refs/\(kind)", levels: 64) }
  }

  private static func lines(of path: String) -> [ReflogLine] {
    guard let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit) else { return [] }
    return bytes.split(separator: 0x0A).compactMap(ReflogLine.init)
  }

  private mutating func readHead(_ path: String) {
    var start: ObjectName?
    var block = Reflogs.Block()
    var reset: ReflogLine?
    for line in Self.lines(of: path) {
      if let reset, reset.new == line.old, line.message.starts(with: Array("commit: ".utf8)) {
        recommitted.append((reset.old, line.new))
      }
      reset = line.message.starts(with: Array("reset: ".utf8)) ? line : nil
      commits.formUnion([line.old, line.new])
      let action = line.action
      switch action {
      case "start":
        start = line.old
        block = Block()
      case "finish":
        if let start {
          moves.append(Move(old: start, new: line.new))
          rebases.append(Rebase(old: start, new: line.new, folds: block.folds))
        }
        replaced += block.replaced
        start = nil
        block = Block()
      // Nothing that the rebase made is on a branch.
      case "abort":
        start = nil
        block = Block()
      default:
        if let action, Self.replacing.contains(action) {
          block.replaced.append((line.old, line.new))
          if action == "squash" || action == "fixup" { block.folds.append(line.new) }
        }
        if start == nil {
          replaced += block.replaced
          block = Block()
          // A checkout changes `HEAD`, but no branch.
          if !line.message.starts(with: Array("checkout:".utf8)) {
            moves.append(Move(old: line.old, new: line.new))
          }
        }
      }
    }
    replaced += block.replaced
  }

  private struct Block {
    var replaced: [(old: ObjectName, new: ObjectName)] = []
    var folds: [ObjectName] = []
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
          if line.action == "amend" { replaced.append((line.old, line.new)) }
          moves.append(Move(old: line.old, new: line.new))
        }
      }
    }
  }

  /// Git keeps the earlier value of `HEAD` in `ORIG_HEAD` when it moves far.
  private mutating func readOriginalHead(_ path: String) {
    guard let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit),
      let name = ObjectName(hexadecimal: bytes.prefix { $0 > 0x20 })
    else { return }
    commits.insert(name)
  }
}
