import Diary
import Platform
import Records
import TestSupport
import Testing

@testable import Journal

@Suite struct DraftsTests {
  private static let day = Day(number: 20_778)

  static func draft(
    _ title: String = "회고", original: String = "original\n",
    at time: String = "2026-11-21T08:42:46Z",
    edited: Draft.Edited? = nil
  ) -> Draft {
    Draft(
      .note(
        Draft.NoteDetails(
          NotePlace(
            RepositoryKey(
              Repository(name: "github.com/A/b"), root: "r00t", previousName: "/home/a/b"),
            commit: .test("abcd", patch: "p1")),
          text: Text(title: title, body: "", tags: ["a", "🚀"]), edited: edited)),
      original: original, startedAt: Moment.test(time).instant)
  }

  static func draft(_ subject: Draft.Subject) -> Draft {
    Draft(subject, original: "앞", startedAt: Moment.test("2026-11-21T08:42:46Z").instant)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Leaves an unfinished draft, as a killed program does.
  private func leave(_ draft: Draft, text: String, in drafts: Drafts) throws {
    _ = try drafts.begin(draft, text: text)
  }

  @Test func `the file of a draft is private`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.file("state/drafts"))
    let open = try drafts.begin(Self.draft(), text: "주간회고")
    let text = try open.text()
    #expect(text == bytes("주간회고"))
    let path = open.path
    #expect(path.hasSuffix(".md"))
    #expect(File.permissions(path) == 0o600)
    #expect(File.permissions(folder.file("state/drafts")) == 0o700)
    try open.remove()
    #expect(try File.list(folder.file("state/drafts")).isEmpty)
  }

  @Test func `offers unfinished drafts but not open ones`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    do {
      let open = try drafts.begin(Self.draft(), text: "half a sent")
      #expect(drafts.unfinished().isEmpty)
      try File.writeAtomically(bytes("half a sentence"), to: open.path)
      #expect(drafts.unfinished().isEmpty)
    }
    let unfinished = drafts.unfinished()
    #expect(unfinished.map(\.text) == ["half a sentence"])
    #expect(unfinished.map(\.draft) == [Self.draft()])
  }

  @Test(arguments: [
    DraftsTests.draft(), DraftsTests.draft(""),
    DraftsTests.draft(edited: Draft.Edited(id: Identifier(bits: 77), version: 3)),
    Draft(
      .note(
        Draft.NoteDetails(
          NotePlace(RepositoryKey(Repository(name: "/home/a/\"b"))),
          text: Text(title: "", body: ""))),
      original: "", startedAt: Instant(secondsSince1970: 0)),
    DraftsTests.draft(.entry(of: Day(number: 20_778), version: nil)),
    DraftsTests.draft(.entry(of: Day(number: -1), version: 3, tags: ["회고", "two words"])),
    DraftsTests.draft(
      .jot(on: Day(number: 20_778), at: TimeOfDay(hour: 4, minute: 5), tags: ["회고"])),
    DraftsTests.draft(.jot(on: Day(number: 20_778), at: nil, tags: [])),
    DraftsTests.draft(.toDo(on: Day(number: 20_778), edited: nil)),
    DraftsTests.draft(
      .toDo(
        on: Day(number: 20_778), edited: Draft.Edited(id: Identifier(bits: 77), version: 3))),
  ])
  func `reads back the subject of a draft`(_ draft: Draft) throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    try leave(draft, text: "", in: drafts)
    let found = try #require(drafts.unfinished().first?.draft)
    #expect(found == draft)
    #expect(found.note?.place.commit?.date.offset == draft.note?.place.commit?.date.offset)
  }

  // MARK: Copies while the editor is open

  /// Begins a draft, lets `work` write its file, and leaves it unfinished.
  private func leave(
    in drafts: Drafts, _ work: (_ path: String, _ copy: DraftCopy) throws -> Void
  ) throws {
    let open = try drafts.begin(Self.draft(), text: "template")
    try work(open.path, open.copy)
  }

  @Test func `restores the last complete text only when the file has less`() throws {
    for (left, found) in [
      ("", "first\nsecond"), ("first\n", "first\nsecond"), (" \n\t", "first\nsecond"),
      ("other", "other"), ("first\nsecond and more", "first\nsecond and more"),
      (nil, "first\nsecond"),
    ] as [(String?, String)] {
      let folder = try TemporaryFolder()
      let drafts = Drafts(in: folder.path)
      try leave(in: drafts) { path, copy in
        copy.update()
        try File.writeAtomically(bytes("first\nsecond"), to: path)
        copy.update()
        try File.writeAtomically(bytes(left ?? ""), to: path)
        if left == nil { try File.remove(path) }
        // An empty file does not replace the copy of a text.
        if left?.allSatisfy(\.isWhitespace) == true { copy.update() }
      }
      #expect(drafts.unfinished().map(\.text) == [found], "\(left ?? "nothing")")
      let unfinished = try #require(drafts.unfinished().first)
      try drafts.take(unfinished)?.remove()
      #expect(try File.list(folder.path).isEmpty)
    }
  }

  @Test func `keeps no copy of an untouched text`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    try leave(in: drafts) { _, copy in copy.update() }
    #expect(try File.list(folder.path).count == 2)
  }

  @Test func `removes an editor's files of this draft only`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    try leave(Self.draft(), text: "stays", in: drafts)
    let open = try drafts.begin(Self.draft(), text: "goes")
    let name = String(open.path.dropFirst(folder.path.utf8.count + 1))
    for other in ["\(name)~", ".\(name).swp", "#\(name)#", "\(name).save"] {
      try File.writeAtomically(bytes("private"), to: folder.path + "/" + other)
    }
    let hasSwapFile = open.hasSwapFile
    #expect(hasSwapFile)
    try open.remove()
    #expect(try File.list(folder.path).count == 2)
    #expect(drafts.unfinished().map(\.text) == ["stays"])
  }

  @Test func `offers the latest draft first`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    for day in ["02", "03", "01"] {
      try leave(Self.draft(at: "2026-11-\(day)T00:00:00Z"), text: day, in: drafts)
    }
    #expect(drafts.unfinished().map(\.text) == ["03", "02", "01"])
  }

  @Test func `only one window can take a draft`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    try leave(Self.draft(), text: "left", in: drafts)
    let unfinished = try #require(drafts.unfinished().first)
    do {
      guard let open = try drafts.take(unfinished) else {
        Issue.record("a draft that nobody has was not given")
        return
      }
      let text = try open.text()
      #expect(text == bytes("left"))
      #expect(open.draft == Self.draft())
      #expect(try !canTake(unfinished, in: drafts))
      #expect(drafts.unfinished().isEmpty)
    }
    #expect(drafts.unfinished().count == 1)
    #expect(try canTake(unfinished, in: drafts))
  }

  @Test func `does not take a draft that another window finished`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    try leave(Self.draft(), text: "left", in: drafts)
    let unfinished = try #require(drafts.unfinished().first)
    guard let open = try drafts.take(unfinished) else {
      Issue.record("a draft that nobody has was not given")
      return
    }
    try open.remove()
    #expect(try !canTake(unfinished, in: drafts))
    #expect(try File.list(folder.path).isEmpty)
  }

  private func canTake(_ unfinished: Drafts.Unfinished, in drafts: Drafts) throws -> Bool {
    guard try drafts.take(unfinished) != nil else { return false }
    return true
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}", #"{"repository": 1, "startedAt": "2026-11-21T08:42:46Z"}"#,
    #"{"repository": "a/b/c", "startedAt": "yesterday"}"#,
    #"{"startedAt": "2026-11-21T08:42:46Z"}"#, "\u{0}\u{1}",
    #"{"entryOf": "2026-02-30", "repository": "a", "startedAt": "2026-11-21T08:42:46Z"}"#,
    #"{"todoOn": 1, "startedAt": "2026-11-21T08:42:46Z"}"#,
  ])
  func `leaves a draft with an unknown subject alone`(_ about: String) throws {
    let folder = try TemporaryFolder()
    try File.writeAtomically(bytes(about), to: folder.file("note-1.json"))
    try File.writeAtomically(bytes("text"), to: folder.file("note-1.md"))
    try File.writeAtomically(bytes("text"), to: folder.file("stray.md"))
    #expect(Drafts(in: folder.path).unfinished().isEmpty)
    #expect(try File.read(folder.file("note-1.md")) == bytes("text"))
    #expect(try File.list(folder.path) == ["note-1.json", "note-1.md", "stray.md"])
  }

  @Test func `ignores damaged parts of a draft's subject`() throws {
    let folder = try TemporaryFolder()
    let about =
      #"{"repository": "a/b/c", "startedAt": "2026-11-21T08:42:46Z", "commit": {"sha": "ab"}, "tags": [1, "x", null], "note": "7kq2", "version": "1"}"#
    try File.writeAtomically(bytes(about), to: folder.file("note-1.json"))
    try File.writeAtomically([0xFF, 0x61], to: folder.file("note-1.md"))
    let unfinished = try #require(Drafts(in: folder.path).unfinished().first)
    let note = try #require(unfinished.draft.note)
    #expect(note.place.commit == nil && note.edited == nil)
    #expect(note.text.tags == ["x"])
    #expect(unfinished.text == "\u{FFFD}a")
  }

  @Test func `does not offer a draft with a missing file`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    try leave(Self.draft(), text: "left", in: drafts)
    let unfinished = try #require(drafts.unfinished().first)
    try File.remove(unfinished.path)
    #expect(drafts.unfinished().isEmpty)
  }

  @Test func `a missing folder has no drafts`() throws {
    let folder = try TemporaryFolder()
    #expect(Drafts(in: folder.file("none")).unfinished().isEmpty)
  }

  @Test func `purging a note removes only its drafts`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    let purged = Identifier(bits: 1)
    try leave(Self.draft(edited: Draft.Edited(id: purged, version: 1)), text: "secret", in: drafts)
    try leave(
      Self.draft(edited: Draft.Edited(id: Identifier(bits: 2), version: 1)), text: "other",
      in: drafts)
    try leave(Self.draft(), text: "new", in: drafts)
    try drafts.purge(
      RecordName(kind: .note, id: purged.text), day: Self.day, contents: [])
    #expect(Set(drafts.unfinished().map(\.text)) == ["other", "new"])
  }

  /// A program that is killed while it removes a draft leaves the draft's subject and its original
  /// text.
  @Test func `purging a note removes a draft whose text is gone`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    let edited = Draft.Edited(id: Identifier(bits: 1), version: 1)
    try leave(Self.draft(edited: edited), text: "edit", in: drafts)
    try leave(Self.draft(original: "secret text"), text: "secret text", in: drafts)
    try leave(Self.draft(original: "other text"), text: "other text", in: drafts)
    for unfinished in drafts.unfinished() { try File.remove(unfinished.path) }
    let content = Text(title: "", body: "secret text")
    try drafts.purge(
      RecordName(kind: .note, id: edited.id.text), day: Self.day, contents: [content])
    let left = try File.list(folder.path)
    #expect(left.count == 1)
    let about = try File.read(folder.file(try #require(left.first)))
    #expect(String(decoding: about, as: UTF8.self).contains("other text"))
  }

  @Test func `purging a note removes a draft that has its title beside its text`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    try leave(Self.draft("Secret"), text: "the body", in: drafts)
    try drafts.purge(
      RecordName(kind: .note, id: Identifier(bits: 1).text), day: Self.day,
      contents: [Text(title: "Secret", body: "the body")])
    #expect(try File.list(folder.path).isEmpty)
  }

  @Test func `purging an entry or to-do removes only its drafts`() throws {
    let folder = try TemporaryFolder()
    let drafts = Drafts(in: folder.path)
    let id = Identifier(bits: 1)
    let edited = Draft.Edited(id: id, version: 1)
    let day = Self.day
    try leave(Self.draft(edited: edited), text: "note", in: drafts)
    try leave(Self.draft(.entry(of: day, version: nil)), text: "entry", in: drafts)
    try leave(Self.draft(.entry(of: day + 1, version: nil)), text: "next day", in: drafts)
    try leave(Self.draft(.toDo(on: day, edited: edited)), text: "to-do", in: drafts)
    try leave(Self.draft(.toDo(on: day, edited: nil)), text: "new", in: drafts)
    #expect(
      Set(try File.list(folder.path).map { $0.prefix { $0 != "-" } }) == ["note", "entry", "todo"])
    try drafts.purge(RecordName(kind: .entry, id: ""), day: day, contents: [])
    #expect(Set(drafts.unfinished().map(\.text)) == ["note", "next day", "to-do", "new"])
    try drafts.purge(RecordName(kind: .toDo, id: id.text), day: day, contents: [])
    #expect(Set(drafts.unfinished().map(\.text)) == ["note", "next day", "new"])
    try drafts.purge(RecordName(kind: .note, id: id.text), day: day, contents: [])
    #expect(Set(drafts.unfinished().map(\.text)) == ["next day", "new"])
  }

  /// The format from when only notes had drafts.
  @Test func `reads a note's draft of an older version`() throws {
    let folder = try TemporaryFolder()
    let about = """
      {
        "repository": "github.com/A/b",
        "root": null,
        "commit": {
          "sha": "abcd",
          "subject": "Subject",
          "author": "이름",
          "date": "2026-11-20T09:02:03Z",
          "offset": -28800,
          "patchID": "p1"
        },
        "title": null,
        "tags": [
          "a"
        ],
        "note": "7kq2m9x4c1ab",
        "version": 3,
        "original": "before",
        "startedAt": "2026-11-21T08:42:46Z"
      }
      """
    try File.writeAtomically(bytes(about), to: folder.file("note-1.json"))
    try File.writeAtomically(bytes("text"), to: folder.file("note-1.md"))
    let draft = try #require(Drafts(in: folder.path).unfinished().first?.draft)
    let note = try #require(draft.note)
    #expect(note.place.repository.name == "github.com/A/b" && note.place.commit?.patchID == "p1")
    #expect(note.edited == Draft.Edited(id: Identifier(stored: "7kq2m9x4c1ab"), version: 3))
    #expect(draft.original == "before" && draft.entryDay == nil)
  }
}
