import Diary
import Localization
import Terminal
import Views

extension BrowseState {
  // MARK: Rows

  /// The positions of rows to read: those that are visible, and some around them; `nil` if they are
  /// known.
  var missingRows: Range<Int>? {
    guard isReadInParts else { return nil }
    let list = list
    let height = Swift.max(listRows.height, 1)
    var visible = list.top..<Swift.max(Swift.min(list.top + height, list.count), list.top)
    // Rows that are selected together are known as a whole.
    if let several = severalPositions, several.count <= Self.recordLimit, !visible.isEmpty {
      visible =
        Swift.min(
          several.lowerBound, visible.lowerBound)..<Swift.max(
          Swift.min(several.upperBound + 1, list.count), visible.upperBound)
    }
    let isKnown =
      list.version == version && list.window.lowerBound <= visible.lowerBound
      && list.window.upperBound >= visible.upperBound
    if isKnown { return nil }
    return Swift.max(
      visible.lowerBound - height, 0)..<Swift.max(
        Swift.min(visible.upperBound + height, list.count), 0)
  }

  /// Keeps rows of the current list.
  mutating func keep(_ rows: [ListRow?], at window: Range<Int>) {
    list.rows = rows
    list.window = window.lowerBound..<window.lowerBound + rows.count
    list.version = version
  }

  /// Scrolls the current list to its selection.
  mutating func scrollList() { list.scroll(height: Swift.max(listRows.height, 1)) }

  // MARK: The page

  var needsPage: Bool {
    page.subject != subject || page.version != version && subject != nil
  }

  /// Keeps what was read about the current subject.
  mutating func keep(_ content: PageContent) {
    if page.subject != subject {
      page.scroll = 0
      page.cursor = nil
      page.items = []
    }
    page.subject = subject
    page.version = version
    page.content = subject == nil ? nil : content
    page.lines = nil
    addCommits()
  }

  /// Adds the commits of clones to the page of a day, once they are known.
  private mutating func addCommits() {
    guard case .day(var record)? = page.content, let known = records[record.day]?.record else {
      return
    }
    record.commits = known.commits
    record.events = known.events
    page.content = .day(record)
    page.lines = nil
  }

  /// Wraps the page to the width of its panel.
  mutating func layOutPage() {
    let area = layout.pageRows
    guard !area.isEmpty, page.lines == nil || page.width != area.width else { return }
    var context = context
    context.screen.width = area.width
    page.width = area.width
    var text = page.content?.text(in: context) ?? PageText(lines: [])
    // The date is in the title of the panel.
    if case .day(let record)? = page.content {
      let date = context.wrapped(StyledText(reader.dateWithWeekday(record.day))).count
      if record.isEmpty, let known = knownOfEmptyDay(record.day) {
        text.lines[date...] = context.wrapped(known, .remark)[...]
      } else if record.isEmpty {
        text.lines += [""] + keysThatWrite(in: context)
      }
      var first: [StyledText] = []
      if record.day == today, record.weather == nil, let weather {
        first = context.lines(of: weather) + [""]
      }
      text = text.replacing(date, with: first)
    }
    let old = page.items.firstIndex { $0.item == page.cursor }
    page.lines = text.lines
    page.items = text.items
    // The cursor stays where a record was that is gone.
    if let old, !page.items.contains(where: { $0.item == page.cursor }) {
      page.cursor = page.items.isEmpty ? nil : page.items[Swift.min(old, page.items.count - 1)].item
    }
    if page.items.contains(where: { $0.item == requested }) { page.cursor = requested }
    if let row = page.items.first(where: { $0.item == page.cursor }) {
      page.show(line: row.line, height: area.height)
    }
    page.scroll(by: 0, height: area.height)
  }

  /// The keys that write something on an empty day.
  private func keysThatWrite(in context: ViewContext) -> [StyledText] {
    let actions: [BrowseAction] = [.jot, .addToDo, .edit, .commits, .note]
    let table = Table(
      columns: [.whole, .wrapped],
      rows: actions.map { action in
        [
          StyledText(keys.name(of: action, unicode: context.screen.unicode), .accent),
          context.styled(action.message),
        ]
      })
    return table.lines(on: context.screen)
  }

  /// What a page without records says: that its commits are being read, or what is only known as a
  /// number.
  private func knownOfEmptyDay(_ day: Day) -> Message? {
    if isReading || records[day] == nil { return .browseReading }
    return contributions[day].flatMap { $0 > 0 ? .browseContributions(count: $0) : nil }
  }

  // MARK: The background

  /// The commits of the page's day, if they have to be read from clones.
  var missingRecord: BackgroundRequest? {
    guard case .day(let day)? = subject, records[day]?.version != version else { return nil }
    return .day(day)
  }

  /// The digest on the page, if it has to be read.
  var missingDigest: BackgroundRequest? {
    guard case .digest(let first, let last)? = subject else { return nil }
    let isKnown = digest.map { $0.span == first...last && $0.version == version } ?? false
    return isKnown ? nil : .digest(first...last)
  }

  /// What the commit on the page changed, if it has to be read.
  var missingChanges: BackgroundRequest? {
    switch subject {
    case .commit(let sha)?, .diff(let sha, _)?:
      changes[sha] == nil ? commit(sha).map { .changes($0.commit, $0.repository) } : nil
    default: nil
    }
  }

  /// The diff of the file on the page, if it has to be read.
  var missingDiff: BackgroundRequest? {
    guard case .diff(let sha, let path)? = subject, let commit = commit(sha),
      diff?.file != .file(sha: sha, path: path), let file = changes[sha]?.file(path)
    else { return nil }
    return .diff(commit.commit, file, commit.repository)
  }

  private static let recordLimit = 500

  mutating func apply(_ result: BrowseResult) {
    switch result {
    case .activity(let activity):
      self.activity = activity
      contributions = [:]
      for day in activity.days { if let count = day.count { contributions[day.day] = count } }
      if let first = activity.days.first(where: { ($0.count ?? 0) > 0 })?.day, first > Self.epoch {
        extend(to: first...first)
      }
      lists[.days]?.version = -1
      isReading = false
    case .day(let record):
      if records.count > Self.recordLimit { records = [:] }
      records[record.day] = (record, version)
      if case .day(record.day)? = page.subject { addCommits() }
    case .digest(let span, let records):
      digest = (span, records, version)
      guard page.subject == .digest(span.lowerBound, span.upperBound) else { break }
      page.content = .digest(span, records)
      page.lines = nil
    case .diff(let file, let diff): keep(diff, of: file)
    case .commits(let choice, var found):
      found.version = version
      foundCommits[choice] = found
      showCommits()
      // Searches are repeated, because they find commits too.
      lists[.search]?.version = -1
    case .found(let found, let excerpts, let number):
      guard number == searchNumber else { return }
      // The first result of other words is selected.
      if number != foundNumber, requested == nil { lists[.search]?.replace(with: [], version: -1) }
      (foundNumber, self.excerpts) = (number, excerpts)
      isFoundLimited = found.isLimited
      show(found.rows + matchingCommits, in: .search, version: version, selecting: requested)
    case .filtered(let tab, let words, let rows):
      guard choices[tab]?.words == words else { break }
      show(rows, in: tab, version: version, selecting: requested)
    case .measured(let year): if year.measure == measure { measured = year }
    case .measureRefused(let refused, let reason):
      guard refused == measure else { break }
      measure = measured?.measure == refused ? nil : measured?.measure
      remark = Remark(text: reason, isFailure: true)
    case .changes(let sha, let changes): keep(changes, of: sha)
    case .weather(let weather):
      self.weather = weather
      page.lines = nil
    case .tags(let tags): self.tags = tags
    case .completions(let found, let number): apply(found, number)
    case .failed(.activity): isReading = false
    case .failed(.day(let day)):
      records[day] = (records[day]?.record ?? DayRecord(day: day), version)
    case .failed(.digest(let span)): apply(.digest(span, []))
    case .failed(.diff(let commit, let file, _)):
      keep(nil, of: .file(sha: commit.sha, path: file.path))
    case .failed(.commits(let choice)):
      foundCommits[choice, default: FoundCommits()].version = version
      showCommits()
    case .failed(.search): lists[.search]?.version = version
    case .failed(.filter(let tab, _)): lists[tab]?.version = version
    case .failed(.changes(let commit, _)):
      keep(CommitChanges(body: "", files: []), of: commit.sha)
    case .failed: break
    case .progress(let text, let command):
      for index in running.indices where running[index].number == command.number {
        running[index].progress = text
      }
    case .changed: break
    case .output(let command, let outcome): finish(command, outcome)
    }
  }

  /// The commits whose subject or id has all words of the search, and none that follows a `-`.
  private var matchingCommits: [ListRow] {
    let words = searchText.lowercased().split(whereSeparator: \.isWhitespace)
    var seen: Set<String> = []
    let all = CommitChoice.allCases.flatMap { foundCommits[$0]?.rows ?? [] }
    let matching = all.lazy.filter { row in
      guard case .commit(let found, _, _) = row else { return false }
      let subject = found.commit.subject.prefix(500).lowercased()
      return words.allSatisfy { word in
        let isExcluded = word.hasPrefix("-")
        let text = isExcluded ? word.dropFirst() : word
        return text.isEmpty
          || (subject.contains(text) || found.commit.sha.hasPrefix(text)) != isExcluded
      }
    }.prefix(400)
    return matching.filter { row in
      guard case .commit(let found, _, _) = row else { return false }
      return seen.insert(found.commit.sha).inserted
    }
  }

  private mutating func keep(_ found: FileDiff?, of item: PageItem) {
    diff = (item, found)
    guard case .diff(let file, _)? = page.content, case .file(_, file.path) = item else { return }
    page.content = .diff(file, .read(found))
    page.lines = nil
  }

  private mutating func keep(_ found: CommitChanges, of sha: String) {
    if changes.count > 50 { changes = [:] }
    changes[sha] = found
    guard case .commit(let commit, let notes, _)? = page.content, commit.commit.sha == sha else {
      return
    }
    page.content = .commit(commit, notes, found)
    page.lines = nil
  }

  /// Commits with a wrong date do not make the list of days longer.
  private static let epoch = Day(number: 0)
}
