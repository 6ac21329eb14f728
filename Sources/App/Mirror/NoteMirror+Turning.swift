import Git
import Journal
import Localization
import Platform
public import Views

extension NoteMirror {
  /// Turns the mirror of the clone in the working directory on, and exchanges all notes.
  ///
  /// - Parameters:
  ///   - typed: the reference; `nil` for that of the mirror, or the standard one.
  ///   - remote: where to push the notes.
  public func turnOn(_ typed: String?, pushingTo remote: String?) async throws -> MirrorState {
    let place = try app.repositories.here(orElse: .mirrorHint)
    guard let clone = place.clone else { throw GitError.noClone(path: ".") }
    if remote?.isEmpty == true || remote?.hasPrefix("-") == true {
      throw Explanation(
        .mirrorRemoteBad(typed: remote ?? ""), hint: .mirrorRemoteHint, status: .usage)
    }
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
    _ = try LocalClone(clone).notesTip(of: reference)
    _ = try clone.notesTip(of: reference)
    let journal = try await app.journal(for: .writing)
    let rooted = try await app.repositories.withRoot(place, for: .writing)
    let mirror = try await journal.turnOnMirror(
      of: clone.commonDirectory, root: clone.root, repository: place.repository,
      reference: reference.name)
    do {
      report(try await exchange(mirror, at: rooted, readsAll: true), of: mirror)
    } catch {
      // A mirror that could never be written does not stay on.
      if known == nil { try? await journal.turnOff(mirror) }
      throw error
    }
    if let remote { try await push(mirror, from: rooted, to: remote) }
    var state = try await state()
    state.pushedTo = remote
    return state
  }

  /// Turns the mirror of the clone in the working directory off. The reference stays.
  public func turnOff() async throws -> MirrorState {
    let place = try app.repositories.here(orElse: .mirrorHint)
    if let clone = place.clone,
      let mirror = try await app.journal(for: .reading).mirror(of: clone.commonDirectory)
    {
      try await app.journal(for: .writing).turnOff(mirror)
      return MirrorState(
        repository: place.repository, isOn: false, reference: mirror.reference)
    }
    return MirrorState(repository: place.repository, isOn: false)
  }

  /// The state of the clone in the working directory, after reading what is new in the reference.
  public func status() async throws -> MirrorState {
    let place = try app.repositories.here(orElse: .mirrorHint)
    guard let clone = place.clone,
      let mirror = try await app.journal(for: .reading).mirror(of: clone.commonDirectory)
    else { return MirrorState(repository: place.repository, isOn: false) }
    report(try await exchange(mirror, at: self.place(of: mirror)), of: mirror)
    return try await state()
  }

  private func state() async throws -> MirrorState {
    let place = try app.repositories.here(orElse: .mirrorHint)
    let journal = try await app.journal(for: .reading)
    guard let clone = place.clone,
      let mirror = try await journal.mirror(of: clone.commonDirectory)
    else { return MirrorState(repository: place.repository, isOn: false) }
    let rooted = try await app.repositories.withRoot(place, for: .reading)
    let notes = try await journal.mirroredNotes(of: mirror, in: rooted.key)
    let reference = NotesReference(known: mirror.reference)
    let tree = try clone.notesTree(of: reference, at: clone.notesTip(of: reference))
    let written = Set(notes.compactMap(\.writtenOn))
    return MirrorState(
      repository: place.repository, isOn: true, reference: mirror.reference,
      notes: notes.count { $0.writtenOn.map { tree.hasNote(on: $0) } ?? false },
      leftAlone: tree.commits.subtracting(written).count,
      notWritten: notes.count { $0.commit != nil && !$0.isCurrent })
  }

  // MARK: Pushing

  /// Pushes the reference. What the remote has in addition is fetched and merged first.
  private func push(
    _ mirror: Mirror, from place: LocatedRepository, to name: String
  ) async throws {
    guard !app.options.isOffline else {
      throw Explanation(.mirrorOffline, hint: .networkNeededHint, status: .unavailable)
    }
    guard let clone = place.clone else { return }
    let reference = NotesReference(known: mirror.reference)
    let remote = NotesRemote(
      name, of: clone, environment: app.environment, onTerminal: terminal(in: clone))
    let journal = try await app.journal(for: .writing)
    var mirror = try await journal.mirror(of: mirror.clone) ?? mirror
    guard var tip = try clone.notesTip(of: reference) else { return }
    let theirs = try remote.tip(of: reference)
    var replaced: String?
    if let theirs, theirs != tip {
      if let purged = mirror.purgedTip {
        guard
          try theirs == purged || clone.notesHistory(of: purged, contains: theirs)
            || clone.notesHistory(of: tip, contains: theirs)
        else {
          throw NotesReferenceError.remoteHasMore(name: name, reference: reference.name)
        }
        replaced = theirs
      } else if try !clone.notesHistory(of: tip, contains: theirs) {
        try await remote.fetch(reference)
        let author = try clone.user(by: clone.configuration())
        guard
          try clone.mergeNotes(
            theirs, into: reference,
            by: NotesAuthor(
              name: author.name ?? "commitdiary", email: author.email ?? "", date: app.clock.now))
        else { throw NotesReferenceError.remoteHasMore(name: name, reference: reference.name) }
        mirror = try await journal.mirror(of: mirror.clone) ?? mirror
        let outcome = try await exchange(mirror, at: place)
        report(outcome, of: mirror)
        tip = outcome.tip ?? tip
      }
    }
    if theirs != tip { try await remote.push(tip, to: reference, replacing: replaced) }
    try await journal.forgetPurgedTip(of: mirror)
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
