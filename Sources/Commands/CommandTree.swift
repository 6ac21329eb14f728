import Arguments
import Context
import Localization

/// Words of other programs for commands that are called differently here.
private let additions = ["new", "create"]
private let deletions = ["remove", "del"]

/// All commands.
let tree = CommandTree<GlobalOptions, App>(
  "commitdiary", defaultCommand: "today",
  everyDay: [
    "why", "notes", "jot", "diary", "todo", "today", "calendar", "digest", "search", "graph",
    "resume", "browse", "undo", "setup",
  ],
  [
    .headingDiary: [
      .command("today", TodayCommand.self),
      .command("browse", BrowseCommand.self),
      .command("jot", JotCommand.self, suggestedFor: ["diary add", "diary new"]),
      .group(
        "diary", .diarySummary, default: ["show", "--latest"],
        [
          .command("write", DiaryWrite.self, suggestedFor: additions + ["add"]),
          .command("list", DiaryList.self, aliases: ["ls"]),
          .command("show", DiaryShow.self, suggestedFor: ["view"]),
          .command("edit", DiaryEdit.self),
          .command("search", DiarySearch.self),
          .command("history", DiaryHistory.self),
          .command("delete", DiaryDelete.self, aliases: ["rm"], suggestedFor: deletions),
          .command("restore", DiaryRestore.self),
          .command("share", DiaryShare.self),
        ]),
      .group(
        "notes", .notesSummary, default: ["list"],
        [
          .command("add", NotesAdd.self, suggestedFor: additions + ["write"]),
          .command("list", NotesList.self, aliases: ["ls"]),
          .command("show", NotesShow.self, suggestedFor: ["view"]),
          .command("edit", NotesEdit.self),
          .command("search", NotesSearch.self),
          .command("history", NotesHistory.self),
          .command("delete", NotesDelete.self, aliases: ["rm"], suggestedFor: deletions),
          .command("restore", NotesRestore.self),
          .command("share", NotesShare.self),
          .command("move", NotesMove.self),
          .command("mirror", NotesMirror.self),
        ]),
      .group(
        "todo", .toDoSummary, default: ["list"],
        [
          .command(
            "add", ToDoAdd.self,
            suggestedFor: additions + ["write", CommandTree<GlobalOptions, App>.anyText]),
          .command("list", ToDoListCommand.self, aliases: ["ls"], suggestedFor: ["show", "view"]),
          .command("done", ToDoDone.self, suggestedFor: ["complete", "finish", "check"]),
          .command("reopen", ToDoReopen.self, suggestedFor: ["undo", "uncheck"]),
          .command("edit", ToDoEdit.self),
          .command("move", ToDoMove.self),
          .command("delete", ToDoDelete.self, aliases: ["rm"], suggestedFor: deletions),
          .command("restore", ToDoRestore.self),
          .command("history", ToDoHistory.self),
        ]),
      .command("calendar", CalendarCommand.self),
      .command("search", SearchCommand.self),
      .group(
        "tags", .tagsSummary, default: ["list"],
        [
          .command("list", TagsList.self, aliases: ["ls"]),
          .command("rename", TagsRename.self),
        ]),
      .command("weather", WeatherCommand.self),
      .command("import", ImportCommand.self),
      .command("export", ExportCommand.self),
      .group(
        "sync", .syncSummary, default: ["now"],
        [
          .command("now", SyncNow.self),
          .command("init", SyncInit.self),
          .command("join", SyncJoin.self),
          .command("status", SyncStatus.self),
          .group("key", .syncKeySummary, [.command("show", SyncKeyShow.self)]),
          .command("forget", SyncForget.self),
          .command("leave", SyncLeave.self),
          .command("background", SyncBackground.self, isHidden: true),
        ]),
      .command("copy", CopyCommand.self, isHidden: true),
      .command("undo", UndoCommand.self, suggestedFor: ["revert"]),
      .command("redo", RedoCommand.self),
    ],
    .headingActivity: [
      .command("commits", CommitsCommand.self, suggestedFor: ["log"]),
      .command("why", WhyCommand.self),
      .command("resume", ResumeCommand.self),
      .command("graph", GraphCommand.self),
      .command("streak", StreakCommand.self),
      .command("digest", DigestCommand.self),
    ],
    .headingGitHub: [
      .command("login", LoginCommand.self),
      .command("logout", LogoutCommand.self),
      .command("status", StatusCommand.self),
      .command("refresh", RefreshCommand.self),
      .command("repos", ReposCommand.self),
      .command("open", OpenCommand.self),
    ],
    .headingSetup: [
      .command("setup", SetupCommand.self),
      .command("mcp", MCPCommand.self),
      .command("lsp", LSPCommand.self),
      .group(
        "config", .configSummary, default: ["list"],
        [
          .command("list", ConfigList.self),
          .command("get", ConfigGet.self),
          .command("set", ConfigSet.self),
          .command("unset", ConfigUnset.self),
          .command("edit", ConfigEdit.self),
        ]),
      .group(
        "theme", .themeSummary, default: ["list"],
        [
          .command("list", ThemeList.self),
          .command("set", ThemeSet.self),
          .command("preview", ThemePreview.self),
        ]),
      .group(
        "hook", .hookSummary, default: ["status"],
        [
          .command("install", HookInstall.self),
          .command("remove", HookRemove.self),
          .command("status", HookStatus.self),
          .command("record", HookRecord.self, isHidden: true),
        ]),
      .command("doctor", DoctorCommand.self),
      .command("completion", CompletionCommand.self),
      .command("man", ManCommand.self),
    ],
  ])
