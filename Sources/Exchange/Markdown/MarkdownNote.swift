import Diary
import JSON

/// A note in the folder `notes/`: front matter with the commit, and the text.
enum MarkdownNote {
  static let folder = "notes"
  static let properties: Set<String> = [
    "commitdiary", "id", "title", "repository", "commit", "subject", "author", "date", "patch",
    "created", "updated", "tags",
  ]
  private static let nameLength = 80
  private static let keyLength = 8

  /// The name of a new file: the title without what file systems and links refuse, and the beginning
  /// of the key.
  static func path(_ item: Item, _ note: NoteItem) -> String {
    var name = ""
    for character in note.text.title.isEmpty ? note.text.body.prefix(200) : note.text.title[...] {
      if character.isNewline, note.text.title.isEmpty, !name.isEmpty { break }
      let isSafe =
        (character.isLetter || character.isNumber || "-_.,+='()!&@~".contains(character))
        && name.utf8.count + character.utf8.count <= nameLength
      if isSafe {
        name.append(character)
      } else if name.last != " " {
        name += " "
      }
      if name.utf8.count >= nameLength { break }
    }
    let words = name.split { $0 == " " || $0 == "." && name.first == "." }
    let title = words.joined(separator: " ")
    let key = key(item, note)
    return "\(folder)/\(title.isEmpty ? "note" : title) \(key).md"
  }

  private static func key(_ item: Item, _ note: NoteItem) -> String {
    if let key = item.key {
      if let id = Identifier(uuid: key) { return String(id.text.prefix(keyLength)) }
      let letters = key.utf8.filter(\.isASCIILetterOrDigit).prefix(2 * keyLength)
      if !letters.isEmpty { return String(decoding: letters, as: UTF8.self).lowercased() }
    }
    // FNV-1a
    let text = "\(note.text.title)\n\(note.text.body)\n\(note.commit?.sha ?? "")"
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Identifier(bits: UInt64(hash)).text.suffix(keyLength).description
  }

  static func lines(_ item: Item, _ note: NoteItem) -> [String] {
    let commit = note.commit
    let texts: [(name: String, text: String?)] = [
      ("commitdiary", "note"), ("id", item.key), ("title", note.text.title),
      ("repository", note.repository?.name), ("commit", commit?.sha), ("subject", commit?.subject),
      ("author", commit?.author),
    ]
    let moments: [(name: String, text: String?)] = [
      ("date", commit?.date.written), ("patch", commit?.patchID.map { FrontMatter.written($0) }),
      ("created", note.createdAt?.written), ("updated", note.updatedAt?.written),
    ]
    var lines: [String] = []
    for (name, text) in texts {
      if let text { lines.append("\(name): \(FrontMatter.written(text))") }
    }
    for (name, text) in moments { if let text { lines.append("\(name): \(text)") } }
    return lines
  }

  static func isNote(_ front: FrontMatter) -> Bool { front.text("commitdiary") == "note" }

  /// - Parameter lines: those below the front matter.
  static func item(
    _ front: FrontMatter, _ lines: ArraySlice<String>, _ time: CivilTime, _ place: ItemPlace
  ) throws -> Item {
    var rest = lines
    if rest.first?.isBlank == true { rest.removeFirst() }
    func moment(_ name: String) throws -> Moment? {
      guard let text = front.text(name) else { return nil }
      guard let read = WrittenTime(text) else {
        throw ExchangeError(.badDate(field: name, typed: text), at: place)
      }
      return read.moment(time)
    }
    var note = NoteItem(
      repository: front.text("repository").map { Repository(name: $0) },
      text: Text(
        title: front.text("title") ?? "", body: rest.joined(separator: "\n"), tags: front.tags),
      createdAt: try moment("created"), updatedAt: try moment("updated"))
    if let sha = front.text("commit") {
      guard let date = try moment("date") else {
        throw ExchangeError(.missing(field: "date"), at: place)
      }
      note.commit = Commit(
        sha: sha, subject: front.text("subject") ?? "", author: front.text("author") ?? "",
        date: date, patchID: front.text("patch"))
    }
    guard !note.text.title.isEmpty || !note.text.body.isEmpty else {
      throw ExchangeError(.noText, at: place)
    }
    let fields = front.properties.filter { !properties.contains($0.name.lowercased()) }
      .map(\.field)
    return Item(.note(note), key: front.text("id"), fields: fields, at: place)
  }
}
