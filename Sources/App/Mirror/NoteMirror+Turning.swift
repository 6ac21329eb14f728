import Context
import Git
import Journal
import Localization
import Platform
package import Views

extension NoteMirror {
  /// Turns the mirror of the clone in the working directory on, and exchanges all notes.
  ///
  /// - Parameters:
  ///   - typed: the reference; `nil` for that of the mirror, or the standard one.
  ///   - remote: where to push the notes.
  package func turnOn(_ typed: String?, pushingTo remote: String?) async throws -> MirrorState {
    let place = try app.repositories.here(orElse: .mirrorHint)
    guard let clone = place.clone else { throw GitError.noClone(path: ".") }
    try app.expectOwnClone(clone)
    let remotes = try clone.notesRemotes()
    let pushed = try remote.map { try self.remote($0, in: remotes, of: clone) }
    let known = try await app.journal(for: .reading).mirror(of: clone.commonDirectory)
    var reference = known.map { NotesReference(known: $0.reference) } ?? .standard
    if let typed {
      guard let named = NotesReference(typed: typed) else {
        throw Explanation(
          .mirrorReferenceBad(typed: typed), hint: .mirrorReferenceHint, status: .usage)
      }
      reference = named
    }
    // A reference that cannot be used leaves the mirror as it was.
    _ = try clone.notesTip(of: reference)
    if let known, known.reference != reference.name {
      try await fetchNotes(false, of: known, clone)
    }
    let journal = try await app.journal(for: .writing)
    let rooted = try await app.repositories.withRoot(place, for: .writing)
    let mirror = try await journal.turnOnMirror(
      of: clone.commonDirectory, root: clone.root, repository: rooted.repository,
      reference: reference.name)
    do {
      if let name = remote ?? remotes.main,
        try await !journal.remotes(of: mirror).contains(where: { $0.name == name })
      {
        try await journal.save(MirrorRemote(name: name), of: mirror)
      }
      report(try await exchange(mirror, at: rooted), of: mirror)
      try await fetchNotes(true, of: mirror, clone)
    } catch {
      // A mirror that could never be written does not stay on.
      if known == nil { try? await journal.turnOff(mirror) }
      throw error
    }
    if known == nil { app.output.note(.mirrorReadersHint) }
    if let pushed { try await push(mirror, from: rooted, to: pushed) }
    var state = try await state()
    state.pushedTo = remote
    return state
  }

  /// Adds the settings by which `git fetch` fetches the notes of the remotes, or removes them.
  private func fetchNotes(_ isOn: Bool, of mirror: Mirror, _ clone: Clone) async throws {
    let reference = NotesReference(known: mirror.reference)
    for remote in try await app.journal(for: .reading).remotes(of: mirror) {
      try clone.fetchNotes(isOn, of: reference, from: remote.name)
      if !isOn { try clone.setReference(reference.tracking(remote.name), to: nil) }
    }
  }

  /// Turns the mirror of the clone in the working directory off. The reference stays.
  package func turnOff() async throws -> MirrorState {
    let place = try app.repositories.here(orElse: .mirrorHint)
    if let clone = place.clone,
      let mirror = try await app.journal(for: .reading).mirror(of: clone.commonDirectory)
    {
      let journal = try await app.journal(for: .writing)
      if try await journal.mirrorsWithPurgedNotes().contains(mirror) {
        report(try await exchange(mirror, at: self.place(of: mirror)), of: mirror)
      }
      try await fetchNotes(false, of: mirror, clone)
      try await journal.turnOff(mirror)
      return MirrorState(
        repository: place.repository, isOn: false, reference: mirror.reference)
    }
    return MirrorState(repository: place.repository, isOn: false)
  }

  /// The state of the clone in the working directory, after reading what is new in the reference.
  package func status() async throws -> MirrorState {
    let place = try app.repositories.here(orElse: .mirrorHint)
    guard let clone = place.clone,
      let mirror = try await app.journal(for: .reading).mirror(of: clone.commonDirectory)
    else { return MirrorState(repository: place.repository, isOn: false) }
    report(try await exchange(mirror, at: self.place(of: mirror)), of: mirror)
    return try await state()
  }

  private func state() async throws -> MirrorState {
    let place = try await app.repositories.withRoot(
      app.repositories.here(orElse: .mirrorHint), for: .reading)
    let journal = try await app.journal(for: .reading)
    guard let clone = place.clone,
      let mirror = try await journal.mirror(of: clone.commonDirectory)
    else { return MirrorState(repository: place.repository, isOn: false) }
    let notes = try await journal.mirroredNotes(of: mirror, in: place.key)
    let reference = NotesReference(known: mirror.reference)
    let tree = try clone.notesTree(of: reference, at: clone.notesTip(of: reference))
    let written = notes.filter { note in note.writtenOn.map(tree.hasNote(on:)) ?? false }
    let remotes = try await journal.remotes(of: mirror)
    var state = MirrorState(
      repository: place.repository, isOn: true, reference: mirror.reference,
      notes: written.count,
      leftAlone: tree.commits.subtracting(written.compactMap(\.writtenOn)).count,
      notWritten: notes.count { $0.commit != nil && !$0.wasRemoved }
        - written.count { $0.commit != nil && $0.version == $0.writtenVersion })
    state.removed = notes.count { $0.commit != nil && $0.wasRemoved }
    state.fetchedFrom = remotes.map(\.name)
    state.purgePendingAt = remotes.filter(\.isReplaced).map(\.name)
    return state
  }

  // MARK: Pushing

  private func remote(
    _ name: String, in remotes: NotesRemotes, of clone: Clone
  ) throws -> NotesRemote {
    let remote = NotesRemote(
      name, in: remotes, of: clone, environment: app.environment, onTerminal: terminal(in: clone))
    guard var remote else {
      throw Explanation(
        .mirrorRemoteBad(typed: name), hint: .tryCommand(command: "git remote"), status: .usage)
    }
    remote.settings = try agreedSettings(of: clone)
    return remote
  }

  /// How often pushing starts again after somebody else has pushed.
  private static let pushes = 5

  /// Pushes the reference. What the remote has in addition is fetched and merged first.
  private func push(
    _ mirror: Mirror, from place: LocatedRepository, to remote: NotesRemote
  ) async throws {
    guard !app.options.isOffline else {
      throw Explanation(.networkNeeded, hint: .networkNeededHint, status: .unavailable)
    }
    let reference = NotesReference(known: mirror.reference)
    let journal = try await app.journal(for: .writing)
    var seen: [String?] = []
    while true {
      let mirror = try await journal.mirror(of: mirror.clone) ?? mirror
      let theirs = try await remote.fetch(reference, knowing: mirror.tip.map { [$0] } ?? [])
      let outcome = try await exchange(mirror, at: place, checksAll: true)
      report(outcome, of: mirror)
      guard let tip = outcome.tip else { return }
      let known = try await journal.remotes(of: mirror).first { $0.name == remote.name }
      do {
        if tip != theirs {
          try await remote.push(
            tip, to: reference, replacing: known?.isReplaced == true ? theirs : nil)
        }
        return try await journal.save(MirrorRemote(name: remote.name, tip: tip), of: mirror)
      } catch {
        // If nobody has pushed in the meantime, the remote may still be locked by who does.
        guard seen.count < Self.pushes, seen.count(where: { $0 == theirs }) < 2 else { throw error }
        seen.append(theirs)
        try? await Task.sleep(for: .milliseconds(50 * seen.count))
      }
    }
  }

  /// Runs git where it can ask for a password.
  private func terminal(
    in clone: Clone
  ) -> (@Sendable ([String], Environment) async throws -> ChildStatus)? {
    guard app.prompts.isInteractive else { return nil }
    return { words, environment in
      try await Child.onTerminal(words, in: clone.root, environment: environment)
    }
  }
}
