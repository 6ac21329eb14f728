import Context
package import Diary
import Git
import Journal
import Localization
import Platform
import Terminal

/// Keeps notes and a notes reference of git the same, in both directions.
///
/// The journal is changed in one transaction and the reference by one command of git; an exchange
/// that is interrupted between the two is continued by the next run.
package struct NoteMirror: Sendable {
  let app: App

  /// What was exchanged.
  struct Outcome: Sendable {
    /// What the reference had for the journal.
    var read = MirrorChanges()
    /// The number of git notes that were written or removed.
    var written = 0
    /// Whether the history of the reference was replaced, because a note was purged.
    var replacedHistory = false
    /// The commit of the reference; `nil` if there is none.
    var tip: String?
  }

  /// How often the exchange starts again after the reference was changed.
  private static let attempts = 8

  // MARK: After a change

  /// Writes the notes of these repositories to their references. The notes are saved already:
  /// a failure is reported in one line.
  package func update(_ repositories: [Repository]) async {
    let keys = Set(repositories.map(\.key))
    await update { keys.contains($0.repository.key) }
  }

  /// The same for all notes.
  package func updateAll() async { await update { _ in true } }

  private func update(_ isChosen: (Mirror) -> Bool) async {
    guard let mirrors = try? await app.journal(for: .reading).mirrors(), !mirrors.isEmpty else {
      return
    }
    for mirror in mirrors
    where isChosen(mirror) && File.exists(mirror.clone) && app.owns(mirror) {
      do {
        let place = try await place(of: mirror)
        report(try await exchange(mirror, at: place), of: mirror)
      } catch {
        app.output.note(
          .mirrorNotWritten(
            reference: mirror.reference, reason: app.reader.say(Explanation(of: error).message)))
      }
    }
  }

  /// Removes purged notes from references, if an earlier run was killed before it has done that.
  package func finishPurges() async {
    guard let journal = await app.journal.openedForWriting,
      let mirrors = try? await journal.mirrorsWithPurgedNotes()
    else { return }
    // `doctor` reports what cannot be done.
    for mirror in mirrors where File.exists(mirror.clone) {
      guard let place = try? await place(of: mirror),
        let outcome = try? await exchange(mirror, at: place)
      else { continue }
      report(outcome, of: mirror)
    }
  }

  // MARK: Before reading

  /// Reads what others have written to the reference of the clone in the working directory, and moves
  /// notes whose commits were rewritten. If nothing has changed, this only reads files.
  package func readHere() async {
    guard let mirrors = try? await app.journal(for: .reading).mirrors(), !mirrors.isEmpty,
      let clone = try? Clone.find(in: app.directory.path, environment: app.environment),
      let mirror = mirrors.first(where: { $0.clone == clone.commonDirectory }),
      app.owns(clone)
    else { return }
    do {
      if try await isCurrent(mirror, in: clone) { return }
      let place = try await checked(app.repositories.place(of: clone), mirror)
      report(try await exchange(mirror, at: place), of: mirror)
    } catch {
      app.output.note(
        .mirrorNotRead(
          reference: mirror.reference, reason: app.reader.say(Explanation(of: error).message)))
    }
  }

  private func isCurrent(_ mirror: Mirror, in clone: Clone) async throws -> Bool {
    let journal = try await app.journal(for: .reading)
    let reference = NotesReference(known: mirror.reference)
    func tip(_ known: String?) -> Clone.NotesTip { known.map { .commit($0) } ?? .nothing }
    guard try clone.notesTipInFiles(of: reference) == tip(mirror.tip) else { return false }
    for remote in try await journal.remotes(of: mirror) {
      let fetched = try clone.notesTipInFiles(of: reference.tracking(remote.name))
      if fetched != .nothing, remote.isReplaced || fetched != tip(remote.tip) { return false }
    }
    let stamp = try await journal.stampOfFollowing(in: mirror.clone)
    return stamp.map(clone.isUnchanged) ?? true
  }

  func report(_ outcome: Outcome, of mirror: Mirror) {
    if !outcome.read.isEmpty {
      app.output.note(
        .mirrorRead(
          reference: mirror.reference, added: outcome.read.added, changed: outcome.read.changed),
        .remark)
    }
    if outcome.replacedHistory {
      app.output.note(.mirrorPurged(reference: mirror.reference, path: mirror.root.quotedForShell))
    }
  }

  // MARK: The exchange

  /// The clone of a mirror, as it is now.
  func place(of mirror: Mirror) async throws -> LocatedRepository {
    let clone = try Clone.find(from: mirror.root, environment: app.environment)
    return try await checked(app.repositories.place(of: clone), mirror)
  }

  /// The clone, if it is still one of the repository of the mirror. The notes of one repository are
  /// never written to a clone of another one.
  private func checked(
    _ place: LocatedRepository, _ mirror: Mirror
  ) async throws -> LocatedRepository {
    let place = try await app.repositories.withRoot(place, for: .reading)
    guard place.clone?.commonDirectory == mirror.clone, place.repository == mirror.repository
    else {
      throw Explanation(
        .mirrorOfOther(path: mirror.root, name: place.repository.name), hint: .mirrorOfOtherHint)
    }
    return place
  }

  /// Reads what is new in the reference, writes what is new in the journal, and merges what was
  /// fetched from remotes.
  ///
  /// - Parameter checksAll: whether to look for notes of remotes that were merged before and are
  ///   missing.
  func exchange(
    _ mirror: Mirror, at place: LocatedRepository, checksAll: Bool = false
  ) async throws -> Outcome {
    guard let clone = place.clone else { throw GitError.noClone(path: mirror.root) }
    await app.repositories.follow(place)
    var run = MirrorRun(app: app, mirror: mirror, place: place, clone: clone)
    // The reference has texts of the journal to which the clone belongs now.
    run.isForPurges = !app.owns(clone)
    for _ in 0..<Self.attempts {
      if try await run.attempt(checksAll: checksAll) { return run.outcome }
    }
    let lock = "\(clone.commonDirectory)/\(mirror.reference).lock"
    throw File.exists(lock)
      ? NotesReferenceError.locked(name: mirror.reference, file: lock)
      : .busy(reference: mirror.reference)
  }
}

extension App {
  /// Whether the clone of a mirror belongs to this journal.
  func owns(_ mirror: Mirror) -> Bool {
    journals.isEmpty
      || (try? Clone.find(from: mirror.root, environment: environment)).map(owns) ?? false
  }
}
