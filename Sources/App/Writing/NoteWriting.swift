public import Diary
public import Git
public import Journal
import Localization
import Terminal
import Views

/// Saves notes, from options or from the editor.
public struct NoteWriting: Sendable {
  public let app: App

  private var unfinished: UnfinishedDrafts { app.unfinishedDrafts }

  public func save(_ text: NoteText, on place: NotePlace) async throws -> FoundNote {
    let journal = try await app.journal(for: .writing)
    let note = try await journal.add(
      app.tagsInTexts.complete(text), to: place, on: app.clock.today, at: app.clock.now)
    return FoundNote(note: note, shortID: try await journal.shortened(note.id.text))
  }

  /// Resumes an unfinished draft on this repository and saves it; `nil` if there is none or the
  /// user declines.
  public func finishDraft(on repository: Repository) async throws -> FoundNote? {
    let unfinished = try self.unfinished.latest {
      $0.note.map { $0.edited == nil && $0.place.repository == repository } ?? false
    }
    guard let unfinished, let about = unfinished.draft.note,
      let draft = try app.drafts.take(unfinished)
    else {
      return nil
    }
    return try await finish(draft, about)
  }

  /// Opens the editor on a new draft. The draft is kept until its text is saved.
  ///
  /// - Parameter text: what is known of the note: the title, with which the editor starts, and the
  ///   tags.
  public func write(
    on place: NotePlace, in clone: Clone?, text: NoteText
  ) async throws -> FoundNote {
    var place = place
    // The commit may be rewritten before the draft is finished.
    if let commit = place.commit, let clone {
      place.commit = app.repositories.withPatch(commit, in: clone)
    }
    let about = Draft.NoteDetails(place, text: text)
    let draft = Draft(.note(about), original: text.title, startedAt: app.clock.now.instant)
    let template = EditorText.template(text.title, remarks: remarks(on: place, in: clone))
    return try await finish(app.drafts.begin(draft, text: template), about)
  }

  /// Opens the editor on the draft and saves the note.
  private func finish(
    _ draft: consuming Drafts.Open, _ about: Draft.NoteDetails
  ) async throws -> FoundNote {
    let written = try await Editor(in: app).edit(draft)
    if written.allSatisfy(\.isWhitespace) {
      try draft.discard()
      throw TextError.empty
    }
    let text = EditorText.note(written, from: about.text)
    let note: FoundNote
    do {
      note = try await save(text, on: about.place)
    } catch {
      throw UnsavedDraft(because: error, path: draft.path)
    }
    try draft.discard()
    return note
  }

  /// Opens the editor on an existing note; `nil` if nothing was changed.
  public func edit(_ note: Note) async throws -> FoundNote? {
    let original = EditorText.text(of: note.text)
    let draft: Drafts.Open
    if let unfinished = try self.unfinished.latest(where: { $0.note?.edited?.id == note.id }),
      let taken = try app.drafts.take(unfinished)
    {
      draft = taken
      if unfinished.draft.note?.edited?.version != note.version {
        // The user is told that the note has changed since. Both versions remain in the history.
        app.output.printError(app.output.styled(.draftOfOlderVersion))
      }
    } else {
      let place = NotePlace(RepositoryKey(note.repository), commit: note.commit)
      draft = try app.drafts.begin(
        Draft(
          .note(
            Draft.NoteDetails(
              place, text: NoteText(title: "", body: "", tags: note.text.tags),
              edited: Draft.Edited(id: note.id, version: note.version))),
          original: original, startedAt: app.clock.now.instant),
        text: EditorText.template(original, remarks: remarks(on: place, in: nil)))
    }
    return try await finish(draft, editing: note, original: original)
  }

  private func finish(
    _ draft: consuming Drafts.Open, editing note: Note, original: String
  ) async throws -> FoundNote? {
    let written = try await Editor(in: app).edit(draft)
    if written.allSatisfy(\.isWhitespace) {
      // An empty text might mean that the note is to be deleted, or be a mistake. The note is kept.
      try draft.discard()
      throw TextError.empty
    }
    if written == EditorText.written(in: original) {
      try draft.discard()
      return nil
    }
    let saved: FoundNote
    do {
      let journal = try await app.journal(for: .writing)
      let text = app.tagsInTexts.complete(
        EditorText.note(written, from: app.tagsInTexts.beforeChange(note.text)))
      let edited = try await journal.edit(
        note.id, to: text, basedOn: note.version, at: app.clock.now)
      saved = try await journal.note(edited.id.text)
    } catch {
      throw UnsavedDraft(because: error, path: draft.path)
    }
    try draft.discard()
    return saved
  }

  // MARK: Below the scissors line

  private func remarks(on place: NotePlace, in clone: Clone?) -> [String] {
    var remarks = [app.reader.say(.editorRemark), ""]
    if let commit = place.commit {
      remarks.append("\(place.repository.shortName)@\(commit.shortSHA)  \(commit.subject)")
      remarks.append("\(commit.author)  \(app.reader.dateAndTime(commit.date))")
      if let stat = clone?.stat(of: commit.sha), !stat.isEmpty {
        remarks += stat.split(separator: "\n").map(String.init)
      }
    } else {
      remarks.append(place.repository.shortName)
    }
    // Control characters in the output of git are escaped.
    return remarks.map { visible($0) }
  }
}
