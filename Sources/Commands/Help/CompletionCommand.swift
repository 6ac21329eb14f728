import App
import Arguments
import Context
import Diary
import JSON
import Journal
import Localization
import Terminal

/// `commitdiary completion`: prints the completion script for a shell.
struct CompletionCommand: Command {
  var shell = Shell.bash

  static let declaration = Declaration<Self>(
    .completionSummary, details: .completionDetails,
    examples: [
      Example(
        "completion bash > ~/.local/share/bash-completion/completions/commitdiary")
    ],
    [.positional("shell", help: .argumentShell) { $0.shell = $1 }])

  func run(in app: App) async throws {
    let script = shell.completionScript(for: "commitdiary")
    if app.options.wantsJSON { return try app.output.show(["script": .string(script)]) }
    try app.output.write(script)
  }
}

extension App {
  /// Prints the candidates at the cursor. It never fails, because a shell cannot show an error in
  /// the middle of a line.
  func complete(_ call: CompletionCall) async {
    let completion = await completion(of: call.words, at: call.cursorWord)
    let screen = output.screen
    try? output.write(
      call.response(completion, for: reader) { title, columns in
        StyledText(title).truncated(to: columns, on: screen).plain
      })
  }

  /// The completions of the word at the cursor.
  func completion(of words: [String], at cursorWord: String) async -> Completion {
    await Completer(tree).completion(words: words, cursorWord: cursorWord) { kind, prefix in
      await found(kind, prefix)
    }
  }

  private func notes(of journal: Journal, deleted: Bool = false) async -> [Candidate] {
    var filter = NoteFilter(limit: 200)
    filter.isDeleted = deleted
    let notes = (try? await journal.summaries(filter)) ?? []
    return notes.map { Candidate($0.shortID, .literal($0.title)) }
  }

  /// The to-dos that have a number. Deleted ones are offered by id.
  private func toDos(of journal: Journal, deleted: Bool = false) async -> [Candidate] {
    let today = clock.today
    if deleted {
      var filter = ToDoFilter()
      filter.isDeleted = true
      let toDos = (try? await journal.toDos(filter, on: today)) ?? []
      return toDos.suffix(200).map { Candidate($0.shortID, .literal($0.toDo.text)) }
    }
    let list = (try? await journal.numberedToDos(on: today)) ?? []
    return list.prefix(200).map { Candidate($0.name(on: today), .literal($0.toDo.text)) }
  }

  private func deletedEntries(of journal: Journal) async -> [Candidate] {
    var filter = EntryFilter(limit: 200)
    filter.isDeleted = true
    let entries = (try? await journal.summaries(filter)) ?? []
    return entries.map { Candidate($0.day.description, .literal($0.title)) }
  }

  private func found(_ kind: CompletionKind, _ prefix: String) async -> Completion {
    guard case .settingValues(let key?) = kind,
      Setting.named(key)?.isDirectories == true
    else { return Completion(candidates: await candidates(kind, prefix)) }
    // In a list, the directory behind the last comma is completed.
    let end = prefix.lastIndex(of: ",").map { prefix.index(after: $0) } ?? prefix.startIndex
    return Completion(additions: .directories, prefix: String(prefix[..<end]))
  }

  /// The values of a setting. An unknown key has none.
  private func values(ofSetting key: String?, _ prefix: String) async -> [Candidate] {
    guard let setting = key.flatMap(Setting.named) else { return [] }
    if setting.isTag { return await candidates(.tags, prefix) }
    guard setting.isAccount else { return setting.candidates(after: prefix, for: reader) }
    let known = (try? await journal(for: .reading).accounts()) ?? []
    return known.map { Candidate($0.account.shortName) }
  }

  private func candidates(_ kind: CompletionKind, _ prefix: String) async -> [Candidate] {
    switch kind {
    case .configKeys:
      let journals = (try? ConfigFile(paths.config).namedSettings) ?? []
      return (Setting.all + journals).map { Candidate($0.key, .message($0.about)) }
    case .journals:
      return ([Journals.usualName] + journals.names).map { Candidate($0) }
    case .settingValues(let key):
      return await values(ofSetting: key, prefix)
    case .themes:
      return Theme.all.map { Candidate($0.name, $0.about.map { .message($0) }) }
    case .rules:
      return ["day", "weekday", "week", "month", "year", "none"].map { Candidate($0) }
    case .measures:
      return await measureCandidates()
    case .countedMeasures:
      return await measureCandidates(counted: true)
    default: break
    }
    // Without the settings it is not known which journal is the one of this folder.
    guard (try? Settings(readingFrom: paths.config)) != nil,
      let journal = try? await journal(for: .reading)
    else { return [] }
    switch kind {
    case .noteIDs:
      return await notes(of: journal)
    case .deletedNotes:
      // `restore` also takes a note that is not deleted, to restore an earlier version.
      return await notes(of: journal, deleted: true) + notes(of: journal)
    case .toDos:
      return await toDos(of: journal)
    case .deletedToDos:
      return await toDos(of: journal, deleted: true)
    case .deletedEntries:
      return await deletedEntries(of: journal)
    case .tags:
      // If the user has typed the `#`, the candidates keep it.
      let sign = String(prefix.prefix { $0 == "#" || $0 == "＃" })
      return ((try? await journal.tags()) ?? []).map { Candidate(sign + $0) }
    case .repositories:
      return ((try? await repositories.knownRepositories()) ?? []).map { Candidate($0.shortName) }
    case .commits:
      return repositories.recentCommits().map { Candidate($0.shortSHA, .literal($0.subject)) }
    case .days:
      return ["today", "yesterday", "monday", "-7d"].map { Candidate($0) }
    case .spans:
      let month = clock.today.description.prefix(7)
      return ["today", "yesterday", "monday", String(month), String(month.prefix(4))]
        .map { Candidate($0) } + reader.spanPhrases.map { Candidate($0) }
    case .accounts:
      let known = (try? await journal.accounts()) ?? []
      return known.map { Candidate($0.account.shortName) }
    case .users:
      let known = (try? await journal.contributors()) ?? []
      return known.map { Candidate($0) }
    case .languages:
      return Catalog.names.map { Candidate($0) }
    default:
      return []
    }
  }
}
