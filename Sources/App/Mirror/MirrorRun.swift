import Context
import Diary
import Git
import Journal
import Records

/// One exchange between the journal and a notes reference.
struct MirrorRun {
  let app: App
  var mirror: Mirror
  let place: LocatedRepository
  let clone: Clone
  /// Whether only purged notes are removed from the reference, because the clone belongs to another journal.
  var isForPurges = false
  private(set) var outcome = NoteMirror.Outcome()

  var reference: NotesReference { NotesReference(known: mirror.reference) }

  /// A commit of the reference that continues `mirror.tip`, although its history does not.
  var continuation: String?

  /// - Parameter checksAll: whether to look for notes of remotes that were merged before and are
  ///   missing.
  /// - Returns: `false` if the reference was changed, here or by another program, and must be read.
  mutating func attempt(checksAll: Bool) async throws -> Bool {
    let tree = try clone.notesTree(of: reference, at: clone.notesTip(of: reference))
    var changes = MirrorChanges()
    if isForPurges { return try await write(tree, changes) }
    if let tip = tree.tip {
      let arrived = try await arrivedCommits(in: tree)
      if tip != mirror.tip || !arrived.isEmpty {
        changes = try await read(tree, tip, arrived)
        mirror.tip = tip
      }
    }
    guard try await write(tree, changes) else { return false }
    return try await mergeRemotes(checksAll: checksAll)
  }

  /// The commits that the clone has, and whose git notes were not read, because it lacked them.
  private func arrivedCommits(in tree: NotesTree) async throws -> Set<String> {
    let notes = try await notes(in: app.journal(for: .reading))
    let known = Set(notes.compactMap { $0.isElsewhere ? nil : $0.writtenOn })
    return try clone.existing(Array(tree.commits.subtracting(known)))
  }

  private func notes(in journal: Journal) async throws -> [MirroredNote] {
    try await journal.mirroredNotes(of: mirror, in: place.key)
  }

  // MARK: Reading

  private mutating func read(
    _ tree: NotesTree, _ tip: String, _ arrived: Set<String>
  ) async throws -> MirrorChanges {
    let journal = try await app.journal(for: .writing)
    let written = Set(try await notes(in: journal).compactMap(\.writtenOn))
    var changed: Set<String>?
    var continuesHistory = false
    if let old = mirror.tip {
      changed = try clone.changedNotes(from: old, to: tree, of: reference)
      if changed != nil {
        continuesHistory =
          try tip == continuation || clone.notesHistory(of: tip, contains: old)
      }
    }
    var base: String?
    if let old = mirror.tip, !continuesHistory { base = try clone.notesBase(of: old, tip) }
    // If the old reference cannot be compared, the notes that the journal expects there are checked.
    let toRead =
      if let changed, continuesHistory {
        changed.union(arrived)
      } else {
        tree.commits.union(written)
      }
    let commits = try clone.commits(Array(toRead))
    let texts = try clone.notes(
      on: toRead.filter { tree.hasNote(on: $0) }, in: tree, limit: GitNoteText.limit,
      of: reference)
    var read = ReadReference(
      tip: tip, commits: tree.commits, continuesHistory: continuesHistory,
      date: try clone.date(of: tip))
    if continuesHistory, let changed { read.arrived = arrived.subtracting(changed) }
    for commit in toRead {
      let text = texts[commit].flatMap { $0 }.flatMap { GitNoteText($0) }
      if tree.hasNote(on: commit), text == nil { read.unreadable.insert(commit) }
      read.entries[commit] = ReadReference.Entry(text: text, commit: commits[commit])
    }
    if let base {
      let before = try clone.notesTree(of: reference, at: base)
      read.bases = try clone.notes(
        on: toRead.filter { before.hasNote(on: $0) }, in: before, limit: GitNoteText.limit,
        of: reference
      ).compactMapValues { $0.flatMap { GitNoteText($0) } }
    }
    let tags = app.tagsInTexts
    let changes = try await journal.read(
      read, of: mirror, in: place.key, at: app.clock.now, dayEndsAt: app.clock.endOfDay
    ) { old, new in
      // A tag that is no longer written in the text is removed, as by an edit.
      var text = new
      if let old {
        let explicit = Set(tags.beforeChange(old).tags.map { Tag.key($0) })
        let before = Set(old.tags.map { Tag.key($0) })
        text.tags.removeAll { before.contains(Tag.key($0)) && !explicit.contains(Tag.key($0)) }
      }
      return tags.complete(text)
    }
    outcome.read.added += changes.added
    outcome.read.changed += changes.changed
    return changes
  }

  // MARK: Writing

  private mutating func write(_ tree: NotesTree, _ changes: MirrorChanges) async throws -> Bool {
    let journal = try await app.journal(for: .reading)
    let notes = try await notes(in: journal)
    var stale = changes.incomplete.union(changes.outdated.keys)
    for note in notes
    where isForPurges ? note.mustLeaveHistory : !note.isCurrent || tree.tip == nil {
      stale.formUnion([note.place, note.commit, note.writtenOn].compactMap(\.self))
    }
    let leavesHistory = notes.contains(where: \.mustLeaveHistory)
    let plan = try await plan(for: stale, notes, tree, changes.outdated, in: journal)
    outcome.tip = tree.tip
    var tip = tree.tip
    if !plan.writes.isEmpty {
      if !plan.new.isEmpty {
        try await app.journal(for: .caching).saveMirror(mirror, writing: plan.new)
      }
      tip = try clone.write(plan.writes, to: reference, in: tree, by: author)
      guard tip != nil else { return false }
      outcome.written += plan.writes.count
    }
    if leavesHistory {
      if let current = tip {
        tip = try clone.replaceNotesHistory(of: reference, at: current, author: author)
        guard tip != nil else { return false }
        outcome.replacedHistory = true
      }
      for remote in try await journal.remotes(of: mirror) {
        try clone.setReference(reference.tracking(remote.name), to: nil)
      }
    }
    outcome.tip = tip
    if tip == mirror.tip, plan.written.isEmpty, !leavesHistory { return true }
    try await app.journal(for: .writing).saveMirror(
      mirror, tip: tip, written: plan.written, isReplaced: leavesHistory)
    mirror.tip = tip
    return true
  }

  private struct Plan {
    var writes: [NotesWrite] = []
    /// The notes and versions that each git note then contains.
    var written: [String: [Identifier: Int]] = [:]
    /// The notes that were never in the reference.
    var new: [Identifier] = []
  }

  private func plan(
    for stale: Set<String>, _ notes: [MirroredNote], _ tree: NotesTree,
    _ outdated: [String: Set<Identifier>], in journal: Journal
  ) async throws -> Plan {
    var plan = Plan()
    guard !stale.isEmpty else { return plan }
    let existing = try clone.existing(Array(stale))
    let texts = try clone.notes(
      on: stale.filter { tree.hasNote(on: $0) }, in: tree, limit: GitNoteText.limit,
      of: reference)
    let byCommit = Dictionary(
      grouping: notes.filter { $0.commit != nil && !($0.wasRemoved && $0.isCurrent) }
    ) { note -> String in
      let place = note.place ?? ""
      let isThere = note.isCurrent || existing.contains(place) || tree.hasNote(on: place)
      return isThere ? place : note.commit ?? ""
    }
    let here = Dictionary(notes.map { ($0.id, $0) }) { first, _ in first }
    for commit in stale.sorted() {
      let mine = isForPurges ? [] : byCommit[commit] ?? []
      let text = texts[commit].flatMap { $0 }.flatMap { GitNoteText($0) }
      let isReadable = !tree.hasNote(on: commit) || text != nil
      guard existing.contains(commit) || tree.hasNote(on: commit), isReadable else { continue }
      var sections = try await journal.mirrorSections(of: mine.map(\.id))
      let versions = Dictionary(
        sections.compactMap { item in item.section.id.map { ($0, item.version) } }
      ) { first, _ in first }
      for section in text?.sections ?? [] {
        guard let id = section.id, versions[id] == nil else { continue }
        // Copies that `git notes copy` has made of notes on other commits stay, and notes of other
        // repositories.
        let isKept =
          if !isForPurges, let note = here[id] {
            note.commit != nil && note.writtenOn != commit && note.commit != commit
              && outdated[commit]?.contains(id) != true
          } else {
            try await !journal.wasPurged(.note, id: id.text)
          }
        if isKept { sections.append((section, 0)) }
      }
      let bytes = GitNoteText(sections.map(\.section)).bytes
      guard bytes.count <= GitNoteText.limit else { continue }
      plan.written[commit] = versions
      plan.new += versions.keys.filter { here[$0]?.writtenVersion == nil }
      let before = texts[commit].flatMap { $0 }
      if bytes.isEmpty ? tree.hasNote(on: commit) : before != bytes {
        plan.writes.append(NotesWrite(commit: commit, bytes: bytes.isEmpty ? nil : bytes))
      }
    }
    return plan
  }

  var author: NotesAuthor {
    let user = (try? clone.configuration()).map { clone.user(by: $0) }
    return NotesAuthor(
      name: user?.name ?? "commitdiary", email: user?.email ?? "", date: app.clock.now)
  }

}
