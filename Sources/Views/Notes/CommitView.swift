public import Diary
public import JSON
import Localization
public import Terminal

// Commits, and what they changed, in human-readable form and as JSON.

extension ViewContext {
  /// Commits as a table, with a mark on those that have notes.
  public func lines(of commits: [RepositoryCommit]) -> [StyledText] {
    let rows = commits.map { found -> [StyledText] in
      [
        StyledText(found.commit.shortSHA, .id),
        StyledText(shortDate(day(of: found.commit.date.instant)), .day),
        agentMark(found.commit) + reader.noteMark(found.notes),
        StyledText(found.commit.subject),
        StyledText(found.commit.author, .remark),
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .main, .flexible], rows: rows)
      .lines(on: screen)
  }

  /// The message of a commit and the lines that it changed in each file, and the first line of each file, as
  /// an index in `changes.files`.
  public func linesWithItems(
    of changes: CommitChanges
  ) -> (lines: [StyledText], items: [(line: Int, file: Int)]) {
    var lines: [StyledText] = []
    let (body, files) = (changes.body, changes.files)
    if !body.allSatisfy(\.isWhitespace) { lines += [""] + paragraphs(of: body).joined() }
    guard !files.isEmpty else { return (lines, []) }
    func added(_ count: Int) -> StyledText { StyledText("+" + reader.write(count), .success) }
    func removed(_ count: Int) -> StyledText { StyledText("-" + reader.write(count), .failure) }
    let sum =
      styled(.commitFiles(count: files.count), .heading) + "  "
      + added(files.reduce(0) { $0 + ($1.added ?? 0) }) + "  "
      + removed(files.reduce(0) { $0 + ($1.removed ?? 0) })
    lines += [""] + wrapped(sum)
    let rows = files.map { file -> [StyledText] in
      guard let plus = file.added, let minus = file.removed else {
        return [styled(.commitBinary, .remark), "", StyledText(file.path)]
      }
      return [
        plus > 0 ? added(plus) : "", minus > 0 ? removed(minus) : "", StyledText(file.path),
      ]
    }
    let table = Table(
      columns: [
        Table.Column(alignment: .trailing), Table.Column(alignment: .trailing), .flexible,
      ], rows: rows)
    var items: [(line: Int, file: Int)] = []
    for (file, row) in table.rows(on: narrower.screen).enumerated() {
      items.append((lines.count, file))
      lines += row.map { "  " + $0 }
    }
    return (lines, items)
  }

  /// What a commit changed in a file. The signs tell the lines apart without color.
  ///
  /// - Parameter diff: `nil` if it could not be read.
  public func lines(of diff: FileDiff?, in file: CommitChanges.File) -> [StyledText] {
    var lines = wrapped(StyledText(file.path, .heading))
    if let old = file.oldPath { lines += wrapped(.diffRenamed(path: old), .remark) }
    lines.append("")
    guard let diff else { return lines + wrapped(.diffUnread, .warning) }
    if diff.isBinary { return lines + wrapped(.diffBinary, .remark) }
    if diff.lines.isEmpty, !diff.isCut { return lines + wrapped(.diffEmpty, .remark) }
    for line in diff.lines { lines += wrapped(line.styled, indent: 1) }
    let shown = diff.lines.count { $0.kind == .added || $0.kind == .removed }
    let left = (file.added ?? 0) + (file.removed ?? 0) - shown
    return diff.isCut && left > 0 ? lines + [""] + wrapped(.diffCut(count: left), .remark) : lines
  }
}

extension FileDiff.Line {
  fileprivate var styled: StyledText {
    // A tab would become a single space.
    let text = self.text.split(separator: "\t", omittingEmptySubsequences: false)
      .joined(separator: "    ")
    // The styles of words in a line, `.added` and `.removed`, have marks of their own without color.
    return switch kind {
    case .hunk: StyledText(text, .accent)
    case .context: StyledText(" " + text)
    case .added: StyledText("+" + text, .success)
    case .removed: StyledText("-" + text, .failure)
    case .remark: StyledText("\\" + text, .remark)
    }
  }
}

// MARK: As JSON

extension RepositoryCommit {
  var json: JSONValue {
    .object(
      [.init("repo", .string(repository.name))] + commit.members(in: repository)
        + [.init("marked", .bool(commit.isMarked)), .init("notes", .integer(notes))])
  }
}

extension [RepositoryCommit] {
  /// Only the list, without its name.
  public var jsonList: JSONValue { .array(map(\.json)) }

  public var json: JSONValue { ["commits": jsonList] }
}

extension Commit {
  func members(in repository: Repository) -> [JSONValue.Member] {
    [
      .init("sha", .string(sha)), .init("message", .string(subject)),
      .init("author", .string(author)), .init("date", .string(date.instant.description)),
      .init("url", JSONValue(repository.url(of: self))),
    ]
  }
}
