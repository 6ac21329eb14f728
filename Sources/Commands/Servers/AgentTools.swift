import Diary
import JSON
import Servers

/// The tools that agents get. Each runs a command of this program and returns its JSON.
enum AgentTool: String, CaseIterable {
  case why, search, day, resume
  case addNote = "note_add"
  case toDo = "todo"

  var isReadOnly: Bool {
    switch self {
    case .why, .search, .day, .resume: true
    case .addNote, .toDo: false
    }
  }

  /// Whether it shows the diary or to-dos only.
  var isOfDiary: Bool { self == .day || self == .toDo }

  /// The lists in results that are of the diary or to-dos.
  var listsOfDiary: Set<String> {
    self == .resume ? ["todos", "lines"] : ["entries", "todos"]
  }

  /// The members of results that are always there.
  var resultNames: [String] {
    switch self {
    case .why: ["lines", "commits"]
    case .search: ["notes", "entries", "todos"]
    case .day: []
    case .resume: ["branch", "commits"]
    case .addNote: ["id", "commit"]
    case .toDo: ["todos"]
    }
  }

  // MARK: For agents

  var tool: MCPTool {
    let repository = MCPTool.Parameter(
      "repository", .text, "Folder of a clone; by default the one the server was started in")
    switch self {
    case .why:
      return MCPTool(
        rawValue, title: "Why a line is there",
        "The commits behind lines of a file, with the author's notes on them, also after rebase and squash. "
          + "Notes with the tag “rejected” are ways that were tried and dropped. Ask before changing code.",
        [
          repository, .init("file", .text, "Path of the file, in the repository"),
          .init("line", .number, "First line, from 1"), .init("end", .number, "Last line"),
          .init("commit", .text, "A commit instead of a file"),
        ], results: resultNames)
    case .search:
      return MCPTool(
        rawValue, title: "Search notes and diary",
        "Finds notes, diary entries and to-dos by words, tag and days. Notes hold reasons for code.",
        [
          .init("words", .text, "Words that all results have"),
          .init("kind", .choice(["notes", "entries", "todos"]), "Only texts of this kind"),
          .init("tag", .text, "Only texts with this tag, for example rejected"),
          .init("since", .text, "First day, such as 2026-11-21 or -2w"),
          .init("until", .text, "Last day"),
        ], results: resultNames)
    case .day:
      return MCPTool(
        rawValue, title: "Days of the diary",
        "The entry, to-dos, notes and commits of a day, by default today, or of each day of a time.",
        [
          .init("day", .text, "Such as 2026-11-21 or yesterday"),
          .init("since", .text, "First day of several, such as 2026-11-21 or -2w"),
          .init("until", .text, "Last day of several"),
        ], results: resultNames, seeAlso: "To change a to-do, call “todo”.")
    case .resume:
      return MCPTool(
        rawValue, title: "Where was I",
        "What is going on on a branch: ways that were tried and dropped, its commits with notes, changed "
          + "files, and to-dos that name it. Ask first when you continue work.",
        [repository, .init("branch", .text, "By default the one that is checked out")],
        results: resultNames)
    case .addNote:
      return MCPTool(
        rawValue, title: "Add a note",
        "Saves why something was done, or with the tag “rejected” what was tried and dropped and why. Call it "
          + "before you commit: the note waits for the commit. It gets the tag “agent”.",
        [
          repository, .init("text", .text, "The note, in Markdown", isRequired: true),
          .init("title", .text, "A title"), .init("tags", .texts, "Tags without #"),
          .init(
            "commit", .text,
            "The commit that it is about; by default the next one if work is not committed yet, else the latest"
          ),
        ], results: resultNames, isReadOnly: false)
    case .toDo:
      return MCPTool(
        rawValue, title: "Change to-dos",
        "Adds a to-do, or completes or reopens one by its number.",
        [
          .init("action", .choice(["add", "done", "reopen"]), "What to do", isRequired: true),
          .init("text", .text, "The to-do that is added"),
          .init("number", .number, "The number of the to-do that is done or reopened"),
        ], results: resultNames, isReadOnly: false,
        seeAlso: "To list to-dos, call “day”.")
    }
  }

  /// The members of results that are quoted from a clone, which anyone may have written.
  var quoted: [String] {
    switch self {
    case .why: ["lines", "commits.message", "commits.author", "commits.others"]
    case .resume: ["branch", "commits.message", "commits.author", "uncommitted", "stashed"]
    case .day, .search: ["commit.message", "commits.message", "commits.author"]
    case .addNote, .toDo: []
    }
  }
}

/// The arguments of a call, which have the types of the parameters.
struct AgentArguments {
  let json: JSONValue

  subscript(name: String) -> String? {
    json[name]?.string.flatMap { $0.isBlank ? nil : $0 }
  }

  func number(_ name: String) -> Int? { json[name]?.integer }
  func texts(_ name: String) -> [String] { json[name]?.array?.compactMap(\.string) ?? [] }
}

/// A sentence for an agent about a call that cannot be done.
struct AgentMistake: Error {
  var sentence: String
}

extension AgentTool {
  /// The words of the command that does it.
  ///
  /// - Parameter file: the path of the file that was named.
  func words(
    _ arguments: AgentArguments, file: String?, notesOnly: Bool
  ) throws(AgentMistake) -> [String] {
    switch self {
    case .why:
      if let commit = arguments["commit"] {
        guard file == nil else {
          throw AgentMistake(sentence: "Name a file or a commit, not both.")
        }
        return ["why", "--commit=\(commit)"]
      }
      guard let file else { throw AgentMistake(sentence: "Name a “file” or a “commit”.") }
      guard let line = arguments.number("line") else { return ["why", "--", file] }
      let end = arguments.number("end") ?? line
      guard end >= line else { throw AgentMistake(sentence: "“end” is before “line”.") }
      return ["why", "--", "\(file):\(line)-\(end)"]
    case .search:
      var words = ["search", "--limit", "20"]
      if notesOnly || arguments["kind"] != nil {
        words.append("--kind=\(notesOnly ? "notes" : arguments["kind"] ?? "")")
      }
      for name in ["tag", "since", "until"] {
        if let value = arguments[name] { words.append("--\(name)=\(value)") }
      }
      return words + ["--"]
        + (arguments["words"] ?? "").split(whereSeparator: \.isWhitespace)
        .map(String.init)
    case .day:
      let span = ["since", "until"].compactMap { name in
        arguments[name].map { "--\(name)=\($0)" }
      }
      guard !span.isEmpty else { return ["today", "--"] + [arguments["day"]].compactMap(\.self) }
      guard arguments["day"] == nil else {
        throw AgentMistake(sentence: "Name a day, or its “since” and “until”, not both.")
      }
      return ["digest"] + span
    case .resume: return ["resume", "--"] + [arguments["branch"]].compactMap(\.self)
    case .addNote:
      guard let text = arguments["text"] else { throw AgentMistake(sentence: "“text” is empty.") }
      var words = ["notes", "add", "--body=\(text)", "--tag=agent"]
      words += arguments.texts("tags").map { "--tag=\($0)" }
      if let title = arguments["title"] { words.append("--title=\(title)") }
      if let commit = arguments["commit"] { words.append("--commit=\(commit)") }
      return words
    case .toDo:
      let action = arguments["action"] ?? ""
      if action == "add" {
        guard let text = arguments["text"] else {
          throw AgentMistake(sentence: "“text” is missing.")
        }
        return ["todo", "add", "--", text]
      }
      guard let number = arguments.number("number") else {
        throw AgentMistake(sentence: "“number” is missing.")
      }
      return ["todo", action, "--", "\(number)"]
    }
  }
}
