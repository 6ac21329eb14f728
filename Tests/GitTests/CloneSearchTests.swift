import GitTestSupport
import Platform
import Testing

@testable import Git

@Suite struct CloneSearchTests {
  private let folder: TemporaryClone

  init() throws {
    folder = try TemporaryClone()
    try File.makeDirectory(folder.file("src"))
  }

  private func shell(_ script: String) throws {
    let result = try Child.run(
      ["sh", "-ec", script], in: folder.path, environment: folder.environment,
      deadline: .seconds(60))
    try #require(result.status.isSuccess, "\(String(decoding: result.errorOutput, as: UTF8.self))")
  }

  private func search(_ known: CloneSearch? = nil, limit: Int = 1000) -> CloneSearch {
    CloneSearch(
      in: folder.file("src"), since: known?.folderBytes, environment: folder.environment,
      limit: limit)
  }

  private func names(_ search: CloneSearch) -> [String] {
    let prefix = (File.realPath(folder.path) ?? "") + "/"
    return search.clones.map { String($0.commonDirectory.dropFirst(prefix.count)) }
  }

  @Test func `finds clones four levels deep`() throws {
    try shell("for p in one a/two a/b/three a/b/c/four a/b/c/d/five; do git init -q src/$p; done")
    #expect(
      names(search()) == [
        "src/one/.git", "src/a/two/.git", "src/a/b/three/.git", "src/a/b/c/four/.git",
      ])
  }

  @Test func `finds each clone once`() throws {
    try shell(
      """
      git init -q src/main && git init -q --bare src/bare.git && git init -q other
      cd src && git -C main commit -q --allow-empty -m x && git -C main worktree add -q ../tree
      git -c protocol.file.allow=always -C main submodule add -q "$PWD/main" part
      ln -s main link && ln -s ../other outside && ln -s . loop && ln -s .. up && ln -s / root
      ln -s nowhere dangling && mkdir -p .hidden node_modules
      git init -q .hidden/x && git init -q node_modules/x
      """)
    let first = search()
    #expect(
      Set(names(first)) == [
        "src/main/.git", "src/bare.git", "src/main/.git/modules/part", "other/.git",
      ])
    #expect(first.clones.count == 4 && first.failures.isEmpty)
    #expect(search(first).clones == first.clones)
  }

  @Test func `follows no link in a clone`() throws {
    try shell(
      """
      git init -q other && git init -q src && mkdir src/part && ln -s ../other src/inner
      ln -s ../../other src/part/inner && git init -q src/nested
      """)
    let first = search()
    #expect(names(first) == ["src/.git", "src/nested/.git"])
    #expect(search(first).clones == first.clones)
  }

  @Test func `a later search sees what has changed`() throws {
    try shell("git init -q src/a/one && mkdir -p src/empty/deep")
    let first = search()
    #expect(first.isChanged && names(first) == ["src/a/one/.git"])
    try shell("git init -q src/empty/deep && git init -q src/b/two")
    let second = search(first)
    #expect(Set(names(second)) == ["src/a/one/.git", "src/empty/deep/.git", "src/b/two/.git"])
    try shell("rm -r src/a && rm -rf src/empty/deep/.git")
    #expect(names(search(second)) == ["src/b/two/.git"])
  }

  @Test func `reads no folder again that is unchanged`() throws {
    try shell("git init -q src/one && mkdir -p src/a/b && find . -exec touch -d 2020-01-01 {} +")
    // The times of last changes cannot be set, so the test waits until they are old enough.
    Pause.milliseconds(3_100)
    let first = search()
    let second = search(first)
    #expect(!second.isChanged && second.clones == first.clones)
    #expect(CloneSearch.clones(in: first.cloneBytes) == first.clones)
  }

  @Test func `unreadable folders and too many folders do not stop a search`() throws {
    try shell("git init -q src/one && for n in $(seq 300); do mkdir src/x$n; done")
    let cut = search(limit: 100)
    #expect(cut.isCut && names(cut) == ["src/one/.git"])
    #expect(!search().isCut)
    let missing = CloneSearch(in: folder.file("missing"), environment: folder.environment)
    #expect(missing.failures == [.noSuchPath(folder.file("missing"))] && missing.clones.isEmpty)
  }

  @Test func `a file in place of the folder is a failure`() throws {
    try shell("rmdir src && touch src")
    #expect(search().failures == [.noSuchPath(try #require(File.realPath(folder.file("src"))))])
  }

  @Test func `a damaged clone is a failure`() throws {
    try shell("git init -q src/one && mkdir src/two && echo 'gitdir: /nowhere' > src/two/.git")
    let found = search()
    #expect(names(found) == ["src/one/.git"] && found.failures.count == 1)
  }

  @Test func `damaged saved searches are ignored`() throws {
    try shell("git init -q src/one")
    let bytes = search().folderBytes
    for cut in stride(from: 0, to: bytes.count, by: 7) {
      let again = CloneSearch(
        in: folder.file("src"), since: Array(bytes.prefix(cut)), environment: folder.environment)
      #expect(names(again) == ["src/one/.git"])
    }
  }
}
