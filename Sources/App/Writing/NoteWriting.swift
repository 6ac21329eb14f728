package import Context
package import Diary
import Git
package import Journal
import Localization
import Terminal
import Views

/// Writes notes in the editor.
package struct NoteWriting: Sendable {
  let app: App

  /// Resumes an unfinished draft on this repository and saves it; `nil` if there is none or the
  /// user declines.
  ///
  /// - Parameter commit: only a draft about this commit.
  package func finishDraft(
    on repository: Repository, about commit: Commit? = nil
  ) async throws -> ChangeResult? {
    let unfinished = try app.unfinishedDrafts.latest {
      guard let note = $0.note, note.edited == nil, note.place.repository == repository else {
        return false
      }
      return commit.map { $0.sha == note.place.commit?.sha } ?? true
    }
    guard let unfinished, let about = unfinished.draft.note,
      let draft = try app.drafts.take(unfinished)
    else {
      return nil
    }
    return try await finish(
      draft, about,
      on: NoteSubject(about.place))
  }

  /// Opens the editor on a new draft. The draft is kept until its text is saved.
  ///
  /// - Parameter text: what is known of the note: the title, with which the editor starts, and the
  ///   tags.
  ///   - template: the name of the template, if there is no title.
  package func write(
    on subject: NoteSubject, text: Text, template: String? = nil
  ) async throws -> ChangeResult {
    var subject = subject
    // The commit may be rewritten before the draft is finished.
    if let commit = subject.place.commit, let clone = subject.clone {
      subject.place.commit = app.repositories.withPatch(commit, in: clone)
    }
    let about = Draft.NoteDetails(subject.place, text: text)
    let filled =
      text.title.isEmpty || template != nil
      ? try await app.templates.text(named: template, orElse: "note", on: app.clock.today) : nil
    let parts = [text.title, filled?.withoutBlankLines.description ?? ""].filter { !$0.isEmpty }
    let opened = EditorText.template(
      parts.joined(separator: "\n\n"), remarks: remarks(on: subject))
    let draft = Draft(.note(about), original: opened, startedAt: app.clock.now.instant)
    return try await finish(app.drafts.begin(draft, text: opened), about, on: subject)
  }

  /// Opens the editor on the draft and saves the note.
  private func finish(
    _ draft: consuming Drafts.Open, _ about: Draft.NoteDetails, on subject: NoteSubject
  ) async throws -> ChangeResult {
    let written = try await Editor(in: app).edit(draft)
    let isTemplate =
      about.text.title.isEmpty && EditorText.isUntouched(written, from: draft.draft.original)
    if written.allSatisfy(\.isWhitespace) || isTemplate {
      try draft.remove()
      throw isTemplate ? Explanation.templateUntouched : .textEmpty
    }
    return try await app.changes.make(
      .addNote(EditorText.note(written, from: about.text), on: subject), from: draft)
  }

  /// Opens the editor on an existing note.
  package func edit(_ found: FoundNote) async throws -> ChangeResult {
    let note = found.note
    let original = EditorText.text(of: note.text)
    let draft: Drafts.Open
    if let unfinished = try app.unfinishedDrafts.latest(where: { $0.note?.edited?.id == note.id }),
      let taken = try app.drafts.take(unfinished)
    {
      draft = taken
      if unfinished.draft.note?.edited?.version != note.version {
        // The user is told that the note has changed since. Both versions remain in the history.
        app.output.printError(app.output.styled(.draftOfOlderVersion))
      }
    } else {
      let place = NotePlace(RepositoryKey(note.repository), commit: note.commit)
      let template = EditorText.template(original, remarks: remarks(on: NoteSubject(place)))
      draft = try app.drafts.begin(
        Draft(
          .note(
            Draft.NoteDetails(
              place, text: Text(title: "", body: "", tags: note.text.tags),
              edited: Draft.Edited(id: note.id, version: note.version))),
          original: template, startedAt: app.clock.now.instant), text: template)
    }
    return try await finish(draft, editing: found, original: original)
  }

  private func finish(
    _ draft: consuming Drafts.Open, editing found: FoundNote, original: String
  ) async throws -> ChangeResult {
    let note = found.note
    let written = try await Editor(in: app).edit(draft)
    if written.allSatisfy(\.isWhitespace) {
      // An empty text might mean that the note is to be deleted, or be a mistake. The note is kept.
      try draft.remove()
      throw Explanation.textEmpty
    }
    if written == EditorText.written(in: original) {
      try draft.remove()
      return ChangeResult(
        change: .editNote(note.id, to: note.text, basedOn: note.version),
        records: [.note(found)])
    }
    let text = EditorText.note(written, from: app.tagsInTexts.beforeChange(note.text))
    return try await app.changes.make(
      .editNote(note.id, to: text, basedOn: note.version), from: draft)
  }

  // MARK: Below the scissors line

  private func remarks(on subject: NoteSubject) -> [String] {
    var remarks = [app.reader.say(.editorRemark), ""]
    if let commit = subject.place.commit {
      remarks.append("\(subject.place.repository.shortName)@\(commit.shortSHA)  \(commit.subject)")
      remarks.append("\(commit.author)  \(app.context.dateAndTime(commit.date.instant))")
      if let stat = subject.clone?.stat(of: commit.sha), !stat.isEmpty {
        remarks += stat.split(separator: "\n").map(String.init)
      }
    } else {
      remarks.append(subject.place.repository.shortName)
    }
    // Control characters in the output of git are escaped.
    return remarks.map { visible($0) }
  }
}
