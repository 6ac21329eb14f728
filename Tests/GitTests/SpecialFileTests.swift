import Diary
import Git
import GitTestSupport
import Glibc
import Platform
import Testing

/// Clones with files that are not regular or too large.
@Suite struct SpecialFileTests {
  let folder: TemporaryClone
  let sha: String

  init() throws {
    folder = try TemporaryClone()
    sha = try folder.commit("one", at: 1_700_000_000)
  }

  private func history() throws -> CloneHistory {
    try Clone.find(from: folder.file("clone"), environment: folder.environment)
      .history(of: .own(emails: ["a@example.com"]))
  }

  private func replace(_ name: String, withLinkTo target: String) throws {
    try File.remove(folder.file(name))
    try #require(symlink(target, folder.file(name)) == 0)
  }

  @Test(arguments: [
    ".git/HEAD", ".git/config", ".git/index", ".git/packed-refs", ".git/shallow",
    ".git/commondir", ".git/info/attributes", ".git/info/grafts", ".git/objects/info/alternates",
    ".git/refs/heads/main", ".gitattributes", ".mailmap",
  ])
  func `refuses a FIFO that would block git`(_ name: String) throws {
    let path = folder.file("clone/\(name)")
    try File.makeDirectory(File.directory(of: path))
    try File.remove(path)
    try #require(mkfifo(path, 0o600) == 0)
    let error = GitError.irregularFile(path)
    // Git does not recognize a folder as a clone if it cannot read HEAD.
    #expect(throws: error) { try folder.clone() }
    #expect(throws: error) { try history() }
  }

  @Test func `refuses references that are FIFOs`() throws {
    try folder.git(["worktree", "add", "-q", "--detach", "../other"])
    let names = ["refs/heads/side", "refs/tags/v1", "refs/remotes/origin", "worktrees/other/HEAD"]
    for name in names {
      let path = folder.file("clone/.git/\(name)")
      let kept = try? File.read(path)
      try File.makeDirectory(File.directory(of: path))
      try File.remove(path)
      try #require(mkfifo(path, 0o600) == 0)
      #expect(throws: GitError.irregularFile(path)) { try history() }
      // A request for a single commit does not read these files.
      #expect(try folder.clone().resolve("HEAD").sha == sha)
      try File.remove(path)
      if let kept { try File.writeAtomically(kept, to: path) }
    }
    #expect(try history().commits.count == 1)
  }

  @Test func `refuses endless packed references`() throws {
    try replace("clone/.git/packed-refs", withLinkTo: "/dev/zero")
    let path = folder.file("clone/.git/packed-refs")
    #expect(throws: GitError.irregularFile(path)) { try folder.clone() }
    #expect(throws: GitError.irregularFile(path)) { try history() }
  }

  @Test func `reads a folder linked into itself once`() throws {
    try folder.git(["tag", "v1"])
    try folder.git(["update-ref", "refs/remotes/origin/main", "HEAD"])
    try #require(symlink("../tags", folder.file("clone/.git/refs/tags/loop")) == 0)
    try #require(symlink("..", folder.file("clone/.git/refs/remotes/origin/up")) == 0)
    try #require(symlink("self", folder.file("clone/.git/refs/heads/self")) == 0)
    #expect(try history().commits.count == 1)
    #expect(try folder.clone().resolve("v1").sha == sha)
  }

  @Test func `waits once and briefly for a FIFO that only git opens`() throws {
    let fifo = folder.file("clone/.git/objects/\(sha.prefix(2))/\(sha.dropFirst(2))")
    try File.remove(fifo)
    try #require(mkfifo(fifo, 0o600) == 0)
    let time = ContinuousClock().measure {
      for _ in 1...3 {
        #expect(throws: GitError.self) { try folder.clone().resolve("HEAD") }
        #expect(throws: GitError.self) { try history() }
      }
    }
    // Six waits would take half a minute.
    #expect(time > .seconds(4) && time < .seconds(28), "\(time)")
    // Other clones still work.
    let other = try TemporaryClone()
    let sha = try other.commit("one")
    #expect(try other.clone().resolve("HEAD").sha == sha)
  }

  @Test func `refuses a FIFO as the git folder`() throws {
    let path = folder.file("empty/.git")
    try File.makeDirectory(folder.file("empty"))
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: GitError.irregularFile(path)) { try folder.clone("empty") }
  }

  @Test func `treats an empty device as an empty file`() throws {
    try replace("clone/.git/info/attributes", withLinkTo: "/dev/null")
    #expect(try folder.clone().resolve("HEAD").sha == sha)
  }
}
