import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// Pages and books for other people: what is shown, and what never is.
@Suite(.inProcess) struct ExportPagesTests {
  private let sandbox: Sandbox
  private var site: String { sandbox.directory + "/site" }

  init() throws { sandbox = try Sandbox(clone: nil, at: "2026-11-21T12:00:00+09:00") }

  @discardableResult
  private func run(_ words: String..., input: String? = nil) throws -> Outcome {
    try sandbox.run(words, input: input.map { Array($0.utf8) }).expect(0)
  }

  @discardableResult
  private func note(_ body: String, _ more: String...) throws -> String {
    let outcome = try sandbox.json(
      ["notes", "add", "--repo", "o/r", "--no-commit", "--body", body] + more)
    return try #require(outcome["id"]?.string, "\(outcome)")
  }

  /// All files of the pages, or of another folder.
  private func contents(_ folder: String? = nil) throws -> String {
    try sandbox.shell("cd '\(folder ?? site)' && find . -type f | sort | xargs tail -n +1")
  }

  private func shown(_ more: String...) throws -> [String] {
    let outcome = try sandbox.json(["export", "html", "--dry-run"] + more)
    return (outcome["texts"]?.array ?? []).compactMap { $0["title"]?.string }.sorted()
  }

  // MARK: What is public

  @Test func `only texts with a tag that was set by hand are shown`() throws {
    try note("typed", "--tag", "public")
    try note("in the text #public")
    try note("renamed", "--tag", "draft")
    try run("tags", "rename", "draft", "Public", "--yes")
    try run("import", "jrnl", "-", input: "[2026-11-01 10:00] Imported. @public\n")
    let deleted = try note("deleted", "--tag", "public")
    try run("notes", "delete", deleted, "--yes")
    try run("todo", "add", "to-do by hand", "--tag", "public")
    try run("todo", "add", "to-do #public")
    try run("jot", "a jot", "--tag", "public")
    #expect(try shown().count == 3)
    #expect(try shown().contains("typed") && shown().contains("to-do by hand"))
    try run("export", "html", "site")
    let pages = try contents()
    for word in ["in the text", "renamed", "Imported", "deleted", "#public", "to-do #"] {
      #expect(!pages.contains(word), "\(word)")
    }
    #expect(pages.contains("typed") && pages.contains("to-do by hand") && pages.contains("a jot"))
    // A tag that is set again by hand counts.
    let renamed = try #require(
      try run("notes", "search", "renamed", "--json").json()["notes"]?.array?.first?["id"]?.string)
    try run("notes", "edit", renamed, "--untag", "public")
    try run("notes", "edit", renamed, "--tag", "public")
    #expect(try shown().contains("renamed"))
  }

  @Test func `another tag opens other texts, and all are shown after a question`() throws {
    try note("for all", "--tag", "public")
    try note("for the team", "--tag", "team")
    try note("for me")
    #expect(try shown("--tag", "team") == ["for the team"])
    #expect(try shown("--all") == ["for all", "for me", "for the team"])
    try sandbox.run("export", "html", "site", "--all").expect(2)
    #expect(try !File.exists(site) || File.list(site).isEmpty)
    try run("export", "html", "site", "--all", "--yes")
    #expect(try contents().contains("for me"))
    for words in [["html", "--deleted"], ["json", "--all"], ["jrnl", "--dry-run"]] {
      #expect(try sandbox.run(["export"] + words).status == 2, "\(words)")
    }
  }

  @Test func `a setting names the tag that opens texts, and an option another one`() throws {
    try note("for all", "--tag", "public")
    try note("for the team", "--tag", "Team")
    try note("for friends", "--tag", "friends")
    try note("in the text #team")
    #expect(try run("config", "get", "export.public").output == "public\n")
    try run("config", "set", "export.public", "#team")
    #expect(try run("config", "get", "export.public").output == "team\n")
    #expect(try shown() == ["for the team"])
    #expect(try shown("--tag", "friends") == ["for friends"])
    try run("export", "html", "site")
    // The tag that opens a text says nothing about it.
    let pages = try contents().lowercased()
    #expect(pages.contains("for the team") && !pages.contains("#team"))
    try run("export", "html", "--dry-run", "--since", "2020", "--until", "2020")
      .expect(error: "--tag team")
    for tag in ["", " ", "#"] {
      #expect(try sandbox.run("config", "set", "export.public", tag).status == 2, "\(tag)")
    }
  }

  @Test func `pages and books have a title of one's own`() throws {
    try note("one", "--tag", "public")
    func titles(_ more: String...) throws -> [String] {
      let words = ["--yes"] + more
      for name in ["html site", "book diary.html", "book diary.epub"] {
        try sandbox.run(["export"] + name.split(separator: " ").map(String.init) + words).expect(0)
      }
      return try sandbox.shell(
        """
        rm -rf book && mkdir book && (cd book && python3 -m zipfile -e ../diary.epub .) &&
          cat site/index.html site/feed.xml diary.html book/EPUB/title.xhtml | sed -n 's|.*<title>\\(.*\\)</title>.*|\\1|p'
        """
      ).split(separator: "\n").map(String.init)
    }
    func same(_ title: String) -> [String] { [title, title, "one", title, title] }
    #expect(try titles() == same("Diary"))
    try run("config", "set", "pages.title", "Mina's log")
    #expect(try titles() == same("Mina's log"))
    #expect(try titles("--title", "A <b> & c") == same("A &lt;b&gt; &amp; c"))
    #expect(try titles("--title", " ") == same("Mina's log"))
    #expect(try sandbox.run("export", "json", "--title", "x").status == 2)
    #expect(try sandbox.run("config", "set", "pages.title", " ").status == 2)
  }

  @Test func `a title that was typed as a heading has no number sign`() throws {
    try note("# Why *it* is\n\n## Tried\n\n|a|b|\n|-|-|\n|c|~~d~~|", "--tag", "public")
    try run(
      "diary", "write", "2026-11-20", "--body", "## A day ##\n\ntext[^1]\n\n[^1]: below", "--tag",
      "public")
    #expect(try shown() == ["A day", "Why *it* is"])
    try run("export", "html", "site")
    let pages = try contents()
    for part in [
      "<h3 dir=\"auto\">Why *it* is</h3>\n<h4 dir=\"auto\">Tried</h4>\n", "<td><del>d</del></td>",
      "<h3 dir=\"auto\">A day</h3>", "below <a href=\"#r-",
      "dir=\"auto\">A day</a> <time", "<title>A day</title>", "<title>Why *it* is</title>",
    ] {
      #expect(pages.contains(part), "\(part)\n\(pages)")
    }
    #expect(!pages.contains("# "))
  }

  @Test func `nothing to show is said`() throws {
    try note("for me")
    try run("export", "html", "--dry-run").expect(error: "public").expectExactly(output: "")
    try run("export", "html", "site").expect(error: "--tag public")
    #expect(try contents().contains("Nothing is public yet."))
    try sandbox.run("export", "book", "diary.epub").expect(1)
    #expect(!File.exists(sandbox.directory + "/diary.epub"))
  }

  @Test func `nothing opens a text but the hand of its author`() throws {
    // Words of to-dos, a pipe, and a word that is not a tag any more.
    try run("todo", "add", input: "secret list item +public\n")
    try run("todo", "add", "secret words +public")
    let id = try note("secret #public")
    try run("config", "set", "tags.inText", "false")
    try run("notes", "edit", id, "--body", "secret without")
    try run("config", "unset", "tags.inText")
    #expect(try shown().isEmpty)
    // An archive opens texts only in an empty journal.
    let opened = try note("was opened", "--tag", "public")
    try run("export", "json", "backup.json")
    try run("notes", "edit", opened, "--untag", "public")
    let archive = try sandbox.shell("cat backup.json")
    try sandbox.write(
      archive.replacing(opened, with: "7kq2m9x4c1ab"), to: "\(sandbox.directory)/other.json")
    try run("import", "json", "other.json")
    #expect(try shown().isEmpty)
    // A text that has the tag in another way can be opened.
    try run("notes", "edit", "7kq2m9x4c1ab", "--tag", "public")
    #expect(try shown() == ["was opened"])
    try run("notes", "edit", "7kq2m9x4c1ab", "--tag", "public")
    let versions = try run("notes", "history", "7kq2m9x4c1ab", "--json").json()["versions"]?.array
    try run("notes", "edit", "7kq2m9x4c1ab", "--tag", "public")
    #expect(
      try run("notes", "history", "7kq2m9x4c1ab", "--json").json()["versions"]?.array?.count
        == versions?.count)
  }

  @Test func `an import closes the day that it adds to`() throws {
    try run("jot", "--at", "2026-11-13 10:00", "open words", "--tag", "public")
    try sandbox.shell("mkdir md && echo 'secret import' > md/2026-11-13.md")
    try run("import", "md")
    #expect(try shown().isEmpty)
    try run("diary", "edit", "2026-11-13", "--tag", "public")
    #expect(try shown().count == 1)
  }

  // MARK: The folder

  @Test func `a second export changes only what changed, and says what is new and what is gone`()
    throws
  {
    let first = try note("first text", "--tag", "public")
    try run("export", "html", "site")
    let before = try contents()
    try sandbox.shell("cd '\(site)' && touch -d 2020-01-01 *")
    let again = try run("export", "html", "site", "--json").json()
    #expect(again["changed"] == 0 && again["new"] == [] && again["vanished"] == [])
    #expect(try contents() == before)
    #expect(try sandbox.shell("cd '\(site)' && find . -name '*.html' -newermt 2021-01-01").isEmpty)
    try run("jot", "a line", "--tag", "public")
    try run("export", "html", "site")
    try run("jot", "more of it")
    try run("export", "html", "site").expect(error: "Changed on the pages: 1 item")
    try run("diary", "delete", "2026-11-21", "--yes")
    try run("export", "html", "site")
    let second = try note("two", "--tag", "public")
    try run("notes", "edit", first, "--untag", "public")
    try run("export", "html", "site").expect(
      output: second, error: "New on the pages: 1 item", "No longer on the pages: 1 item (\(first))"
    )
    #expect(try !contents().contains("first text"))
    // The page of a month that has nothing any more is removed.
    try run("notes", "edit", second, "--untag", "public")
    #expect(try sandbox.run("export", "html", "site").status == 2)
    #expect(try File.list(site).contains("2026-11.html"))
    try run("export", "html", "site", "--yes")
    #expect(try !File.list(site).contains("2026-11.html"))
  }

  @Test func `a folder with other files is left alone`() throws {
    try note("one", "--tag", "public")
    try sandbox.shell("mkdir -p '\(site)' && echo mine > '\(site)/index.html'")
    try sandbox.run("export", "html", "site").expect(2, error: "site contains files")
    #expect(try contents().contains("mine"))
    try sandbox.shell("echo x > file")
    #expect(try sandbox.run("export", "html", "file").status == 2)
    for words in [
      ["html"], ["html", "-"], ["book"], ["book", "-"], ["book", "x.pdf"], ["book", "."],
    ] {
      let outcome = try sandbox.run(["export"] + words).expect(2)
      #expect(outcome.error.split(separator: "\n").count <= 2, "\(words)")
    }
    // Neither is a list of files that is not ours, and a device stays one.
    try sandbox.shell("mkdir m && echo garbage > m/.commitdiary.json && echo mine > m/index.html")
    #expect(try sandbox.run("export", "html", "m").status == 2)
    try sandbox.shell("mkfifo p.html && (cat p.html > read.html 2>&1 &)")
    try run("export", "book", "p.html")
    let read = """
      for i in $(seq 200); do grep -q '</html>' read.html && break; sleep 0.05; done
      test -p p.html && tail -1 read.html
      """
    #expect(try sandbox.shell(read) == "</html>\n")
    // What a killed export has left is no obstacle.
    try sandbox.shell("mkdir k && echo x > k/.commitdiary-abcdef")
    try run("export", "html", "k")
    #expect(try !File.list(sandbox.directory + "/k").contains(".commitdiary-abcdef"))
    // A clone in which only git has files is a place for pages.
    try sandbox.shell("git init -q pages")
    try run("export", "html", "pages")
  }

  @Test func `nothing outside the folder is written or removed`() throws {
    try note("one", "--tag", "public")
    try run("export", "html", "site")
    try sandbox.shell(
      """
      echo keep > victim && echo keep > other && cd '\(site)' && rm index.html style.css &&
        ln -s ../victim index.html && ln -s ../missing style.css &&
        sed -i 's|"feed.xml"|"feed.xml","../other","/etc/passwd",".git","a/../../other"|' .commitdiary.json
      """)
    try run("export", "html", "site")
    #expect(try sandbox.shell("cat victim other") == "keep\nkeep\n")
    #expect(!File.exists(sandbox.directory + "/missing"))
    #expect(try contents().contains("<h1 "))
  }

  @Test func `hostile titles and tags stay within their page`() throws {
    let long = String(repeating: "語", count: 90)
    for title in [
      "../../../etc/x", "/abs", "con", ".", "a\u{1}b\u{202E}c", long, "<img src=x onerror=y>",
    ] {
      try note(
        "\(title)\n\ntext \"'><script>alert(1)</script>", "--tag", "public", "--tag", "x" + long)
    }
    try run("export", "html", "site")
    let files = try sandbox.shell("cd '\(site)' && find . | sort")
    #expect(
      files
        == ". ./.commitdiary.json ./2026-11.html ./feed.xml ./index.html ./style.css ./tags.html\n"
        .split(separator: " ").joined(separator: "\n"))
    let pages = try contents()
    #expect(!pages.contains("<script") && !pages.contains("<img src=x"))
    #expect(pages.contains("&lt;script&gt;"))
  }

  // MARK: Books

  @Test func `a book has the same texts, for readers and for a printer`() throws {
    try note("one\n\nbody *of* it", "--tag", "public")
    try note("for me")
    for name in ["diary.epub", "diary.html"] {
      try run("export", "book", name)
      let first = try sandbox.shell("sha256sum \(name)")
      #expect(try sandbox.run("export", "book", name).status == 2)
      try run("export", "book", name, "--yes")
      #expect(try sandbox.shell("sha256sum \(name)") == first)
    }
    let page = try sandbox.shell("cat diary.html")
    #expect(page.contains("body <em>of</em> it") && !page.contains("for me"))
    let listed = try sandbox.shell(
      """
      head -c 58 diary.epub | tail -c 28; echo; mkdir book && cd book &&
        python3 -m zipfile -e ../diary.epub . && cat EPUB/m2026-11.xhtml
      """)
    #expect(listed.hasPrefix("mimetypeapplication/epub+zip\n"))
    #expect(listed.contains("body <em>of</em> it") && !listed.contains("for me"))
  }
}

/// Names and secrets around public texts, which no output may have.
@Suite(.inProcess) struct ExportPrivacyTests {
  @Test func `no output has what is not public`() throws {
    var world = World(
      .octocats("hello", 1, commits: 4, daysAgo: 1),
      .octocats("planted-private", 2, commits: 3, daysAgo: 1))
    world.edit("octocat/planted-private") { $0.isPrivate = true }
    let stage = try GitHubStage(world)
    let sandbox = stage.sandbox
    try stage.refresh()
    let hello = try #require(try stage.commits(of: "octocat/hello").first)
    let hidden = try #require(try stage.commits(of: "octocat/planted-private").first)
    let folder = sandbox.file("planted-clone")
    try sandbox.shell(
      """
      git init -q '\(folder)' && cd '\(folder)' && git config user.name 'planted name' &&
        git config user.email planted@mail.example &&
        git commit -q --allow-empty -m 'planted subject' && git checkout -qb planted-branch
      """)
    func run(_ words: String..., in place: String? = nil) throws -> Outcome {
      try sandbox.run(words, in: place).expect(0)
    }
    _ = try run(
      "notes", "add", "--repo", "octocat/hello", "--commit", hello, "--body", "open one", "--tag",
      "public")
    _ = try run(
      "notes", "add", "--repo", "octocat/planted-private", "--commit", hidden, "--body", "open two",
      "--tag",
      "public")
    _ = try run("notes", "add", "--body", "open three", "--tag", "public", in: folder)
    _ = try run("notes", "add", "--body", "planted note", "--tag", "planted-tag", in: folder)
    _ = try run("todo", "add", "planted to-do", "project:planted-project")
    _ = try run("diary", "write", "2026-11-19", "--body", "planted entry")
    // An earlier version is not shown.
    let edited = try run(
      "notes", "add", "--repo", "octocat/hello", "--no-commit", "--body", "planted version",
      "--tag",
      "public", "--json"
    ).json()["id"]?.string
    _ = try run("notes", "edit", #require(edited), "--body", "open five")
    _ = try run("diary", "write", "2026-11-20", "--body", "open four", "--tag", "public")
    // Deleted, purged, imported, tagged in the text or by a renaming, set, and of other days.
    let deleted = try run(
      "notes", "add", "--repo", "o/planted-repo", "--no-commit", "--body", "planted deleted",
      "--tag",
      "public", "--json"
    ).json()["id"]?.string
    _ = try run("notes", "delete", #require(deleted), "--yes")
    let purged = try run("todo", "add", "planted purged", "--tag", "public", "--json").json()
    let number = try #require(purged["todos"]?.array?.first?["number"]?.integer)
    _ = try run("todo", "delete", "\(number)", "--purge", "--yes")
    let calendar = """
      BEGIN:VCALENDAR\r
      BEGIN:VTODO\r
      UID:planted-uid\r
      SUMMARY:planted task\r
      LOCATION:planted place\r
      CATEGORIES:public\r
      END:VTODO\r
      END:VCALENDAR\r

      """
    let place = sandbox.directory
    try File.write(Array(calendar.utf8), to: "\(place)/planted.ics")
    try sandbox.write(
      "[2026-11-10 09:00] planted import. @public @planted-import\n", to: "\(place)/planted.txt")
    for words in [
      ["import", "jrnl", "planted.txt"], ["import", "ics", "planted.ics"],
      ["jot", "--at", "2026-11-12", "planted jot #public"],
      ["jot", "--at", "2026-11-13", "planted mood:: 4"],
      ["todo", "add", "planted wait wait:2026-12-01 due:2026-12-02 every:week"],
      ["notes", "add", "--repo", "o/planted-repo", "--no-commit", "--title", "planted title"],
      [
        "notes", "add", "--repo", "o/r", "--no-commit", "--body", "planted", "--tag",
        "planted-draft",
      ],
      ["tags", "rename", "planted-draft", "public", "--yes"],
      ["config", "set", "me.emails", "planted@mail.example"],
      ["config", "set", "github.clientID", "planted-client"],
      ["config", "set", "clones.paths", folder],
    ] {
      try sandbox.run(words).expect(0)
    }
    let weather =
      #"{"place":"Planted-gu, Seoul","temperature":7.4,"code":3,"latitude":37.5,"source":"planted"}"#
    try sandbox.shell(
      """
      sqlite3 '\(sandbox.journal)' <<'END'
      UPDATE record SET weather = '\(weather)' WHERE kind = 2
      END
      """)
    let names = try ["book.epub", "book.html"].map { name in
      _ = try run("export", "book", name)
      return name
    }
    _ = try run("export", "html", "site")
    _ = try run("graph", "--svg", "site/graph.svg")
    _ = try run("streak", "--svg", "site/card.svg")
    let all = try sandbox.shell(
      """
      mkdir book && python3 -m zipfile -e \(names[0]) book && rm site/graph.svg &&
        find book site \(names[1]) -type f | sort | xargs tail -n +1
      """)
    #expect(all.contains("open one") && all.contains("octocat/hello@\(hello.prefix(7))"))
    #expect(all.contains("open two") && all.contains("open three") && all.contains("open four"))
    #expect(all.contains("a private repository") && all.contains("7.4°C"))
    let host = try sandbox.shell("hostname").split(separator: "\n").first.map(String.init) ?? "-"
    let user = try sandbox.shell("id -un").split(separator: "\n").first.map(String.init) ?? "-"
    var planted = [
      "planted", "Planted", "octocat@example.com", "The Octocat", GitHubStage.token, "gho_", hidden,
      String(hidden.prefix(7)), sandbox.path, folder, "37.5", "hubot", "file://", "/home/", "/tmp/",
      "localhost", "127.0.0.1", stage.gitHub.environment.values.first ?? "-", "mail.example",
      "@example",
    ]
    if host.count > 5 { planted.append(host) }
    if user.count > 4 { planted.append(user) }
    for word in planted { #expect(!all.contains(word), "\(word)") }
    // The login stands only in the names of public repositories.
    #expect(all.ranges(of: "octocat").count == all.ranges(of: "octocat/hello").count)
  }
}
