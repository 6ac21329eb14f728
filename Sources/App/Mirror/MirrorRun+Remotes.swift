import Context
import Diary
import Git
import Journal

extension MirrorRun {
  /// Merges the notes of remotes that `git fetch` has fetched.
  ///
  /// - Parameter checksAll: whether also those that were merged before.
  /// - Returns: `false` if the reference was changed, and must be read.
  mutating func mergeRemotes(checksAll: Bool) async throws -> Bool {
    for var remote in try await app.journal(for: .reading).remotes(of: mirror) {
      let tracking = reference.tracking(remote.name)
      let local = try clone.notesTipInFiles(of: tracking)
      if local == .nothing { continue }
      if !checksAll, !remote.isReplaced, local == remote.tip.map(Clone.NotesTip.commit) {
        continue
      }
      guard let theirs = try clone.notesTip(of: tracking) else { continue }
      let tip = try clone.notesTip(of: reference)
      let new = try await merge(theirs, of: &remote, into: tip)
      guard let new else { return false }
      if remote.isReplaced { try clone.setReference(tracking, to: nil) }
      remote.tip = theirs
      try await app.journal(for: .writing).save(remote, of: mirror)
      if new != tip { return false }
    }
    return true
  }

  /// - Parameter tip: the commit of the reference; `nil` if there is none.
  /// - Returns: the new one; `nil` if another program has changed the reference.
  private mutating func merge(
    _ theirs: String, of remote: inout MirrorRemote, into tip: String?
  ) async throws -> String? {
    guard let tip else { return try move(from: nil, to: theirs) }
    if try clone.notesHistory(of: theirs, contains: tip) {
      remote.isReplaced = false
      return try tip == theirs ? tip : move(from: tip, to: theirs)
    }
    if remote.isReplaced {
      // The history of the remote contains what was purged here.
      return try await merge(theirs, into: tip, base: remote.tip, joinsHistory: false)
    }
    if try clone.notesHistory(of: tip, contains: theirs) { return tip }
    if let old = remote.tip, try clone.existing([old]).contains(old),
      try !clone.notesHistory(of: theirs, contains: old)
    {
      // A purge has replaced the history of the remote, which must not come back from here.
      guard
        let new = try await merge(theirs, into: tip, base: old, joinsHistory: false),
        let replaced = try clone.replaceNotesHistory(
          of: reference, at: new, by: theirs, author: author)
      else { return nil }
      continuation = replaced
      return replaced
    }
    return try await merge(
      theirs, into: tip, base: clone.notesBase(of: tip, theirs), joinsHistory: true)
  }

  private func move(from tip: String?, to other: String) throws -> String? {
    try clone.moveNotes(of: reference, from: tip, to: other, by: author) ? other : nil
  }

  /// Merges the git notes of two commits, as one commit on top of the first.
  private func merge(
    _ theirs: String, into tip: String, base: String?, joinsHistory: Bool
  ) async throws -> String? {
    let known = try base.flatMap { try clone.existing([$0]).first }
    let before = try clone.notesTree(of: reference, at: known)
    let ours = try clone.notesTree(of: reference, at: tip)
    let new = try clone.notesTree(of: reference, at: theirs)
    let changed = before.commits.union(ours.commits).union(new.commits)
      .filter { !ours.isSame(as: before, on: $0) || !new.isSame(as: before, on: $0) }
    let texts = try [before, ours, new].map { try self.texts(on: changed, in: $0) }
    let readable = changed.filter { commit in texts.allSatisfy { $0[commit] != .some(nil) } }
    let notes = texts.map { texts in
      GitNotesMerge.Notes(
        uniqueKeysWithValues: texts.compactMap { commit, text in
          readable.contains(commit) ? text.map { (commit, $0) } : nil
        })
    }
    let merge = GitNotesMerge(
      base: notes[0], ours: notes[1], theirs: notes[2],
      purged: try await app.journal(for: .reading).purgedNotes())
    var writes: [NotesWrite] = []
    for commit in changed.sorted() {
      guard readable.contains(commit) else {
        // Git notes that are not text cannot be merged. If both sides have changed one, ours counts.
        if ours.isSame(as: before, on: commit) {
          writes += [new.copy(of: commit)].compactMap(\.self)
        }
        continue
      }
      if merge.isOurs(commit) { continue }
      let copy = merge.isTheirs(commit) ? new.copy(of: commit) : nil
      writes.append(copy ?? NotesWrite(commit: commit, bytes: merge.notes[commit]?.bytes))
    }
    if writes.isEmpty, !joinsHistory { return tip }
    return try clone.write(
      writes, to: reference, in: ours, merging: joinsHistory ? theirs : nil, by: author)
  }

  /// The git notes of these commits; `nil` for one that is not text, or is too large.
  private func texts(
    on commits: Set<String>, in tree: NotesTree
  ) throws -> [String: GitNoteText?] {
    try clone.notes(
      on: commits.filter { tree.hasNote(on: $0) }, in: tree, limit: GitNoteText.limit,
      of: reference
    ).mapValues { $0.flatMap { GitNoteText($0) } }
  }
}
