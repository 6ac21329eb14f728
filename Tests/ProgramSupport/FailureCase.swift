import Testing

/// A command line that must fail, and how.
struct FailureCase: CustomTestStringConvertible, Sendable {
  enum Place: Sendable { case clone, nowhere, unborn }

  var line: String
  var status: Int32
  var code: String
  var place = Place.clone
  var environment: [String: String] = [:]
  var input: String?

  init(
    _ line: String, _ status: Int32, _ code: String, in place: Place = .clone,
    environment: [String: String] = [:], input: String? = nil
  ) {
    self.line = line
    self.status = status
    self.code = code
    self.place = place
    self.environment = environment
    self.input = input
  }

  var testDescription: String { line + (place == .clone ? "" : " (\(place))") }
}

extension FailureCase {
  /// Arguments are separated by spaces. `_` is a space in an argument, `{…}` a value of the
  /// sandbox.
  static let all: [FailureCase] = [
    // Unknown options, commands and arguments.
    FailureCase("--bogus", 2, "optionUnknown"),
    FailureCase("notes list --bogus", 2, "optionUnknown"),
    FailureCase("notes list -Z", 2, "optionUnknown"),
    FailureCase("noets list", 2, "commandUnknown"),
    FailureCase("notes lst", 2, "commandUnknown"),
    FailureCase("notes list extra", 2, "wordUnexpected"),
    FailureCase("notes show", 3, "noteOnHeadMissing"),
    FailureCase("notes search", 2, "searchEmpty"),
    FailureCase("notes list --limit", 2, "valueMissing"),
    FailureCase("notes list --json=yes", 2, "valueUnexpected"),
    FailureCase("notes list --limit many", 2, "valueBad"),
    FailureCase("notes list --limit -1", 2, "valueBad"),
    FailureCase("notes list --limit 99999999999999999999", 2, "valueBad"),
    FailureCase("notes list --sort size", 2, "valueBad"),
    FailureCase("notes list --color sometimes", 2, "valueBad"),
    FailureCase("notes list --lang ?", 2, "valueBad"),
    FailureCase("notes restore {id} --version 0", 2, "valueBad"),
    FailureCase("notes add --body a --file b", 2, "optionsExclusive"),
    FailureCase("notes add --commit HEAD --no-commit --body a", 2, "optionsExclusive"),
    FailureCase("completion tcsh", 2, "valueBad"),
    FailureCase("man nothing", 2, "commandUnknown"),
    FailureCase("notes share {id} --format pdf", 2, "valueBad"),
    // Values that the command itself checks.
    FailureCase("notes list --since someday", 2, "spanBad"),
    FailureCase("notes list --since 2026-02-30", 2, "spanBad"),
    FailureCase("notes list --since 2026-11-21 --until 2026-11-20", 2, "daysInWrongOrder"),
    FailureCase("commits --since someday", 2, "spanBad"),
    FailureCase("notes list --repo name", 2, "repositoryBad"),
    FailureCase("notes search _", 2, "searchEmpty"),
    FailureCase("search _", 2, "searchEmpty"),
    FailureCase("config get nothing", 2, "settingUnknown"),
    FailureCase("config set nothing 1", 2, "settingUnknown"),
    FailureCase("config set language ?", 2, "settingBad"),
    FailureCase("config set week.start someday", 2, "settingBad"),
    FailureCase("config set terminal.ambiguousWidth 3", 2, "settingBad"),
    FailureCase(
      "notes list", 2, "variableBad", environment: ["COMMITDIARY_NOW": "2026-11-21 08:30"]),
    // Graphs, streaks and themes.
    FailureCase("graph --weeks 0", 2, "valueBad"),
    FailureCase("graph --weeks 521", 2, "valueBad"),
    FailureCase("graph --year 0", 2, "valueBad"),
    FailureCase("graph --year soon", 2, "valueBad"),
    FailureCase("graph --style fancy", 2, "valueBad"),
    FailureCase("graph --of nothing", 2, "valueBad"),
    FailureCase("graph --of tag:", 2, "valueBad"),
    FailureCase("graph --of notes --here", 2, "measureOptionUnsuitable"),
    FailureCase("streak --of pm25", 2, "measureNoStreak"),
    FailureCase("graph --theme gren", 2, "valueBad"),
    FailureCase("graph --week-start someday", 2, "valueBad"),
    FailureCase("graph --year 2025 --weeks 3", 2, "optionsExclusive"),
    FailureCase("graph --year 2025 --until today", 2, "optionsExclusive"),
    FailureCase("graph --user octocat --author hubot", 2, "optionsExclusive"),
    FailureCase("graph --since someday", 2, "spanBad"),
    FailureCase("graph --since 2024-02-02 --until 2024-02-01", 2, "daysInWrongOrder"),
    FailureCase("graph --since 9000-01-01", 2, "graphInFuture"),
    FailureCase("graph --year 9000", 2, "graphInFuture"),
    FailureCase("graph --since 2000-01-01 --until 2020-01-01", 2, "graphTooLong"),
    FailureCase("graph --user octo/cat", 2, "loginBad"),
    FailureCase("graph --user octocat --offline", 5, "graphUnknown"),
    FailureCase("graph --local {sandbox}/missing", 3, "pathMissing"),
    FailureCase("graph --local {sandbox}/folder", 3, "graphNoClones"),
    FailureCase("graph", 2, "graphNothing", in: .nowhere),
    FailureCase("graph --author hubot", 2, "graphNothing", in: .nowhere),
    FailureCase("graph", 1, "gitMissing", environment: ["PATH": "/nonexistent"]),
    FailureCase("streak", 2, "graphNothing", in: .nowhere),
    FailureCase("streak --short --explain", 2, "optionsExclusive"),
    FailureCase("streak --user octocat --offline", 5, "graphUnknown"),
    FailureCase("theme set", 2, "wordMissing"),
    FailureCase("theme set gren", 2, "valueBad"),
    FailureCase("theme preview gren", 2, "valueBad"),
    FailureCase("config set graph.theme gren", 2, "settingBad"),
    FailureCase("config set graph.style fancy", 2, "settingBad"),
    FailureCase("config set graph.summary perhaps", 2, "settingBad"),
    FailureCase("config set graph.emails nobody", 2, "settingBad"),
    FailureCase("config set clones.paths src", 2, "settingBad"),
    FailureCase("config set streak.excluded someday", 2, "settingBad"),
    FailureCase("config set day.endsAt 7", 2, "settingBad"),
    FailureCase("config set terminal.background pink", 2, "settingBad"),
    // Texts that are rejected.
    FailureCase("notes add", 2, "textMissing"),
    FailureCase("notes add --body _", 2, "textEmpty"),
    FailureCase("notes add _", 2, "textEmpty"),
    FailureCase("notes add words --body a", 2, "textTwice"),
    FailureCase("notes add words --file a", 2, "textTwice"),
    FailureCase("browse", 2, "browseNeedsTerminal"),
    FailureCase("jot", 2, "textMissing"),
    FailureCase("jot _", 2, "textEmpty"),
    FailureCase("jot", 2, "textHasNUL", input: "a\0b"),
    FailureCase("jot x --at someday", 2, "dayOrTimeBad"),
    FailureCase("jot x --at 25:10", 2, "dayOrTimeBad"),
    FailureCase("jot x --tag _", 2, "tagEmpty"),
    FailureCase("notes add --file -", 2, "textEmpty", input: " \n\t\n"),
    FailureCase("notes add --file -", 2, "textHasNUL", input: "a\0b"),
    FailureCase("notes add --file {sandbox}/latin1", 2, "textNotUTF8"),
    FailureCase("notes add --file {sandbox}/missing", 2, "fileUnreadable"),
    FailureCase("notes add --body a --tag _", 2, "tagEmpty"),
    FailureCase("notes add --body a --tag a\tb", 2, "tagBad"),
    FailureCase("notes edit {id}", 2, "textMissing"),
    FailureCase("tags rename zzzz performance --yes", 3, "tagMissing"),
    FailureCase("tags rename zzzz", 2, "wordMissing"),
    FailureCase("redo", 3, "redoNone"),
    FailureCase("notes edit {id} --title _ --body _", 2, "textEmpty"),
    // Sessions that are not interactive.
    FailureCase("notes delete {id}", 2, "confirmationMissing"),
    FailureCase("notes delete {id} --purge", 2, "confirmationMissing"),
    FailureCase("notes add --pick --body a", 2, "pickerMissing"),
    // Notes.
    FailureCase("notes show zzzz", 3, "noteMissing"),
    FailureCase("notes show {deleted}", 3, "noteDeletedAlready"),
    FailureCase("notes edit {deleted} --body a", 3, "noteDeletedAlready"),
    FailureCase("notes delete {deleted} --yes", 3, "noteDeletedAlready"),
    FailureCase("notes share {deleted}", 3, "noteDeletedAlready"),
    FailureCase("notes edit zzzz --body a", 3, "noteMissing"),
    FailureCase("notes delete {id} zzzz --yes", 3, "noteMissing"),
    FailureCase("notes restore zzzz", 3, "noteMissing"),
    FailureCase("notes history zzzz", 3, "noteMissing"),
    FailureCase("notes share zzzz", 3, "noteMissing"),
    FailureCase("notes restore {id}", 2, "noteNotDeleted"),
    FailureCase("notes restore {id} --version 7", 3, "noteVersionMissing"),
    // To-dos: number 1 of 2026-11-20, and the deleted number 2 of that day.
    FailureCase("todo add", 2, "textEmpty"),
    FailureCase("todo add _", 2, "textEmpty"),
    FailureCase("todo add --each a _", 2, "textEmpty"),
    FailureCase("todo add -", 2, "textEmpty", input: "\n \n"),
    FailureCase("todo add -", 2, "textHasNUL", input: "a\0b"),
    FailureCase("todo add a --day someday", 2, "dayBad"),
    FailureCase("todo add a --due someday", 2, "dayBad"),
    FailureCase("todo add a --priority D", 2, "valueBad"),
    FailureCase("todo add a --every blue", 2, "toDoEveryBad"),
    FailureCase("todo add a --tag _", 2, "tagEmpty"),
    FailureCase("todo add a due:99999", 2, "dayBad"),
    FailureCase("todo add a every:0", 2, "toDoEveryBad"),
    FailureCase("todo add a pri:1", 2, "toDoPriorityBad"),
    FailureCase("todo add due:friday", 2, "textEmpty"),
    FailureCase("todo done", 2, "wordMissing"),
    FailureCase("todo done 9", 3, "toDoUnknown"),
    FailureCase("todo done 7-9", 3, "toDoUnknown"),
    FailureCase("todo done 3-1", 2, "toDoRangeBad"),
    FailureCase("todo done 1 9", 3, "toDoUnknown"),
    FailureCase("todo done 2", 3, "toDoDeletedAlready"),
    FailureCase("todo reopen zzzz", 3, "toDoUnknown"),
    FailureCase("todo restore 1", 2, "toDoNotDeleted"),
    FailureCase("todo edit 1", 2, "toDoTextMissing"),
    FailureCase("todo edit 1 _", 2, "textEmpty"),
    FailureCase("todo move 1", 2, "optionMissing"),
    FailureCase("todo move 1 --to someday", 2, "dayBad"),
    FailureCase("todo list --since 2026-11-21 --until 2026-11-20", 2, "daysInWrongOrder"),
    FailureCase("todo list 2026-11-21 --since 2026-11-21", 2, "optionsExclusive"),
    FailureCase("todo import --format pdf", 2, "valueBad"),
    FailureCase("todo import", 2, "optionMissing"),
    FailureCase(
      "todo import --format todotxt", 2, "toDoImportFailed", input: "a\nx 2026-11-20\n"),
    FailureCase("todo import --format taskwarrior", 2, "toDoImportFailed", input: "{"),
    FailureCase("todo import --format taskwarrior", 2, "toDoImportFailed", input: "[1]"),
    FailureCase(
      "todo import --format taskwarrior", 2, "toDoImportFailed", input: "{\"status\":\"?\"}"),
    FailureCase("todo import {sandbox}/missing --format todotxt", 2, "fileUnreadable"),
    FailureCase("todo import {sandbox}/latin1 --format todotxt", 2, "toDoImportFailed"),
    FailureCase("todo export {sandbox}/missing/file --format todotxt", 1, "fileFailed"),
    FailureCase("calendar someday", 2, "spanBad"),
    FailureCase("calendar 2026-13", 2, "spanBad"),
    FailureCase("calendar 2026-02-30", 2, "spanBad"),
    FailureCase("calendar --months 0", 2, "valueBad"),
    // Entries: one on 2026-11-20, a deleted one on 2026-11-19, none on 2026-11-18.
    FailureCase("diary write", 2, "textMissing"),
    FailureCase("diary write --body _", 2, "textEmpty"),
    FailureCase("diary write --replace --file -", 2, "textEmpty", input: "\n \n"),
    FailureCase("diary write --file -", 2, "textHasNUL", input: "a\0b"),
    FailureCase("diary write --file {sandbox}/latin1", 2, "textNotUTF8"),
    FailureCase("diary write --body a --file b", 2, "optionsExclusive"),
    FailureCase("diary write someday --body a", 2, "dayBad"),
    FailureCase("diary show 2026-02-30", 2, "dayBad"),
    FailureCase("diary show 2026-11-18", 3, "entryMissing"),
    FailureCase("diary show 2026-11-19", 3, "entryDeletedAlready"),
    FailureCase("diary edit 2026-11-18", 3, "entryMissing"),
    FailureCase("diary edit 2026-11-20", 2, "textMissing"),
    FailureCase("diary edit 2026-11-18 --tag a", 3, "entryMissing"),
    FailureCase("diary edit 2026-11-20 --tag _", 2, "tagEmpty"),
    FailureCase("diary delete 2026-11-20", 2, "confirmationMissing"),
    FailureCase("diary delete 2026-11-20 --purge", 2, "confirmationMissing"),
    FailureCase("diary delete 2026-11-19 --yes", 3, "entryDeletedAlready"),
    FailureCase("diary restore 2026-11-18", 3, "entryMissing"),
    FailureCase("diary restore 2026-11-20", 2, "entryNotDeleted"),
    FailureCase("diary restore 2026-11-20 --version 7", 3, "entryVersionMissing"),
    FailureCase("diary history 2026-11-18", 3, "entryMissing"),
    FailureCase("diary share 2026-11-18", 3, "entryMissing"),
    FailureCase("diary share 2026-11-20 --format pdf", 2, "valueBad"),
    FailureCase("diary search _", 2, "searchEmpty"),
    FailureCase("diary list --since 2026-11-21 --until 2026-11-20", 2, "daysInWrongOrder"),
    FailureCase("diary list --on-this-day --limit 1", 2, "optionsExclusive"),
    // Commits and clones.
    FailureCase("notes show HEAD", 3, "noteOnCommitMissing"),
    FailureCase("notes add --commit nowhere --body a", 3, "revisionUnknown"),
    FailureCase(
      "notes add --repo octocat/other --commit abcdef1 --body a --offline", 3, "commitUnknown"),
    FailureCase("commits --repo octocat/other", 3, "commitsNotRefreshed"),
    FailureCase("commits --repo {sandbox}/missing", 3, "pathMissing"),
    FailureCase("notes add --body a", 2, "cloneMissing", in: .nowhere),
    FailureCase("notes list --repo .", 2, "cloneMissing", in: .nowhere),
    FailureCase("commits", 2, "cloneMissing", in: .nowhere),
    FailureCase("notes add --body a", 3, "cloneEmpty", in: .unborn),
    FailureCase("commits", 3, "cloneEmpty", in: .unborn),
    FailureCase("notes add --body a", 1, "gitMissing", environment: ["PATH": "/nonexistent"]),
    FailureCase("why missing", 3, "whyNothing"),
    FailureCase("why missing:3", 3, "whyNothing"),
    FailureCase("why missing:0", 2, "whyLinesBad"),
    FailureCase("why .git", 2, "whyFolder"),
    FailureCase("why .git/config", 3, "whyUntracked"),
    FailureCase("why missing", 3, "whyNothing", in: .nowhere),
    FailureCase("why {sandbox}/latin1", 2, "cloneMissing"),
    FailureCase("why HEAD", 3, "whyNothing", in: .unborn),
    FailureCase("hook", 2, "cloneMissing", in: .nowhere),
    FailureCase("hook install", 2, "cloneMissing", in: .nowhere),
    FailureCase("hook remove", 2, "cloneMissing", in: .nowhere),
    // The journal.
    FailureCase(
      "notes list", 6, "journalIsDirectory", environment: ["XDG_DATA_HOME": "{sandbox}/folder"]),
    FailureCase(
      "notes list", 6, "journalOfOtherProgram", environment: ["XDG_DATA_HOME": "{sandbox}/text"]),
    FailureCase(
      "notes add --body a", 6, "journalNotReadable",
      environment: ["XDG_DATA_HOME": "{sandbox}/latin1"]),
    // The settings.
    FailureCase(
      "notes list", 2, "configBroken", environment: ["XDG_CONFIG_HOME": "{sandbox}/broken"]),
  ]
}
